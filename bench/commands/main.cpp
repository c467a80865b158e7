// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/commands/commands.hpp"

int main(int argc, char** argv) { return dpscale::bench::run_command_line(argc, argv); }
