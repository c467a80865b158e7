// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sstream>

#include "tests/config/support.hpp"
#include "tests/protocol/support.hpp"

namespace dpscale {
namespace {

using protocol::exit_code;
using protocol_test::error_of;
using protocol_test::machine;
using protocol_test::parse;

std::vector<std::string> words(const char* line) {
  std::istringstream stream(line);
  std::vector<std::string> result;
  for (std::string word; stream >> word;) result.push_back(word == "''" ? "" : word);
  return result;
}

struct fault {
  const char* arguments;
  std::vector<const char*> fragments;  ///< of the line, in order
  exit_code code = exit_code::usage;
  const char* program = "train_multi";
};

void expect_fault(const fault& f, const surroundings& around = machine()) {
  SCOPED_TRACE(f.arguments);
  const auto [code, line] =
      error_of([&] { static_cast<void>(parse(f.program, words(f.arguments), around)); });
  EXPECT_EQ(code, f.code) << line;
  EXPECT_EQ(line.find('\n'), std::string::npos) << line;
  std::size_t at = 0;
  for (const char* fragment : f.fragments) {
    const std::size_t found = line.find(fragment, at);
    ASSERT_NE(found, std::string::npos) << "'" << fragment << "' is not in: " << line;
    at = found;
  }
}

void expect_faults(const std::vector<fault>& faults) {
  for (const fault& f : faults) expect_fault(f);
}

TEST(config_faults, whole_numbers_are_read_strictly) {
  struct whole {
    const char *name, *range;
  };
  for (const whole& w :
       {whole{"--devices", "from 1 to 65536"}, whole{"--threads-per-device", "from 1"},
        whole{"--limit", "from 1 to"}, whole{"--global-batch", "from 1 to 2147483648"},
        whole{"--device-batch", "from 1 to"}, whole{"--epochs", "from 1 to"},
        whole{"--steps", "from 0 to"}, whole{"--min-windows", "from 2 to"},
        whole{"--seed", "from 0 to 18446744073709551615"}}) {
    for (const char* bad : {"-1", "+1", "1.5", "1e3", "12x", "x", "nan", "inf", "0x10", "1,000",
                            "99999999999999999999999", "''"}) {
      const std::string line = std::string(w.name) + ' ' + bad;
      const char* shown = std::string(bad) == "''" ? "(empty)" : bad;
      expect_fault({line.c_str(), {w.name, shown, "must be a whole number", w.range}});
    }
  }
  for (const char* zero : {"--devices 0", "--global-batch 0", "--device-batch 0", "--limit 0",
                           "--epochs 0", "--min-windows 0", "--threads-per-device 0"}) {
    expect_fault({zero, {"0", "must be a whole number", "from"}});
  }
}

TEST(config_faults, numbers_are_read_strictly) {
  for (const char* name : {"--lr", "--beta1", "--beta2", "--epsilon", "--momentum",
                           "--weight-decay", "--warmup-seconds", "--window-seconds",
                           "--interval-goal", "--budget-seconds", "--deadline"}) {
    for (const char* bad : {"-1", "nan", "NaN", "inf", "-inf", "1e400", "1e-400", "1.0.0", "1x",
                            "x", "0,5", "1e12", "''"}) {
      const std::string line = std::string(name) + ' ' + bad;
      const char* shown = std::string(bad) == "''" ? "(empty)" : bad;
      expect_fault({line.c_str(), {name, shown, "must be a number"}});
    }
  }
}

TEST(config_faults, ends_of_ranges_that_are_out) {
  expect_faults({{"--lr 0", {"--lr 0: must be a number above 0"}},
                 {"--beta1 1", {"--beta1 1: must be a number at least 0, below 1"}},
                 {"--beta2 1", {"below 1"}},
                 {"--epsilon 0", {"above 0"}},
                 {"--optimizer sgd --momentum 1", {"--momentum 1", "below 1"}},
                 {"--measure --window-seconds 0", {"above 0"}},
                 {"--measure --interval-goal 0", {"above 0"}},
                 {"--measure --interval-goal 1", {"below 1"}},
                 {"--measure --budget-seconds 0", {"above 0"}},
                 {"--deadline 0", {"above 0"}}});
}

TEST(config_faults, choices_name_what_there_is) {
  expect_faults({{"--backend gpu", {"--backend gpu", "one of auto, cpu, cuda"}},
                 {"--isa avx2", {"--isa avx2", "x86-64-v3"}},
                 {"--launcher fork", {"threads, processes, mpi"}},
                 {"--strategy ring", {"mirrored, data-parallel, ddp, zero1"}},
                 {"--preset tf", {"--preset tf", "tf-mirrored, torch-simplenet, wide"}},
                 {"--tail pad", {"keep, drop"}},
                 {"--shuffle yes", {"epoch, none"}},
                 {"--optimizer Adam", {"adam, sgd"}},
                 {"--epsilon-mode tf", {"torch, keras"}},
                 {"--init he", {"torch, keras"}},
                 {"--precision fp64", {"fp32, tf32, bf16"}},
                 {"--verify=maybe", {"--verify maybe", "true or false"}},
                 {"--quiet=2", {"--quiet 2", "true or false"}}});
}

TEST(config_faults, texts_are_checked) {
  const char* widths = "2 to 8 layer widths";
  expect_faults({{"--model 784", {"--model 784", widths}},
                 {"--model ''", {"--model (empty)", widths}},
                 {"--model 784-", {widths}},
                 {"--model -784-10", {widths}},
                 {"--model 784--10", {widths}},
                 {"--model 784-0-10", {widths}},
                 {"--model 784-65537-10", {widths, "65536"}},
                 {"--model 784x10", {widths}},
                 {"--model 1-1-1-1-1-1-1-1-1", {widths}},
                 {"--model 784-1e2-10", {widths}},
                 {"--data synthetic:0", {"--data synthetic:0", "synthetic:N with N from 1"}},
                 {"--data synthetic:x", {"synthetic:N"}},
                 {"--data synthetic:", {"synthetic:N"}},
                 {"--data synthetic:-5", {"synthetic:N"}},
                 {"--data ''", {"--data (empty)", "folder"}},
                 {"--record ''", {"--record (empty)", "name of a file"}},
                 {"--save-parameters ''", {"name of a file"}}});
}

TEST(config_faults, unknown_options_are_named_with_the_nearest) {
  expect_faults({{"--batch 3", {"unknown option --batch"}},
                 {"--global_batch 3", {"unknown option --global_batch", "--global-batch?"}},
                 {"--globl-batch 3", {"unknown option --globl-batch", "--global-batch?"}},
                 {"--warmup 3", {"--warmup-seconds?"}},
                 {"--device 3", {"--devices?"}},
                 {"--epoch=3", {"unknown option --epoch; ", "--epochs?"}},
                 {"--trace somewhere", {"unknown option --trace"}},
                 {"--versoin", {"--version?"}},
                 {"--xyzzy", {"unknown option --xyzzy; see --help"}},
                 {"-n 3", {"unknown option -n"}},
                 {"stray", {"unexpected argument 'stray'"}},
                 {"--devices 1 2", {"unexpected argument '2'"}}});
}

TEST(config_faults, values_that_are_missing_or_many) {
  expect_faults({{"--lr", {"--lr: the value is missing"}},
                 {"--lr=", {"--lr= the value is missing"}},
                 {"--lr --beta1 0.5", {"--lr: the value is missing", "--beta1"}},
                 {"--lr 1 --lr 2", {"--lr: given 2 times"}},
                 {"--lr 1 --lr=1", {"--lr: given 2 times"}},
                 {"--quiet --quiet", {"--quiet: given 2 times"}}});
}

TEST(config_faults, conflicts_name_both) {
  expect_faults(
      {{"--global-batch 8 --device-batch 4", {"--global-batch and --device-batch exclude"}},
       {"--epochs 1 --steps 2", {"--epochs and --steps exclude"}},
       {"--epochs 1 --measure", {"--epochs and --measure exclude"}},
       {"--steps 1 --measure", {"--steps and --measure exclude"}},
       {"--init keras --initial-parameters a.npy", {"--init and --initial-parameters exclude"}},
       {"--momentum 0.9", {"--momentum", "sgd"}},
       {"--optimizer sgd --beta1 0.5", {"--beta1", "adam"}},
       {"--optimizer sgd --epsilon-mode keras", {"--epsilon-mode", "adam"}},
       {"--steps 5 --budget-seconds 3", {"--budget-seconds", "--measure"}},
       {"--steps 0 --save-gradients g.npy", {"--save-gradients", "--steps 0"}},
       {"--record a --save-parameters a", {"--save-parameters and --record", "a"}},
       {"--save-parameters a --save-gradients a", {"--save-parameters and --save-gradients"}}});
}

TEST(config_faults, devices_are_the_machines) {
  expect_faults(
      {{"--devices 5", {"--devices 5", "may use 4"}},
       {"--devices 4096", {"--devices 4096", "may use 4"}},
       {"--devices 4 --threads-per-device 2", {"--threads-per-device 2", "8 cores", "may use 4"}},
       {"--devices 4 --device-batch 2147483648",
        {"--device-batch 2147483648", "largest global batch"}},
       {"--devices 2", {"train_single has one device"}, exit_code::usage, "train_single"}});
  EXPECT_EQ(protocol_test::settings({"--devices", "4"}).devices, 4);
}

TEST(config_faults, one_device_has_no_options_of_many) {
  expect_faults(
      {{"--strategy mirrored", {"unknown option --strategy"}, exit_code::usage, "train_single"},
       {"--launcher threads", {"unknown option --launcher"}, exit_code::usage, "train_single"}});
}

TEST(config_faults, what_this_build_cannot_do_is_unsupported) {
  for (const fault& f : std::vector<fault>{
           {"--backend cuda", {"unsupported: --backend cuda"}},
           {"--precision bf16", {"unsupported: --precision bf16"}},
           {"--precision tf32", {"unsupported: --precision tf32"}},
           {"--threads-per-device 2", {"unsupported: --threads-per-device 2"}},
           {"--launcher processes", {"unsupported: --launcher processes"}},
           {"--launcher mpi", {"unsupported: --launcher mpi"}},
           {"--strategy ddp", {"unsupported: --strategy ddp"}},
           {"--strategy zero1", {"unsupported: --strategy zero1"}},
           {"--strategy data-parallel", {"unsupported: --strategy data-parallel"}}}) {
    expect_fault({f.arguments, f.fragments, exit_code::unsupported});
  }
}

TEST(config_faults, an_mpi_launchers_environment_is_noticed) {
  expect_fault({"", {"--launcher mpi", "OMPI_COMM_WORLD_SIZE"}, exit_code::unsupported},
               machine({{"OMPI_COMM_WORLD_SIZE", "2"}}));
  const config c =
      protocol_test::settings({"--launcher", "threads"}, machine({{"OMPI_COMM_WORLD_SIZE", "2"}}));
  EXPECT_EQ(c.launcher, "threads");
}

TEST(config_faults, the_unsupported_leave_a_record) {
  const protocol_test::temporary_folder folder;
  const std::string path = folder / "r.json";
  expect_fault({("--strategy ddp --record " + path).c_str(), {"ddp"}, exit_code::unsupported});
  const auto record = nlohmann::json::parse(protocol_test::content(path));
  EXPECT_EQ(record["status"], "unsupported");
  EXPECT_NE(record["reason"].get<std::string>().find("--strategy ddp"), std::string::npos);
}

TEST(config_faults, the_environments_values_are_named_by_their_variable) {
  expect_fault({"", {"DPSCALE_LR fast: must be a number"}}, machine({{"DPSCALE_LR", "fast"}}));
  expect_fault({"", {"DPSCALE_EPOCHS and DPSCALE_STEPS exclude"}},
               machine({{"DPSCALE_EPOCHS", "1"}, {"DPSCALE_STEPS", "1"}}));
  expect_fault({"", {"DPSCALE_PRESET other: must be one of"}},
               machine({{"DPSCALE_PRESET", "other"}}));
}

}  // namespace
}  // namespace dpscale
