// How much longer than its reference shape a body starts.
#pragma once

#include <string>

#include "talus/core/codec_scalar.hpp"
#include "talus/core/types.hpp"

namespace talus {

struct InitialStretch {
  Vec3 factors = Vec3::Ones();  ///< along x, y, z [-]
};

/// [1.01, 1.01] or [1.01, 1.01, 1]: as in all vectors the third is what does nothing when it is left out, here 1.
template <>
struct Codec<InitialStretch> {
  static void read(const Cursor& at, const Rule& rule, InitialStretch& out);
  static json::Value write(const InitialStretch& value) { return Codec<Vec3>::write(value.factors); }
  static json::Value schema(const Rule& rule) { return Codec<Vec3>::schema(rule); }
  static std::string expected(const Rule& rule) { return Codec<Vec3>::expected(rule); }
};

}  // namespace talus
