// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/backend/cpu/gemm_dnnl.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <dnnl.hpp>
#include <unordered_map>

namespace dpscale::backend {

namespace {

/// oneDNN's own threads (OpenMP in the distributions' builds) would leave the device's cores.
void keep_to_one_thread() {
  using set_threads = void (*)(int);
  static const auto set = reinterpret_cast<set_threads>(dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
  if (set != nullptr) set(1);
}

struct dnnl_kernel {
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  dnnl::matmul primitive;
  mutable dnnl::memory a, b, c;
  std::unordered_map<int, dnnl::memory> arguments;
};

void run(const void* state, const float* a, const float* b, float* c) {
  const auto& k = *static_cast<const dnnl_kernel*>(state);
  keep_to_one_thread();
  k.a.set_data_handle(const_cast<float*>(a));
  k.b.set_data_handle(const_cast<float*>(b));
  k.c.set_data_handle(c);
  k.primitive.execute(k.stream, k.arguments);
}

dnnl::memory::desc matrix(std::size_t rows, std::size_t cols, std::size_t row_stride,
                          std::size_t col_stride) {
  using dim = dnnl::memory::dim;
  return {{static_cast<dim>(rows), static_cast<dim>(cols)},
          dnnl::memory::data_type::f32,
          dnnl::memory::dims{static_cast<dim>(row_stride), static_cast<dim>(col_stride)}};
}

}  // namespace

gemm make_gemm_dnnl(const gemm_shape& s) {
  try {
    auto k = std::make_shared<dnnl_kernel>();
    const auto a = s.transpose_a ? matrix(s.m, s.k, 1, s.lda) : matrix(s.m, s.k, s.lda, 1);
    const auto b = matrix(s.k, s.n, s.ldb, 1), c = matrix(s.m, s.n, s.ldc, 1);
    dnnl::primitive_attr attributes;
    if (s.accumulate) {
      dnnl::post_ops sum;
      sum.append_sum(1.0F);
      attributes.set_post_ops(sum);
    }
    keep_to_one_thread();
    k->primitive = dnnl::matmul({dnnl::matmul::desc(a, b, c), attributes, k->engine});
    k->a = dnnl::memory(a, k->engine, nullptr);
    k->b = dnnl::memory(b, k->engine, nullptr);
    k->c = dnnl::memory(c, k->engine, nullptr);
    k->arguments = {{DNNL_ARG_SRC, k->a}, {DNNL_ARG_WEIGHTS, k->b}, {DNNL_ARG_DST, k->c}};
    return {run, std::move(k)};
  } catch (const dnnl::error&) {
    return {};
  }
}

std::string dnnl_version() {
  const dnnl_version_t* v = dnnl::version();
  return fmt::format("{}.{}.{}", v->major, v->minor, v->patch);
}

}  // namespace dpscale::backend
