// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "profiles/allocation_count.hpp"

#include <cstdlib>
#include <new>

namespace dpscale::profiles {

namespace {
thread_local constinit std::uint64_t allocations = 0;

void* counted(std::size_t bytes, std::size_t alignment) {
  ++allocations;
  const std::size_t size = bytes == 0 ? 1 : bytes;
  void* memory =
      alignment <= __STDCPP_DEFAULT_NEW_ALIGNMENT__
          ? std::malloc(size)
          : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
}  // namespace

std::uint64_t allocations_of_this_thread() { return allocations; }

}  // namespace dpscale::profiles

// The array, nothrow and sized forms of the standard library forward to these.
void* operator new(std::size_t bytes) { return dpscale::profiles::counted(bytes, 0); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return dpscale::profiles::counted(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
