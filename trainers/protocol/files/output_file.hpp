// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace dpscale::protocol {

/// Writes a whole file: into a temporary one beside it, fsync, rename over `path`, fsync of the
/// folder. Until the rename the old content stays; a failure leaves it and no temporary file.
/// Links are followed; what exists and is no regular file (/dev/stdout, a pipe) is written straight
/// to. A limit on file sizes is an error like a full disk, not the end of the process.
/// Throws error{output_failed} naming the path and the system's reason.
void write_file(const std::string& path, std::string_view content);

/// write_file, with "-" for standard output.
void write_output(const std::string& path, std::string_view content);

}  // namespace dpscale::protocol
