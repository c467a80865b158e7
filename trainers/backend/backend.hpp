// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>

#include "profiles/memory_ledger.hpp"

namespace dpscale::backend {

/// What a backend tag must name, for code that is written once over it.
/// stream: an in-order queue of one device's work, with synchronize(); event: a point in it, with
/// record(stream) and wait(); buffer<T>: device memory that charges a ledger; blas: a factory of
/// products made once per shape.
template <typename B>
concept backend = requires(typename B::stream& stream, typename B::event& event,
                           profiles::memory_ledger& ledger, typename B::blas& blas,
                           typename B::blas::shape shape) {
  {stream.synchronize()};
  {event.record(stream)};
  {stream.wait(event)};
  typename B::template buffer<float>;
  requires std::constructible_from<typename B::template buffer<float>, std::size_t,
                                   profiles::memory_ledger&, profiles::memory_category>;
  { blas.make(shape) } -> std::same_as<typename B::blas::product>;
};

}  // namespace dpscale::backend
