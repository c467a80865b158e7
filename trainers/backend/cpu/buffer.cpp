// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/backend/cpu/buffer.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cstdlib>
#include <cstring>

#include "trainers/protocol/error.hpp"

namespace dpscale::backend {

namespace {
constexpr std::size_t cache_line = 64;
constexpr std::size_t huge_page = std::size_t{2} << 20;
}  // namespace

void free_deleter::operator()(void* memory) const noexcept { std::free(memory); }

std::unique_ptr<void, free_deleter> allocate_zeroed(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  const std::size_t alignment = bytes >= huge_page ? huge_page : cache_line;
  const std::size_t padded = (bytes + alignment - 1) / alignment * alignment;
  std::unique_ptr<void, free_deleter> memory(std::aligned_alloc(alignment, padded));
  if (!memory) {
    throw protocol::error(protocol::exit_code::out_of_memory,
                          fmt::format("could not allocate {} bytes of host memory; use a smaller "
                                      "batch or model",
                                      bytes));
  }
  // Advice only: without huge pages everything works, slower.
  if (bytes >= huge_page) static_cast<void>(madvise(memory.get(), padded, MADV_HUGEPAGE));
  std::memset(memory.get(), 0, padded);
  return memory;
}

}  // namespace dpscale::backend
