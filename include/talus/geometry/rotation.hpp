// How a shape is turned before it is put in its place.
#pragma once

#include <string>

#include "talus/core/codec_scalar.hpp"
#include "talus/core/types.hpp"

namespace talus {

/// Right-handed turn by |vector| about the direction of `vector`.
struct Rotation {
  Vec3 vector = Vec3::Zero();  ///< [rad]

  [[nodiscard]] bool is_none() const { return vector.isZero(0); }
  /// Orthogonal to round-off.
  [[nodiscard]] Mat3 matrix() const;
};

/// An angle turns about z: "30 deg". A list is axis times angle: [0, "30 deg", 0].
template <>
struct Codec<Rotation> {
  static void read(const Cursor& at, const Rule& rule, Rotation& out);
  static json::Value write(const Rotation& value);
  static json::Value schema(const Rule& rule);
  static std::string expected(const Rule& rule);
};

}  // namespace talus
