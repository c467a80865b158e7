// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace dpscale::bench {

/// Prints `text` on standard output at once, and doesn't mind when that is gone: results are in
/// files.
void say(const std::string& text);

}  // namespace dpscale::bench
