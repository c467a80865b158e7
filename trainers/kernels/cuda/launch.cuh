// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "trainers/kernels/column_reduce.hpp"
#include "trainers/kernels/softmax_cross_entropy.hpp"
#include "trainers/kernels/team.hpp"

// How bodies run on a GPU: one generic kernel, whose symbol names the body in a profiler.
namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {

/// Which of the grid's teams this thread belongs to, and how many there are.
template <typename Team>
struct placement;

template <>
struct placement<serial_team> {
  static constexpr unsigned threads = 1;
  __device__ static serial_team team(double*) { return {}; }
  __device__ static std::size_t first() {
    return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  }
  __device__ static std::size_t stride() { return std::size_t{gridDim.x} * blockDim.x; }
};

template <>
struct placement<warp_team> {
  static constexpr unsigned threads = warp_team::width;
  __device__ static warp_team team(double*) { return {}; }
  __device__ static std::size_t first() { return placement<serial_team>::first() / threads; }
  __device__ static std::size_t stride() { return placement<serial_team>::stride() / threads; }
};

template <>
struct placement<block_team> {
  static constexpr unsigned threads = 256;
  __device__ static block_team team(double* shared) {
    block_team t;
    t.shared = shared;
    return t;
  }
  __device__ static std::size_t first() { return blockIdx.x; }
  __device__ static std::size_t stride() { return gridDim.x; }
};

/// Element bodies at i, row bodies at (team, i), for every i below count.
template <typename Team, typename Body>
__global__ void run(const Body body, const std::size_t count) {
  __shared__ double shared[block_team::most_warps];
  const Team team = placement<Team>::team(shared);
  for (std::size_t i = placement<Team>::first(); i < count; i += placement<Team>::stride()) {
    if constexpr (std::is_invocable_v<const Body&, std::size_t>) {
      body(i);
    } else {
      body(team, i);
    }
  }
}

/// Enqueues `body` for every index below `count`, a team each, in a grid-stride loop.
template <typename Team, typename Body>
void enqueue(cudaStream_t stream, const Body& body, std::size_t count) {
  constexpr std::size_t block = 256, most_blocks = 4096;
  if (count == 0) return;
  const std::size_t teams_a_block = block / placement<Team>::threads;
  const std::size_t blocks = std::min((count + teams_a_block - 1) / teams_a_block, most_blocks);
  run<Team>
      <<<static_cast<unsigned>(blocks), static_cast<unsigned>(block), 0, stream>>>(body, count);
}

/// A row body whose rows have `cols` columns: a warp a row, or a block where rows are long.
template <typename Body>
void enqueue_rows(cudaStream_t stream, const Body& body, std::size_t rows, std::size_t cols) {
  constexpr std::size_t long_row = 2048;
  if (cols > long_row) {
    enqueue<block_team>(stream, body, rows);
  } else {
    enqueue<warp_team>(stream, body, rows);
  }
}

/// Element body, a column body's first stage: partials[slice][c] for i = slice * cols + c.
template <typename Body>
struct column_partials {
  Body body;
  std::size_t slices, cols;
  float* partials;

  DPSCALE_HD void operator()(std::size_t i) const {
    partials[i] = body(i / cols, slices, i % cols);
  }
};

/// Row body: keeps what each row of `body` gives for total_losses.
template <typename Body>
struct recorded_losses {
  Body body;
  row_loss* losses;

  template <typename Team>
  DPSCALE_HD void operator()(const Team& team, std::size_t row) const {
    const row_loss found = body(team, row);
    if (team.rank() == 0) losses[row] = found;
  }
};

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels
