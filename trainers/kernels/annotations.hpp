// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The folder's two macros; no other mechanism does their work.

/// Marks what runs on the host and, under nvcc, on the device too. Always inlined: bodies are a few
/// operations, and no instance of one may stand alone for the linker to share between levels.
#if defined(__CUDACC__)
#define DPSCALE_HD __host__ __device__ __forceinline__
#else
#define DPSCALE_HD [[gnu::always_inline]] inline
#endif

/// The namespace of the instruction-set level a file is compiled for. Bodies and primitives are
/// compiled once a level, so each level needs names of its own; the build sets it.
#if !defined(DPSCALE_LEVEL)
#define DPSCALE_LEVEL portable
#endif
