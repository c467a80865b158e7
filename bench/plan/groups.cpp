// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/plan/groups.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace dpscale::bench {
namespace {

class grouping {
 public:
  explicit grouping(const std::vector<cell>& cells) : cells_(cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) index_[cells[i].id()] = i;
  }

  void add(const cell& value) {
    cell_group made{value.id(), {}};
    for (const std::string& id :
         {value.strong_plain, value.strong_self, value.id(), value.weak_plain, value.weak_self}) {
      const auto found = index_.find(id);
      if (found == index_.end()) continue;
      const bool there =
          std::find(made.members.begin(), made.members.end(), found->second) != made.members.end();
      if (!there) made.members.push_back(found->second);
      taken_.insert(found->second);
    }
    groups_.push_back(std::move(made));
  }

  void add_each(bool measured) {
    for (std::size_t i = 0; i < cells_.size(); ++i)
      if ((cells_[i].devices > 1) == measured && (measured || !taken_.contains(i)) &&
          cells_[i].program != single_program)
        add(cells_[i]);
  }

  void add_rest() {
    for (std::size_t i = 0; i < cells_.size(); ++i)
      if (!taken_.contains(i)) add(cells_[i]);
  }

  std::vector<cell_group> take() { return std::move(groups_); }

 private:
  const std::vector<cell>& cells_;
  std::map<std::string, std::size_t> index_;
  std::set<std::size_t> taken_;
  std::vector<cell_group> groups_;
};

}  // namespace

std::vector<cell_group> make_groups(const std::vector<cell>& cells) {
  grouping made(cells);
  made.add_each(true);
  made.add_each(false);
  made.add_rest();
  return made.take();
}

}  // namespace dpscale::bench
