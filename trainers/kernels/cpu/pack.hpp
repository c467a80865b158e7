// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "trainers/kernels/annotations.hpp"
#include "trainers/kernels/cpu/native_avx2.hpp"
#include "trainers/kernels/cpu/native_avx512.hpp"
#include "trainers/kernels/cpu/native_neon.hpp"
#include "trainers/kernels/cpu/native_sse4.hpp"

// The primitives of scalar.hpp for packs of floats. Where a body's index is a `lanes` it runs on
// these, and a loop over it is vectorised by construction.
namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {

/// K vectors of the level's width, worked on side by side. The members of a mask are lanes' truth.
template <int K = 1>
struct pack {
  native::real part[K];
};
template <int K = 1>
struct pack_mask {
  native::mask part[K];
};

/// The K * width consecutive elements from `first` on.
template <int K = 1>
struct lanes {
  static constexpr std::size_t width = K * native::width;
  std::size_t first;
};
/// The `count` < width elements from `first` on: loads read zero and stores leave memory alone
/// past them.
struct some_lanes {
  std::size_t first, count;
};

/// f(k) for each part of a pack.
template <int K, typename F>
DPSCALE_HD pack<K> each_part(const F& f) {
  pack<K> r;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k) r.part[k] = f(k);
  return r;
}

template <int K>
DPSCALE_HD pack<K> load(const float* p, lanes<K> i) {
  return each_part<K>([&](int k) { return native::load(p + i.first + k * native::width); });
}
DPSCALE_HD pack<1> load(const float* p, some_lanes i) {
  return {native::load_first(p + i.first, i.count)};
}
DPSCALE_HD pack<1> load(const std::uint8_t* p, lanes<1> i) {
  return {native::load_bytes(p + i.first)};
}
/// Few bytes are copied first, so that none past them is read.
DPSCALE_HD pack<1> load(const std::uint8_t* p, some_lanes i) {
  std::uint8_t bytes[native::width] = {};
  for (std::size_t b = 0; b < i.count; ++b) bytes[b] = p[i.first + b];
  return {native::load_bytes(bytes)};
}
template <int K>
DPSCALE_HD void store(float* p, lanes<K> i, const pack<K>& x) {
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k) native::store(p + i.first + k * native::width, x.part[k]);
}
DPSCALE_HD void store(float* p, some_lanes i, const pack<1>& x) {
  native::store_first(p + i.first, i.count, x.part[0]);
}
template <int K>
DPSCALE_HD pack<K> filled(lanes<K>, float x) {
  return each_part<K>([&](int) { return native::set(x); });
}
DPSCALE_HD pack<1> filled(some_lanes, float x) { return {native::set(x)}; }
template <int K>
DPSCALE_HD pack<K> filled_like(const pack<K>&, float x) {
  return filled(lanes<K>{0}, x);
}

template <int K>
DPSCALE_HD pack<K> operator+(const pack<K>& a, const pack<K>& b) {
  return each_part<K>([&](int k) { return a.part[k] + b.part[k]; });
}
template <int K>
DPSCALE_HD pack<K> operator-(const pack<K>& a, const pack<K>& b) {
  return each_part<K>([&](int k) { return a.part[k] - b.part[k]; });
}
template <int K>
DPSCALE_HD pack<K> operator*(const pack<K>& a, const pack<K>& b) {
  return each_part<K>([&](int k) { return a.part[k] * b.part[k]; });
}
template <int K>
DPSCALE_HD pack<K> operator+(const pack<K>& a, float b) {
  return each_part<K>([&](int k) { return a.part[k] + native::set(b); });
}
template <int K>
DPSCALE_HD pack<K> operator-(const pack<K>& a, float b) {
  return each_part<K>([&](int k) { return a.part[k] - native::set(b); });
}
template <int K>
DPSCALE_HD pack<K> operator*(float a, const pack<K>& b) {
  return each_part<K>([&](int k) { return native::set(a) * b.part[k]; });
}
template <int K>
DPSCALE_HD pack<K> operator/(const pack<K>& a, float b) {
  return each_part<K>([&](int k) { return a.part[k] / native::set(b); });
}

/// a * b + c, rounded once where the machine can.
template <int K>
DPSCALE_HD pack<K> multiply_add(const pack<K>& a, const pack<K>& b, const pack<K>& c) {
  return each_part<K>([&](int k) { return native::multiply_add(a.part[k], b.part[k], c.part[k]); });
}
template <int K>
DPSCALE_HD pack<K> multiply_add(float a, const pack<K>& b, const pack<K>& c) {
  return each_part<K>(
      [&](int k) { return native::multiply_add(native::set(a), b.part[k], c.part[k]); });
}
template <int K>
DPSCALE_HD pack<K> multiply_add(const pack<K>& a, float b, float c) {
  return each_part<K>(
      [&](int k) { return native::multiply_add(a.part[k], native::set(b), native::set(c)); });
}
template <int K>
DPSCALE_HD pack<K> multiply_add(const pack<K>& a, const pack<K>& b, float c) {
  return each_part<K>(
      [&](int k) { return native::multiply_add(a.part[k], b.part[k], native::set(c)); });
}
template <int K>
DPSCALE_HD pack<K> greater(const pack<K>& a, const pack<K>& b) {
  return each_part<K>([&](int k) { return native::greater(a.part[k], b.part[k]); });
}
template <int K>
DPSCALE_HD pack<K> greater(float a, const pack<K>& b) {
  return each_part<K>([&](int k) { return native::greater(native::set(a), b.part[k]); });
}
template <int K>
DPSCALE_HD pack<K> square_root(const pack<K>& x) {
  return each_part<K>([&](int k) { return native::square_root(x.part[k]); });
}
template <int K>
DPSCALE_HD pack<K> reciprocal(const pack<K>& x) {
  return each_part<K>([&](int k) { return native::reciprocal(x.part[k]); });
}
template <int K>
DPSCALE_HD pack<K> power_of_two(const pack<K>& biased) {
  return each_part<K>([&](int k) { return native::power_of_two(biased.part[k]); });
}

/// f(k) for each part of a mask.
template <int K, typename F>
DPSCALE_HD pack_mask<K> each_mask(const F& f) {
  pack_mask<K> r;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k) r.part[k] = f(k);
  return r;
}
template <int K>
DPSCALE_HD pack_mask<K> is_less(float a, const pack<K>& b) {
  return each_mask<K>([&](int k) { return native::less(native::set(a), b.part[k]); });
}
template <int K>
DPSCALE_HD pack_mask<K> is_less(const pack<K>& a, float b) {
  return each_mask<K>([&](int k) { return native::less(a.part[k], native::set(b)); });
}
template <int K>
DPSCALE_HD pack_mask<K> is_not_less(const pack<K>& a, float b) {
  return each_mask<K>([&](int k) { return native::not_less(a.part[k], native::set(b)); });
}
template <int K>
DPSCALE_HD pack_mask<K> both(const pack_mask<K>& a, const pack_mask<K>& b) {
  return each_mask<K>([&](int k) { return native::both(a.part[k], b.part[k]); });
}
template <int K>
DPSCALE_HD pack_mask<K> either(const pack_mask<K>& a, const pack_mask<K>& b) {
  return each_mask<K>([&](int k) { return native::either(a.part[k], b.part[k]); });
}
template <int K>
DPSCALE_HD pack<K> select(const pack_mask<K>& m, const pack<K>& yes, const pack<K>& no) {
  return each_part<K>([&](int k) { return native::select(m.part[k], yes.part[k], no.part[k]); });
}

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels
