// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/micro/peak.hpp"

// One function a file: each registers the benchmarks of its subject. `best` must outlive the run.
namespace dpscale::bench::micro {

void register_peaks(peaks& best);       ///< the core itself, so that it is measured first
void register_products(peaks& best);    ///< the layers' matrix products, a library each
void register_elements(peaks& best);    ///< fill, copy, axpy, sum_in_order, transpose
void register_optimizers(peaks& best);  ///< Adam and SGD, whole and in slices
void register_rows(peaks& best);        ///< gather, bias + ReLU, softmax cross entropy
void register_columns(peaks& best);     ///< ReLU backward with bias gradient, column sums

}  // namespace dpscale::bench::micro
