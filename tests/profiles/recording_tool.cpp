// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
// A tool as NVTX loads one (NVTX_INJECTION64_PATH), which writes what it is told into a text. The
// binary interface is spelled out here without NVIDIA's headers, so that the test doesn't believe
// the code under test.
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>

namespace {

struct event_attributes {  // version 3, 48 bytes
  std::uint16_t version, size;
  std::uint32_t category;
  std::int32_t color_type;
  std::uint32_t color;
  std::int32_t payload_type, reserved;
  std::uint64_t payload;
  std::int32_t message_type;
  const void* message;
};
static_assert(sizeof(event_attributes) == 48);

using function = void (*)();
struct callbacks_table {
  std::size_t size;
  int (*module_functions)(std::int32_t module, function*** table, std::uint32_t* size);
};
using export_table = const void* (*)(std::uint32_t id);

std::mutex guard;
std::deque<std::string> names;  // handles point here
std::string text;

void write(const std::string& line) {
  const std::lock_guard lock(guard);
  text += line + '\n';
}

const std::string* keep(const char* name) {
  const std::lock_guard lock(guard);
  return &names.emplace_back(name);
}

std::string domain_name(const void* handle) { return *static_cast<const std::string*>(handle); }

const void* create_domain(const char* name) { return keep(name); }

const void* register_string(const void* /*domain*/, const char* name) { return keep(name); }

void name_category(const void* domain, std::uint32_t category, const char* name) {
  write(domain_name(domain) + " category " + std::to_string(category) + " " + name);
}

int push(const void* domain, const event_attributes* event) {
  std::string line = domain_name(domain) + " push ";
  const bool registered = event->message_type == 3;
  line += registered ? *static_cast<const std::string*>(event->message)
                     : static_cast<const char*>(event->message);
  line += registered ? " registered" : " copied";
  line += " category " + std::to_string(event->category);
  if (event->payload_type == 1) line += " payload " + std::to_string(event->payload);
  if (event->version != 3 || event->size != sizeof(event_attributes)) line += " malformed";
  write(line);
  return 0;
}

int pop(const void* domain) {
  write(domain_name(domain) + " pop");
  return 0;
}

template <typename F>
void install(function** table, std::size_t id, F* f) {
  *table[id] = reinterpret_cast<function>(f);
}

}  // namespace

extern "C" {

// NOLINTNEXTLINE: NVTX looks for this name
__attribute__((visibility("default"))) int InitializeInjectionNvtx2(export_table get) {
  const auto* callbacks = static_cast<const callbacks_table*>(get(1));
  function** table = nullptr;
  std::uint32_t size = 0;
  constexpr std::int32_t domain_module = 5;
  if (callbacks == nullptr || callbacks->module_functions(domain_module, &table, &size) == 0)
    return 0;
  install(table, 4, push);
  install(table, 5, pop);
  install(table, 8, name_category);
  install(table, 10, register_string);
  install(table, 12, create_domain);
  return 1;
}

/// All since the last call.
__attribute__((visibility("default"))) const char* dpscale_recorded() {
  static std::string taken;
  const std::lock_guard lock(guard);
  taken.swap(text);
  text.clear();
  return taken.c_str();
}
}
