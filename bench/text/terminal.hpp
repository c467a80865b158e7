// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace dpscale::bench {

/// Prints lines on standard output at once, and doesn't mind when that is gone: results are in
/// files. Whatever `text` holds, nothing in it but its newlines acts on the terminal; text from
/// elsewhere, whose newlines are none of ours, comes here through name_text and reason_text.
void say(const std::string& text);

}  // namespace dpscale::bench
