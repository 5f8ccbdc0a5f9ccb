// A row of a table of sizes as a case writes it: ["2 mm", 0.3].
#pragma once

#include <string>
#include <vector>

#include "talus/core/codec_scalar.hpp"
#include "talus/core/schema.hpp"

namespace talus {

struct SizePoint {
  Real radius = 0;    ///< [m]
  Real fraction = 0;  ///< [-]
};

template <>
struct Codec<SizePoint> {
  static constexpr Rule radius_rule{dim::length, positive};
  static constexpr Rule fraction_rule{dim::none, between(0, 1)};

  static void read(const Cursor& at, const Rule& rule, SizePoint& out) {
    if (!check_list(at, 2, 2, expected(rule))) return;
    Codec<Real>::read(at.item(0), radius_rule, out.radius);
    Codec<Real>::read(at.item(1), fraction_rule, out.fraction);
  }
  static json::Value write(const SizePoint& value) { return json::array({value.radius, value.fraction}); }
  static json::Value schema(const Rule&) {
    const json::Value either =
        json::object({{"anyOf", json::array({Codec<Real>::schema(radius_rule), Codec<Real>::schema(fraction_rule)})}});
    return schema::list(either, 2, 2);
  }
  static std::string expected(const Rule&) { return "a list [radius, fraction] such as [\"2 mm\", 0.3]"; }
};

}  // namespace talus
