// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/commands/locate.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/bench/support/scratch.hpp"

namespace dpscale::bench {
namespace {

namespace fs = std::filesystem;

TEST(Locate, InstalledPrefixesBringTheirOwnReports) {
  const test::scratch_folder prefix;
  fs::create_directories(prefix.path() / "bin");
  fs::create_directories(prefix.path() / "share/dpscale/reports");
  EXPECT_EQ(reports_folder(prefix.path() / "bin"), prefix.path() / "share/dpscale/reports");
}

TEST(Locate, BuildTreesUseTheSourceTreeAbove) {
  const test::scratch_folder tree;
  const fs::path bin = tree.path() / "build/release/bin";
  fs::create_directories(bin);
  EXPECT_EQ(reports_folder(bin), fs::path());
  fs::create_directories(tree.path() / "reports");
  std::ofstream(tree.path() / "reports/pyproject.toml") << "\n";
  EXPECT_EQ(reports_folder(bin), tree.path() / "reports");
}

TEST(Locate, PythonIsTheOneNamedElseTheProjectsElseTheSystems) {
  const test::scratch_folder tree;
  const fs::path reports = tree.path() / "reports";
  fs::create_directories(reports);
  EXPECT_EQ(python_program(reports), "python3");
  EXPECT_EQ(python_program({}), "python3");
  fs::create_directories(tree.path() / ".venv/bin");
  std::ofstream(tree.path() / ".venv/bin/python") << "\n";
  EXPECT_EQ(python_program(reports), (tree.path() / ".venv/bin/python").string());
  const test::scoped_variable chosen("DPSCALE_PYTHON", "/opt/python");
  EXPECT_EQ(python_program(reports), "/opt/python");
}

TEST(Locate, ThisProgramIsWhereItIs) {
  EXPECT_TRUE(fs::exists(program_folder() / "bench_process_tests"));
}

}  // namespace
}  // namespace dpscale::bench
