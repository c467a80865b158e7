// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/config/support.hpp"
#include "tests/protocol/support.hpp"

namespace dpscale {
namespace {

using nlohmann::json;
using protocol_test::machine;
using protocol_test::settings;

TEST(config_sources, nothing_given_is_the_defaults) {
  const config c = settings({});
  EXPECT_EQ(c.program, "train_multi");
  EXPECT_EQ(c.backend, "cpu");
  EXPECT_EQ(c.devices, 1);
  EXPECT_EQ(c.model, (std::vector<std::size_t>{784, 256, 128, 10}));
  EXPECT_EQ(c.data, "synthetic");
  EXPECT_EQ(c.global_batch, 64U);
  EXPECT_EQ(c.epochs, 10U);
  EXPECT_FALSE(c.steps || c.measure || c.limit || c.deadline_seconds || c.verify || c.quiet);
  EXPECT_EQ(c.strategy, "mirrored");
  EXPECT_EQ(c.tail, tail_rule::keep);
  EXPECT_EQ(c.shuffle, shuffle_mode::epoch);
  EXPECT_EQ(c.source.at("lr"), "default");
  EXPECT_EQ(c.source.at("device-batch"), "derived");
}

TEST(config_sources, every_option_reaches_its_field) {
  const config c = settings({"--devices",
                             "2",
                             "--model",
                             "784-32-10",
                             "--data",
                             "/data/x",
                             "--limit",
                             "500",
                             "--global-batch",
                             "30",
                             "--tail",
                             "drop",
                             "--optimizer",
                             "sgd",
                             "--lr",
                             "0.5",
                             "--momentum",
                             "0.9",
                             "--weight-decay",
                             "0.01",
                             "--init",
                             "keras",
                             "--steps",
                             "7",
                             "--seed",
                             "18446744073709551615",
                             "--shuffle",
                             "none",
                             "--save-parameters",
                             "p.npy",
                             "--save-gradients",
                             "g.npy",
                             "--verify",
                             "--deadline",
                             "12.5",
                             "--record",
                             "r.json",
                             "--quiet",
                             "--isa",
                             "x86-64-v2",
                             "--backend",
                             "auto"});
  EXPECT_EQ(c.devices, 2);
  EXPECT_EQ(c.model, (std::vector<std::size_t>{784, 32, 10}));
  EXPECT_EQ(c.data, "/data/x");
  EXPECT_EQ(c.limit, 500U);
  EXPECT_EQ(c.global_batch, 30U);
  EXPECT_EQ(c.tail, tail_rule::drop);
  EXPECT_EQ(c.optimizer, optimizer_kind::sgd);
  EXPECT_EQ(c.learning_rate, 0.5);
  EXPECT_EQ(c.momentum, 0.9);
  EXPECT_EQ(c.weight_decay, 0.01);
  EXPECT_EQ(c.init, init_mode::keras);
  EXPECT_EQ(c.steps, 7U);
  EXPECT_EQ(c.epochs, std::nullopt);
  EXPECT_EQ(c.seed, UINT64_MAX);
  EXPECT_EQ(c.shuffle, shuffle_mode::none);
  EXPECT_EQ(c.save_parameters, "p.npy");
  EXPECT_EQ(c.save_gradients, "g.npy");
  EXPECT_TRUE(c.verify && c.quiet);
  EXPECT_EQ(c.deadline_seconds, 12.5);
  EXPECT_EQ(c.record, "r.json");
  EXPECT_EQ(c.isa, "x86-64-v2");
}

TEST(config_sources, adams_and_the_measurements_options_reach_their_fields) {
  const config c = settings({"--beta1",
                             "0.5",
                             "--beta2",
                             "0.75",
                             "--epsilon",
                             "1e-3",
                             "--epsilon-mode",
                             "keras",
                             "--measure",
                             "--warmup-seconds",
                             "0",
                             "--window-seconds",
                             "0.5",
                             "--min-windows",
                             "3",
                             "--interval-goal",
                             "0.25",
                             "--budget-seconds",
                             "9",
                             "--initial-parameters",
                             "i.npy"});
  EXPECT_EQ(c.beta1, 0.5);
  EXPECT_EQ(c.beta2, 0.75);
  EXPECT_EQ(c.epsilon, 1e-3);
  EXPECT_EQ(c.epsilon_rule, epsilon_mode::keras);
  EXPECT_TRUE(c.measure);
  EXPECT_FALSE(c.epochs || c.steps);
  EXPECT_EQ(c.warmup_seconds, 0.0);
  EXPECT_EQ(c.window_seconds, 0.5);
  EXPECT_EQ(c.min_windows, 3U);
  EXPECT_EQ(c.interval_goal, 0.25);
  EXPECT_EQ(c.budget_seconds, 9.0);
  EXPECT_EQ(c.initial_parameters, "i.npy");
}

TEST(config_sources, flag_beats_environment_beats_preset_beats_default) {
  const auto around = machine({{"DPSCALE_LR", "0.25"}, {"DPSCALE_SEED", "9"}});
  const config c = settings({"--preset", "tf-mirrored", "--seed", "5"}, around);
  EXPECT_EQ(c.seed, 5U);
  EXPECT_EQ(c.source.at("seed"), "flag");
  EXPECT_EQ(c.learning_rate, 0.25);
  EXPECT_EQ(c.source.at("lr"), "environment");
  EXPECT_EQ(c.epsilon, 1e-7);
  EXPECT_EQ(c.source.at("epsilon"), "preset");
  EXPECT_EQ(c.momentum, 0.0);
  EXPECT_EQ(c.source.at("momentum"), "default");
  EXPECT_EQ(settings({}, around).seed, 9U);
}

TEST(config_sources, of_alternatives_the_highest_source_decides) {
  const config steps = settings({"--preset", "tf-mirrored", "--steps", "3"});
  EXPECT_EQ(steps.steps, 3U);
  EXPECT_EQ(steps.epochs, std::nullopt);
  const config batch =
      settings({"--preset", "tf-mirrored", "--device-batch", "10", "--devices", "3"});
  EXPECT_EQ(batch.global_batch, 30U);
  EXPECT_EQ(batch.source.at("global-batch"), "derived");
  EXPECT_EQ(batch.source.at("device-batch"), "flag");
  const config measured = settings({"--measure"}, machine({{"DPSCALE_EPOCHS", "2"}}));
  EXPECT_TRUE(measured.measure);
  EXPECT_EQ(measured.epochs, std::nullopt);
  const config off = settings({"--epochs", "2"}, machine({{"DPSCALE_MEASURE", "0"}}));
  EXPECT_EQ(off.epochs, 2U);
  const config on = settings({}, machine({{"DPSCALE_MEASURE", "yes"}, {"DPSCALE_PRESET", "wide"}}));
  EXPECT_TRUE(on.measure);
  EXPECT_EQ(on.preset, "wide");
  EXPECT_EQ(on.source.at("preset"), "environment");
}

TEST(config_sources, an_empty_variable_is_none) {
  EXPECT_EQ(settings({}, machine({{"DPSCALE_SEED", ""}})).source.at("seed"), "default");
}

TEST(config_sources, a_batch_smaller_than_the_devices_is_legal) {
  const config c = settings({"--devices", "4", "--global-batch", "3"});
  EXPECT_EQ(c.global_batch, 3U);
  EXPECT_TRUE(config_json(c)["device_batch"]["value"].is_null());
}

TEST(config_sources, data_is_the_flags_the_environments_or_the_systems) {
  surroundings around = machine();
  EXPECT_EQ(settings({}, around).data, "synthetic");
  around.installed_data = "/installed";
  EXPECT_EQ(settings({}, around).data, "/installed");
  around.variable = machine({{"DPSCALE_DATA", "/else"}}).variable;
  EXPECT_EQ(settings({}, around).data, "/else");
  EXPECT_EQ(settings({"--data", "synthetic:100"}, around).data, "synthetic:100");
}

TEST(config_sources, a_record_on_standard_output_keeps_it_clean) {
  EXPECT_TRUE(settings({"--record", "-"}).quiet);
  EXPECT_FALSE(settings({"--record", "r.json"}).quiet);
}

struct preset_row {
  const char* name;
  std::vector<std::size_t> model;
  double epsilon;
  epsilon_mode rule;
  init_mode init;
  std::size_t batch_on_two;
  std::uint64_t epochs;
};

// The protocol's table of presets; wide as a CPU has it.
TEST(config_presets, are_the_protocols) {
  for (const preset_row& row :
       {preset_row{
            "tf-mirrored", {784, 64, 10}, 1e-7, epsilon_mode::keras, init_mode::keras, 32, 5},
        preset_row{"torch-simplenet",
                   {784, 256, 128, 10},
                   1e-8,
                   epsilon_mode::torch,
                   init_mode::torch,
                   64,
                   10},
        preset_row{
            "wide", {784, 1024, 1024, 10}, 1e-8, epsilon_mode::torch, init_mode::torch, 2048, 1}}) {
    const config c = settings({"--preset", row.name, "--devices", "2"});
    EXPECT_EQ(c.preset, row.name);
    EXPECT_EQ(c.model, row.model) << row.name;
    EXPECT_EQ(c.optimizer, optimizer_kind::adam);
    EXPECT_EQ(c.learning_rate, 1e-3);
    EXPECT_EQ(c.beta1, 0.9);
    EXPECT_EQ(c.beta2, 0.999);
    EXPECT_EQ(c.epsilon, row.epsilon) << row.name;
    EXPECT_EQ(c.epsilon_rule, row.rule) << row.name;
    EXPECT_EQ(c.init, row.init) << row.name;
    EXPECT_EQ(c.global_batch, row.batch_on_two) << row.name;
    EXPECT_EQ(c.epochs, row.epochs) << row.name;
    EXPECT_EQ(c.shuffle, shuffle_mode::epoch);
    EXPECT_EQ(c.tail, tail_rule::keep);
    EXPECT_EQ(c.strategy, "mirrored");
  }
}

TEST(config_presets, options_given_override_them) {
  const config c =
      settings({"--preset", "torch-simplenet", "--model", "784-8-10", "--epochs", "1"});
  EXPECT_EQ(c.model, (std::vector<std::size_t>{784, 8, 10}));
  EXPECT_EQ(c.epochs, 1U);
  EXPECT_EQ(c.global_batch, 64U);
  EXPECT_EQ(c.source.at("model"), "flag");
}

TEST(config_sources, of_options_that_exclude_each_other_the_higher_sources_count) {
  const surroundings around = machine({{"DPSCALE_INITIAL_PARAMETERS", "i.npy"}});
  const config flag = settings({"--init", "keras"}, around);
  EXPECT_EQ(flag.init, init_mode::keras);
  EXPECT_EQ(flag.initial_parameters, "");
  const config preset = settings({"--preset", "tf-mirrored"}, around);
  EXPECT_EQ(preset.initial_parameters, "i.npy");
  EXPECT_EQ(preset.source.at("initial-parameters"), "environment");
}

}  // namespace
}  // namespace dpscale
