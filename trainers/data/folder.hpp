// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "trainers/data/dataset.hpp"

namespace dpscale::data {

/// The data set of IDX files that `where` names, a folder or a folder and a prefix; see
/// find_data_files. Pixels stay as the files have them: EMNIST's images are stored transposed, and
/// to a network without convolutions the order of pixels makes no difference.
/// Throws protocol::error (bad_data) for what find_data_files and read_idx throw, for counts that
/// differ, labels of `outputs` and more, and parts of different shape.
train_and_test load_folder(const std::string& where, std::size_t outputs);

}  // namespace dpscale::data
