// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/config/presets.hpp"

namespace dpscale {

namespace {

using options = std::map<std::string, std::string>;

const options& adam() {
  static const options common{{"optimizer", "adam"}, {"lr", "0.001"},      {"beta1", "0.9"},
                              {"beta2", "0.999"},    {"shuffle", "epoch"}, {"tail", "keep"}};
  return common;
}

options with(options own) {
  own.insert(adam().begin(), adam().end());
  return own;
}

/// TensorFlow's MirroredStrategy tutorial: Keras' Adam and initial values.
options tf_mirrored() {
  return with({{"model", "784-64-10"},
               {"epsilon", "1e-7"},
               {"epsilon-mode", "keras"},
               {"init", "keras"},
               {"global-batch", "32"},
               {"epochs", "5"}});
}

options torch_adam(options own) {
  own.insert({{"epsilon", "1e-8"}, {"epsilon-mode", "torch"}, {"init", "torch"}});
  return with(std::move(own));
}

/// PyTorch's DataParallel tutorial.
options torch_simplenet() {
  return torch_adam({{"model", "784-256-128-10"}, {"global-batch", "64"}, {"epochs", "10"}});
}

/// Loads the machine. On a CPU the layers are 1024 wide; a GPU is to get 8192.
options wide() {
  return torch_adam({{"model", "784-1024-1024-10"}, {"device-batch", "1024"}, {"epochs", "1"}});
}

}  // namespace

std::vector<std::string> preset_names() { return {"tf-mirrored", "torch-simplenet", "wide"}; }

options preset_options(const std::string& preset) {
  if (preset == "tf-mirrored") return tf_mirrored();
  if (preset == "torch-simplenet") return torch_simplenet();
  if (preset == "wide") return wide();
  return {};
}

}  // namespace dpscale
