// Codecs of lists, names, and values that may be absent.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "talus/core/codec_scalar.hpp"
#include "talus/core/schema.hpp"

namespace talus {

/// File names have 255 bytes, of which frames and lists add some to the name of a body.
inline constexpr std::size_t longest_name = 200;

/// True for a name that can stand in file names and column headers: letters, digits and "_", "-", ".".
[[nodiscard]] bool is_plain_name(std::string_view name);

template <class T>
struct Codec<std::optional<T>> {
  static void read(const Cursor& at, const Rule& rule, std::optional<T>& out) {
    Codec<T>::read(at, rule, out.emplace());
  }
  static json::Value write(const std::optional<T>& value) { return value ? Codec<T>::write(*value) : json::Value(); }
  static json::Value schema(const Rule& rule) { return Codec<T>::schema(rule); }
  static std::string expected(const Rule& rule) { return Codec<T>::expected(rule); }
};

/// The word "auto", or a value.
template <class T>
struct Codec<Automatic<T>> {
  static void read(const Cursor& at, const Rule& rule, Automatic<T>& out) {
    const std::string* text = at.value().string();
    if (text && *text == "auto")
      out.value.reset();
    else
      Codec<T>::read(at, rule, out.value.emplace());
  }
  static json::Value write(const Automatic<T>& value) { return value.value ? Codec<T>::write(*value.value) : "auto"; }
  static json::Value schema(const Rule& rule) {
    return json::object({{"anyOf", json::array({json::object({{"const", "auto"}}), Codec<T>::schema(rule)})}});
  }
  static std::string expected(const Rule& rule) { return "\"auto\", or " + Codec<T>::expected(rule); }
};

template <class T>
struct Codec<std::vector<T>> {
  static void read(const Cursor& at, const Rule& rule, std::vector<T>& out) {
    if (!check_list(at, 0, SIZE_MAX, expected(rule))) return;
    out.clear();
    for (std::size_t i = 0; i < at.value().array()->size(); ++i) Codec<T>::read(at.item(i), rule, out.emplace_back());
  }
  static json::Value write(const std::vector<T>& values) {
    json::Array items;
    for (const T& value : values) items.push_back(Codec<T>::write(value));
    return items;
  }
  static json::Value schema(const Rule& rule) { return schema::list(Codec<T>::schema(rule)); }
  static std::string expected(const Rule& rule) { return "a list, each item " + Codec<T>::expected(rule); }
};

/// A list of N; of three, the last may be left out, as for vectors in the plane.
template <class T, std::size_t N>
struct Codec<std::array<T, N>> {
  static constexpr std::size_t least = N == 3 ? 2 : N;
  static void read(const Cursor& at, const Rule& rule, std::array<T, N>& out) {
    if (!check_list(at, least, N, expected(rule))) return;
    out = {};
    for (std::size_t i = 0; i < at.value().array()->size(); ++i) Codec<T>::read(at.item(i), rule, out[i]);
    if (N != 3 || !at.services().planar) return;
    if (json::dump(Codec<T>::write(out.back())) != json::dump(Codec<T>::write(T{}))) refuse_third_component(at);
  }
  static json::Value write(const std::array<T, N>& values) {
    json::Array items;
    for (const T& value : values) items.push_back(Codec<T>::write(value));
    return items;
  }
  static json::Value schema(const Rule& rule) { return schema::list(Codec<T>::schema(rule), least, N); }
  static std::string expected(const Rule& rule) {
    return std::string("a list of ") + (N == 3 ? "2 or 3" : std::to_string(N)) + ", each " + Codec<T>::expected(rule);
  }
};

/// An object whose keys are names.
template <class T>
struct Codec<Named<T>> {
  static void read(const Cursor& at, const Rule& rule, Named<T>& out) {
    if (!at.value().object()) return at.refuse_type(expected(rule));
    out.clear();
    for (const json::Member& member : *at.value().object()) {
      if (!is_plain_name(member.key)) {
        at.refuse_key(member, Fault::bad_name,
                      json::quote(member.key) + " cannot be a name: use letters, digits, \"_\", \"-\" and \".\"");
      } else if (member.key.size() > longest_name) {
        at.refuse_key(member, Fault::bad_name,
                      json::quote(member.key) + " is too long for a name: " + std::to_string(longest_name) +
                          " letters are the most that names of files have room for");
      }
      Codec<T>::read(at.member(member), rule, out.emplace_back(member.key, T{}).second);
    }
  }
  static json::Value write(const Named<T>& values) {
    json::Object members;
    for (const auto& [name, value] : values) members.push_back({name, Codec<T>::write(value)});
    return members;
  }
  static json::Value schema(const Rule& rule) { return schema::named(Codec<T>::schema(rule)); }
  static std::string expected(const Rule& rule) { return "an object {name: …}, each " + Codec<T>::expected(rule); }
};

}  // namespace talus
