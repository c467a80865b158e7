// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "profiles/range.hpp"

#include <nvtx3/nvToolsExt.h>

#include <array>

namespace dpscale::profiles {
namespace {

struct category_style {
  range_category category;
  const char* name;
  std::uint32_t argb;
};
// Colours that people who see few colours tell apart too (Okabe and Ito).
constexpr std::array<category_style, 3> styles = {{{range_category::step, "step", 0xFF0072B2},
                                                   {range_category::phase, "phase", 0xFFE69F00},
                                                   {range_category::other, "other", 0xFF999999}}};

nvtxDomainHandle_t open_domain() {
  nvtxDomainHandle_t opened = nvtxDomainCreateA("dpscale");
  for (const category_style& style : styles) {
    nvtxDomainNameCategoryA(opened, static_cast<std::uint32_t>(style.category), style.name);
  }
  return opened;
}

/// Null where no tool listens. Never destroyed: ranges may close while the program ends.
nvtxDomainHandle_t domain() {
  static auto* const opened = open_domain();
  return opened;
}

}  // namespace

range_name::range_name(const char* text) : text_(text), live_(domain() != nullptr) {
  if (live_) registered_ = nvtxDomainRegisterStringA(domain(), text);
}

void scoped_range::push(const range_name& name, range_category category,
                        std::optional<std::uint64_t> payload) noexcept {
  nvtxEventAttributes_t attributes{};
  attributes.version = NVTX_VERSION;
  attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  attributes.category = static_cast<std::uint32_t>(category);
  attributes.colorType = NVTX_COLOR_ARGB;
  attributes.color = styles.at(attributes.category - 1).argb;
  if (payload) {
    attributes.payloadType = NVTX_PAYLOAD_TYPE_UNSIGNED_INT64;
    attributes.payload.ullValue = *payload;
  }
  // A tool may have no table of registered strings.
  if (name.registered_ != nullptr) {
    attributes.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    attributes.message.registered = static_cast<nvtxStringHandle_t>(name.registered_);
  } else {
    attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
    attributes.message.ascii = name.text_;
  }
  nvtxDomainRangePushEx(domain(), &attributes);
}

void scoped_range::pop() noexcept { nvtxDomainRangePop(domain()); }

bool ranges_built_in() { return true; }

}  // namespace dpscale::profiles
