// Scalars, vectors and 3x3 tensors used everywhere. SI units inside.
#pragma once

#include <Eigen/Dense>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace talus {

using Real = double;
using Index = std::int32_t;
using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;

inline constexpr Real infinity = std::numeric_limits<Real>::infinity();

}  // namespace talus
