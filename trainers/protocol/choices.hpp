// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace dpscale {

// The closed choices of the protocol's options, for every layer that acts on one.
enum class optimizer_kind { adam, sgd };
/// Where Adam's epsilon is added: after (torch) or before (keras) bias correction.
enum class epsilon_mode { torch, keras };
/// Initial parameters: PyTorch's Linear default, or Keras' Glorot uniform with zero bias.
enum class init_mode { torch, keras };
/// An epoch's last, uneven batch: kept and weighted by its samples, or dropped.
enum class tail_rule { keep, drop };
/// A new permutation each epoch, or the file's order.
enum class shuffle_mode { epoch, none };

}  // namespace dpscale
