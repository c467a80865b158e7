// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/protocol/files/paths.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

namespace dpscale::protocol {
namespace {

TEST(paths, a_home_is_replaced_where_it_is_a_whole_path) {
  const std::vector<std::string> homes{"/home/ann"};
  const std::pair<const char*, const char*> cases[] = {
      {"/home/ann", "~"},
      {"/home/ann/data", "~/data"},
      {"/home/anna/data", "/home/anna/data"},
      {"/home/ann.old/x", "/home/ann.old/x"},
      {"/mnt/home/ann/x", "/mnt/home/ann/x"},
      {"/home/ann-2", "/home/ann-2"},
      {"can't open /home/ann/a: no", "can't open ~/a: no"},
      {"'/home/ann/a' and \"/home/ann/b\"", "'~/a' and \"~/b\""},
      {"stored in /home/ann.", "stored in ~."},
      {"--data=/home/ann:/home/ann", "--data=~:~"},
      {"file:///home/ann/x", "file://~/x"},
      {"", ""},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(without_home(text, homes), expected) << text;
}

TEST(paths, the_longer_home_wins) {
  EXPECT_EQ(without_home("/a/b/c /a/x", {"/a/b", "/a"}), "~/c ~/x");
}

class paths_home : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const char* home = std::getenv("HOME")) before_ = home;
  }
  void TearDown() override { setenv("HOME", before_.c_str(), 1); }
  std::string before_;
};

TEST_F(paths_home, home_is_the_environments) {
  setenv("HOME", "/somewhere/ann/", 1);
  EXPECT_EQ(without_home("/somewhere/ann/x"), "~/x");
}

TEST_F(paths_home, a_home_that_is_no_folder_of_ones_own_changes_nothing) {
  for (const char* home : {"/", "", "relative"}) {
    setenv("HOME", home, 1);
    EXPECT_EQ(without_home("/usr/relative/x"), "/usr/relative/x") << home;
  }
}

TEST_F(paths_home, every_text_of_a_document_is_cleaned) {
  setenv("HOME", "/somewhere/ann", 1);
  nlohmann::json document = {
      {"a", "/somewhere/ann"}, {"b", {1, "x", {{"c", "in /somewhere/ann/d"}}}}, {"n", nullptr}};
  remove_home(document);
  EXPECT_EQ(document.dump(), R"({"a":"~","b":[1,"x",{"c":"in ~/d"}],"n":null})");
}

}  // namespace
}  // namespace dpscale::protocol
