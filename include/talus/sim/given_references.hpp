// Values that a case gives to hold a column against: in SI, or in a unit that must be one of the column's.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "talus/core/codec_scalar.hpp"
#include "talus/core/time_function.hpp"

namespace talus {

/// A number in the unit of a column, such as 3.2 or "3.2 m/s".
struct ColumnQuantity {
  ColumnQuantity(Real si = 0) : value(si) {}
  operator Real() const { return value; }
  Real value;                            ///< in SI
  std::optional<Dimension> dimension{};  ///< of the unit that it was written in; none for a bare number
};

/// The same as a function of time, or a table from a file: {"file": "measured.csv", "time": "t", "value": "v"}.
struct ReferenceFunction : TimeFunction {
  ReferenceFunction(TimeFunction function = {}) : TimeFunction(std::move(function)) {}
  ReferenceFunction(Real constant) : TimeFunction(constant) {}
  std::optional<Dimension> dimension{};
  std::filesystem::path file{};  ///< nothing is known before its first time and after its last one
};

template <>
struct Codec<ColumnQuantity> {
  static void read(const Cursor& at, const Rule& rule, ColumnQuantity& out);
  static json::Value write(const ColumnQuantity& value) { return Codec<Real>::write(value); }
  static json::Value schema(const Rule& rule) { return Codec<Real>::schema(rule); }
  static std::string expected(const Rule& rule);
};

/// A file is read at once and echoed as the table that it holds: results do not depend on it.
template <>
struct Codec<ReferenceFunction> {
  static void read(const Cursor& at, const Rule& rule, ReferenceFunction& out);
  static json::Value write(const ReferenceFunction& value) { return Codec<TimeFunction>::write(value); }
  static json::Value schema(const Rule& rule);
  static std::string expected(const Rule& rule);
};

}  // namespace talus
