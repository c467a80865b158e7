// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "trainers/kernels/annotations.hpp"
#include "trainers/kernels/scalar.hpp"

// A team works on a row together. A body walks its share of the columns,
//   for (c = team.rank(); c < columns; c += team.size())
// and combines what the members found with team.sum, team.max and team.any, which give every member
// the same value and must be called by all members alike. What a member wrote before such a call
// the others may read after it. At a column index a member holds a `real` of the team and has
//   load(p, c, columns)  store(p, c, columns, x)  before(c, where)  filled(x)  never()
// for one column, or, in vector_team, for as many as its vector has lanes. Columns from `columns`
// on load as anything and aren't stored.
namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {

/// The column access of a team whose members hold one column at a time.
struct single_columns {
  using real = float;
  template <typename T>
  DPSCALE_HD static float load(const T* p, std::size_t c, std::size_t columns) {
    return c < columns ? kernels::load(p, c) : 0.0F;
  }
  DPSCALE_HD static void store(float* p, std::size_t c, std::size_t columns, float x) {
    if (c < columns) p[c] = x;
  }
  DPSCALE_HD static bool before(std::size_t c, std::size_t where) { return c < where; }
  DPSCALE_HD static bool exactly(std::size_t c, std::size_t where) { return c == where; }
  DPSCALE_HD static float filled(float x) { return x; }
  DPSCALE_HD static bool never() { return false; }
};

/// A team of one.
struct serial_team : single_columns {
  DPSCALE_HD static std::size_t rank() { return 0; }
  DPSCALE_HD static std::size_t size() { return 1; }
  template <typename T>
  DPSCALE_HD static T sum(T x) {
    return x;
  }
  DPSCALE_HD static float max(float x) { return x; }
  DPSCALE_HD static bool any(bool x) { return x; }
};

#if defined(__CUDACC__)

/// The lanes of a warp, all 32 of which must be in the call.
struct warp_team : single_columns {
  static constexpr unsigned everyone = 0xffffffffU;
  static constexpr unsigned width = 32;

  __device__ static std::size_t rank() { return threadIdx.x % width; }
  __device__ static std::size_t size() { return width; }
  /// A butterfly: both sides of each exchange add the same two values, so all lanes agree to the
  /// bit.
  template <typename T>
  __device__ static T sum(T x) {
    __syncwarp();
    for (unsigned distance = width / 2; distance > 0; distance /= 2) {
      x += __shfl_xor_sync(everyone, x, distance);
    }
    return x;
  }
  __device__ static float max(float x) {
    __syncwarp();
    for (unsigned distance = width / 2; distance > 0; distance /= 2) {
      x = greater(x, __shfl_xor_sync(everyone, x, distance));
    }
    return x;
  }
  __device__ static bool any(bool x) { return __any_sync(everyone, x) != 0; }
};

/// The threads of a block of whole warps. `shared` has a slot a warp and is the block's.
struct block_team : single_columns {
  static constexpr unsigned most_warps = 32;
  double* shared;

  __device__ static std::size_t rank() { return threadIdx.x; }
  __device__ static std::size_t size() { return blockDim.x; }
  template <typename T>
  __device__ T sum(T x) const {
    return combined(warp_team::sum(x), [](T a, T b) { return a + b; });
  }
  __device__ float max(float x) const {
    return combined(warp_team::max(x), [](float a, float b) { return greater(a, b); });
  }
  __device__ static bool any(bool x) { return __syncthreads_or(x) != 0; }

 private:
  /// The warps' values combined in the warps' order, by every thread for itself.
  template <typename T, typename Combine>
  __device__ T combined(T warp_value, const Combine& combine) const {
    static_assert(sizeof(T) <= sizeof(double));
    T* slots = reinterpret_cast<T*>(shared);
    if (warp_team::rank() == 0) slots[threadIdx.x / warp_team::width] = warp_value;
    __syncthreads();
    T all = slots[0];
    for (unsigned w = 1; w < blockDim.x / warp_team::width; ++w) all = combine(all, slots[w]);
    __syncthreads();
    return all;
  }
};

#endif

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels
