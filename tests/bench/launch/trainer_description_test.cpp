// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/launch/trainer_description.hpp"

#include <gtest/gtest.h>

#include "trainers/protocol/error.hpp"

namespace dpscale::bench {
namespace {

using names = std::set<std::string>;

const names core{"devices", "global-batch",   "model",    "data",  "seed",
                 "measure", "budget-seconds", "deadline", "record"};

/// A trainer with the core and `more`, none of them with a type.
trainer_description trainer_with(const names& more, const char* program = "x/train_multi") {
  trainer_description result;
  result.program = program;
  result.options = core;
  result.options.insert(more.begin(), more.end());
  for (const std::string& name : result.options) result.types[name] = "";
  return result;
}

plan model_plan() {
  plan value;
  value.workloads = {{"", "784-64-10"}};
  value.strategies = {"mirrored"};
  value.default_strategy = true;
  return value;
}

/// The line a plan is refused with; empty when it is taken.
std::string refusal(plan value, const trainer_pair& trainers) {
  try {
    settle_strategy(value, trainers.multi);
    check_against(value, trainers);
  } catch (const protocol::error& fault) {
    EXPECT_EQ(fault.code(), protocol::exit_code::usage);
    return fault.what();
  }
  return "";
}

TEST(TrainerDescription, TheCoreIsEnough) {
  EXPECT_EQ(refusal(model_plan(), {trainer_with({}), trainer_with({})}), "");
}

TEST(TrainerDescription, EachCoreOptionIsMissed) {
  plan value = model_plan();
  value.data = "synthetic";
  for (const std::string& name : core) {
    for (const bool in_multi : {true, false}) {
      trainer_pair pair{trainer_with({}, "x/train_single"), trainer_with({})};
      trainer_description& lacking = in_multi ? pair.multi : pair.single;
      lacking.options.erase(name);
      const std::string line = refusal(value, pair);
      EXPECT_TRUE(line.starts_with(lacking.program + ": ")) << name << ": " << line;
      EXPECT_NE(line.find("--" + name), std::string::npos) << line;
    }
  }
  trainer_description no_data = trainer_with({});
  no_data.options.erase("data");
  EXPECT_EQ(refusal(model_plan(), {no_data, no_data}), "") << "no data are named";
}

TEST(TrainerDescription, PresetsAreOfBothPrograms) {
  plan value = model_plan();
  value.workloads = {{"wide", ""}};
  trainer_description with = trainer_with({"preset"}), without = trainer_with({}, "x/train_single");
  EXPECT_EQ(refusal(value, {with, with}), "");
  EXPECT_EQ(refusal(value, {without, with}),
            "x/train_single: the trainer has no --preset, so not 'wide'; name the layers' widths "
            "instead: --model 784-64-10");
  with.presets = {"deep", "flat"};
  EXPECT_NE(refusal(value, {with, with}).find("no preset 'wide'; it has: deep, flat"),
            std::string::npos);
}

TEST(TrainerDescription, AStrategyThatIsNotNamedIsTheTrainers) {
  const auto settled = [](const trainer_description& multi) {
    plan value = model_plan();
    settle_strategy(value, multi);
    return value.strategies.front();
  };
  EXPECT_EQ(settled(trainer_with({})), trainers_own);
  trainer_description multi = trainer_with({"strategy"});
  EXPECT_EQ(settled(multi), "mirrored");
  multi.strategies = {"ddp"};
  EXPECT_EQ(settled(multi), "ddp");
  multi.strategies = {"ddp", "mirrored"};
  EXPECT_EQ(settled(multi), "mirrored");
  multi.strategies = {"ddp", "zero1"};
  EXPECT_NE(refusal(model_plan(), {trainer_with({}), multi}).find("--strategy: ddp, zero1"),
            std::string::npos);
}

TEST(TrainerDescription, AStrategyThatIsNamedIsMissed) {
  plan value = model_plan();
  value.default_strategy = false;
  EXPECT_NE(refusal(value, {trainer_with({}), trainer_with({})}).find("no --strategy"),
            std::string::npos);
  value.strategies = {trainers_own};
  EXPECT_EQ(refusal(value, {trainer_with({}), trainer_with({})}), "");
  trainer_description multi = trainer_with({"strategy"});
  multi.strategies = {"mirrored"};
  EXPECT_NE(refusal(value, {trainer_with({}), multi}).find("no strategy 'default'"),
            std::string::npos);
}

TEST(TrainerDescription, ValuesAreOfTheOptionsKind) {
  trainer_description multi = trainer_with({"lr", "verify", "tail"});
  multi.types["lr"] = "number";
  multi.types["verify"] = "switch";
  struct row {
    const char *name, *value, *said;
  };
  for (const row& r :
       {row{"lr", "0.1", ""}, row{"lr", "true", "--lr: the value is missing"},
        row{"verify", "true", ""}, row{"verify", "false", ""},
        row{"verify", "1", "--verify: a switch takes no value"}, row{"tail", "true", ""},
        row{"tail", "drop", ""}, row{"tall", "drop", "did you mean --tail?"}}) {
    plan value = model_plan();
    value.axes[r.name] = {r.value};
    const std::string line = refusal(value, {trainer_with({}), multi});
    EXPECT_EQ(line.empty(), *r.said == '\0') << line;
    EXPECT_NE(line.find(r.said), std::string::npos) << line;
  }
}

}  // namespace
}  // namespace dpscale::bench
