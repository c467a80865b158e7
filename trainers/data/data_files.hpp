// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace dpscale::data {

/// Paths of the four IDX files of one data set.
struct data_files {
  std::string train_images, train_labels, test_images, test_labels;
};

/// The files of the set that `where` names: a folder, or a folder and the prefix of the files in
/// it (DIR/emnist-letters). Names are those of MNIST's publication and its mirrors:
/// [PREFIX-]train-images-idx3-ubyte, train-labels-idx1-ubyte, t10k-images-idx3-ubyte and
/// t10k-labels-idx1-ubyte, `test` for `t10k`, a dot before `idx`, .gz behind. Where a folder has
/// one file under several names, t10k goes before test, plain before .gz and a dash before a dot.
/// Of several sets in a folder the one without a prefix is the folder's own. Throws protocol::error
/// (bad_data) with what was looked for and what is there.
data_files find_data_files(const std::string& where);

/// Whether `find_data_files(where)` finds a set.
bool has_dataset(const std::string& where);

}  // namespace dpscale::data
