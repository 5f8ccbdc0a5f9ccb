// Codecs of numbers, texts, vectors, formulas and time functions.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <limits>

#include "talus/core/codec.hpp"
#include "talus/core/field_function.hpp"
#include "talus/core/formula.hpp"

namespace talus {

/// SI number, "210 GPa", "0.5 %", or {"expression": "2*cos(direction*pi/180)"} of the numeric variables.
template <>
struct Codec<Real> {
  static void read(const Cursor& at, const Rule& rule, Real& out);
  static json::Value write(Real value);
  static json::Value schema(const Rule& rule);
  static std::string expected(const Rule& rule) { return quantity_phrase(rule.dimension); }
};

/// A whole number; false, with an issue added, when it is none or lies outside [low, high].
[[nodiscard]] bool read_integer(const Cursor& at, const Bound& bound, Real low, Real high, Real& out);
[[nodiscard]] json::Value integer_schema(const Bound& bound);

template <std::integral I>
struct Codec<I> {
  static void read(const Cursor& at, const Rule& rule, I& out) {
    constexpr Real exact = 9007199254740992;  // 2^53: beyond, a double skips integers
    constexpr Real low = static_cast<Real>(std::numeric_limits<I>::lowest());
    constexpr Real high = static_cast<Real>(std::numeric_limits<I>::max());
    Real value = 0;
    if (read_integer(at, rule.bound, std::max(low, -exact), std::min(high, exact), value)) out = static_cast<I>(value);
  }
  static json::Value write(I value) { return value; }
  static json::Value schema(const Rule& rule) { return integer_schema(rule.bound); }
  static std::string expected(const Rule&) { return "a whole number"; }
};

template <>
struct Codec<bool> {
  static void read(const Cursor& at, const Rule& rule, bool& out);
  static json::Value write(bool value) { return value; }
  static json::Value schema(const Rule& rule);
  static std::string expected(const Rule&) { return "true or false"; }
};

template <>
struct Codec<std::string> {
  static void read(const Cursor& at, const Rule& rule, std::string& out);
  static json::Value write(const std::string& value) { return value; }
  static json::Value schema(const Rule& rule);
  static std::string expected(const Rule&) { return "a text in double quotes"; }
};

/// A path in the case is relative to the file that names it; in C++ it is absolute.
template <>
struct Codec<std::filesystem::path> {
  static void read(const Cursor& at, const Rule& rule, std::filesystem::path& out);
  static json::Value write(const std::filesystem::path& value) { return value.string(); }
  static json::Value schema(const Rule& rule) { return Codec<std::string>::schema(rule); }
  static std::string expected(const Rule&) { return "the path of a file, relative to the case"; }
};

/// [x, y] or [x, y, z]; z is 0 when it is left out.
template <>
struct Codec<Vec3> {
  static void read(const Cursor& at, const Rule& rule, Vec3& out);
  static json::Value write(const Vec3& value);
  static json::Value schema(const Rule& rule);
  static std::string expected(const Rule& rule) { return "a list of 2 or 3, each " + quantity_phrase(rule.dimension); }
};

/// A quantity, {"table": [[t, value], …]}, or {"expression": "…"} of t [s] and the numeric variables.
template <>
struct Codec<TimeFunction> {
  static void read(const Cursor& at, const Rule& rule, TimeFunction& out);
  static json::Value write(const TimeFunction& value);
  static json::Value schema(const Rule& rule);
  static std::string expected(const Rule& rule);
};

/// The same, with formulas of x, y, z [m] besides.
template <>
struct Codec<FieldFunction> {
  static void read(const Cursor& at, const Rule& rule, FieldFunction& out);
  static json::Value write(const FieldFunction& value);
  static json::Value schema(const Rule& rule) { return Codec<TimeFunction>::schema(rule); }
  static std::string expected(const Rule& rule);
};

/// A formula as text; it knows the numeric variables.
template <>
struct Codec<Formula> {
  static void read(const Cursor& at, const Rule& rule, Formula& out);
  static json::Value write(const Formula& value) { return value.text().empty() ? "0" : value.text(); }
  static json::Value schema(const Rule& rule) { return Codec<std::string>::schema(rule); }
  static std::string expected(const Rule&) { return "a formula in double quotes"; }
};

/// Of a case in two dimensions, at the list that has one.
void refuse_third_component(const Cursor& at);

/// True when the value is a list of `least` to `most` items; adds an issue otherwise.
[[nodiscard]] bool check_list(const Cursor& at, std::size_t least, std::size_t most, const std::string& expected);

}  // namespace talus
