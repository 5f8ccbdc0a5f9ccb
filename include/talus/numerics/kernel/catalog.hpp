// The smoothing kernels. W(r) = norm(d)/h^d w(r/h) integrates to one over d-dimensional space, (kernel 1).
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/numerics/kernel/cubic_spline.hpp"
#include "talus/numerics/kernel/quintic_spline.hpp"
#include "talus/numerics/kernel/wendland_c2.hpp"
#include "talus/numerics/kernel/wendland_c4.hpp"

namespace talus {

struct Kernels : Catalog<CubicSpline, WendlandC2, WendlandC4, QuinticSpline> {
  static constexpr std::string_view family = "kernel";
};

}  // namespace talus
