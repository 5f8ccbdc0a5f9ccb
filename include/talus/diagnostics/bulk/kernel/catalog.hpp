// The windows of coarse graining. A window is a shape only: value(q2) of q2 = (r/w)^2 [-], 0 beyond `cut_off` widths;
// its integral is set to one where it is used (bulk 11).
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/diagnostics/bulk/kernel/gaussian.hpp"
#include "talus/diagnostics/bulk/kernel/heaviside.hpp"
#include "talus/diagnostics/bulk/kernel/lucy.hpp"

namespace talus {

struct CoarseKernels : Catalog<GaussianWindow, LucyWindow, HeavisideWindow> {
  static constexpr std::string_view family = "kernel of coarse graining";
};

}  // namespace talus
