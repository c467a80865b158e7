// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "trainers/data/dataset.hpp"

namespace dpscale::data {

/// The four IDX files of `folder`, each plain (which wins where both are there) or with .gz.
/// Throws protocol::error (bad_data) for a missing folder or file (naming all that are missing),
/// for what read_idx throws, for counts that differ, labels of 10 and more and parts of different
/// shape.
train_and_test load_folder(const std::string& folder);

/// Whether all four files are in `folder`, under either name.
bool has_dataset(const std::string& folder);

}  // namespace dpscale::data
