// How values travel between a case and C++: one Codec<T> per kind of value.
//
//   template <> struct Codec<T> {
//     static void read(const Cursor& at, const Rule& rule, T& out);   // adds to at.errors() what is wrong
//     static json::Value write(const T& value);                       // null: leave the key out
//     static json::Value schema(const Rule& rule);                    // JSON Schema, draft-07
//     static std::string expected(const Rule& rule);                  // `a length such as "50 mm"`
//   };
//
// Numbers, texts and time functions: codec_scalar.hpp. Lists and "maybe": codec_container.hpp. Aggregates with
// an option table, choices and catalogues: codec_options.hpp. A type of its own may have a Codec of its own.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "talus/core/error_list.hpp"
#include "talus/core/json_value.hpp"
#include "talus/core/nearest_word.hpp"
#include "talus/core/option.hpp"
#include "talus/core/time_function.hpp"

namespace talus {

/// What an option asks of its value.
struct Rule {
  Dimension dimension{};
  Bound bound{};
};

template <class T>
struct Codec;

/// A value of the case, with the way that led to it and the means to complain about it.
class Cursor {
 public:
  struct Services {
    const Constants& constants;  ///< numeric variables
    ErrorList& errors;
    bool planar = false;  ///< vectors have no third component
    /// Where a key belongs that its object does not know (misplaced_key.hpp).
    std::function<std::string(const std::string& pointer, const Words& siblings, const json::Value& object)>
        home_of_key{};
  };
  Cursor(const json::Value& value, std::string pointer, const Services& services)
      : value_(&value), pointer_(std::move(pointer)), services_(&services) {}

  [[nodiscard]] const json::Value& value() const { return *value_; }
  [[nodiscard]] const std::string& pointer() const { return pointer_; }
  [[nodiscard]] const Constants& constants() const { return services_->constants; }
  [[nodiscard]] const Services& services() const { return *services_; }

  [[nodiscard]] Cursor item(std::size_t index) const;
  [[nodiscard]] Cursor member(const json::Member& member) const;

  /// Adds an issue at this value.
  void refuse(Fault fault, const std::string& sentence) const;
  /// Adds an issue at a key inside this value.
  void refuse_key(const json::Member& member, Fault fault, const std::string& sentence) const;
  /// "expected a number, found a list".
  void refuse_type(const std::string& expected) const;

 private:
  const json::Value* value_;
  std::string pointer_;
  const Services* services_;
};

/// An object whose keys are asked for one by one; what nobody asked for is an error in the end, and so is what is
/// missing unless one of these is its name misspelt.
class ObjectCursor {
 public:
  explicit ObjectCursor(const Cursor& at) : at_(at) {}

  [[nodiscard]] const Cursor& at() const { return at_; }
  /// The member of that key, or null; the key counts as known from now on.
  [[nodiscard]] const json::Member* ask(std::string_view key);
  void refuse_missing(std::string_view key, const std::string& expected) { missing_.emplace_back(key, expected); }
  /// No complaints about unknown keys, unless they are missing ones misspelt: which are known is not clear after an
  /// earlier error.
  void ignore_rest() { ignore_rest_ = true; }
  void finish() const;

 private:
  Cursor at_;
  Words known_;
  std::vector<std::pair<std::string_view, std::string>> missing_;  ///< with what was expected
  bool ignore_rest_ = false;
};

/// "positive", "between 0 and 1", "" for no bound.
[[nodiscard]] std::string bound_text(const Bound& bound);

/// True when a number lies in the bound; NaN and infinity never do.
[[nodiscard]] bool admits(const Bound& bound, Real value);

}  // namespace talus
