// JSON as data: a small tree whose values and keys remember where they were written, in the order of the file.
#pragma once

#include <concepts>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "talus/core/types.hpp"

namespace talus::json {

/// Where a value was written. Line 0 means that `file` is not a file but, say, a command line option.
struct Place {
  std::shared_ptr<const std::string> file;
  int line = 0;    ///< from 1
  int column = 0;  ///< from 1, in characters
  /// A command line option that gives the value of the variable which stands there; null for any other value.
  std::shared_ptr<const std::string> argument{};
  /// "case.json:10:70", "--set /time/end=x", or "--set mu=x, used at case.json:10:70".
  [[nodiscard]] std::string text() const;
};

struct Value;
struct Member;
using Array = std::vector<Value>;
using Object = std::vector<Member>;

struct Value {
  std::variant<std::nullptr_t, bool, Real, std::string, Array, Object> data;
  Place place;

  // Bodies come after Member, of which some hold a list.
  Value();
  template <std::same_as<bool> B>
  Value(B flag);
  template <class N>
  requires(std::integral<N> || std::floating_point<N>) && (!std::same_as<N, bool>)Value(N number);
  Value(const char* text);
  Value(std::string_view text);
  Value(std::string text);
  Value(Array items);
  Value(Object members);

  // Each returns null when the value is of another kind.
  [[nodiscard]] const bool* flag() const { return std::get_if<bool>(&data); }
  [[nodiscard]] const Real* number() const { return std::get_if<Real>(&data); }
  [[nodiscard]] const std::string* string() const { return std::get_if<std::string>(&data); }
  [[nodiscard]] const Array* array() const { return std::get_if<Array>(&data); }
  [[nodiscard]] const Object* object() const { return std::get_if<Object>(&data); }
  [[nodiscard]] Array* array() { return std::get_if<Array>(&data); }
  [[nodiscard]] Object* object() { return std::get_if<Object>(&data); }
  [[nodiscard]] bool is_null() const { return data.index() == 0; }

  /// The member of that key; null when there is none, or when this is no object.
  [[nodiscard]] const Member* find(std::string_view key) const;
  [[nodiscard]] Member* find(std::string_view key);

  /// "a number", "an object", …
  [[nodiscard]] std::string_view kind() const;
};

struct Member {
  std::string key;
  Value value;
  Place place{};  ///< of the key
};

inline Value::Value() = default;
template <std::same_as<bool> B>
Value::Value(B flag) : data(flag) {}
template <class N>
requires(std::integral<N> || std::floating_point<N>) && (!std::same_as<N, bool>)Value::Value(N number)
    : data(static_cast<Real>(number)) {}
inline Value::Value(const char* text) : data(std::string(text)) {}
inline Value::Value(std::string_view text) : data(std::string(text)) {}
inline Value::Value(std::string text) : data(std::move(text)) {}
inline Value::Value(Array items) : data(std::move(items)) {}
inline Value::Value(Object members) : data(std::move(members)) {}

inline Value object(std::initializer_list<Member> members = {}) { return Value(Object(members)); }
inline Value array(std::initializer_list<Value> items = {}) { return Value(Array(items)); }

/// Takes the member out of an object; a null value when there is none.
Value take(Value& object, std::string_view key);

/// One step further along a JSON pointer, escaped by RFC 6901: ("/bodies", "a/b") -> "/bodies/a~1b".
[[nodiscard]] std::string join(std::string_view pointer, std::string_view key);

/// The steps of a JSON pointer, unescaped. The pointer is empty or starts with "/".
[[nodiscard]] std::vector<std::string> split(std::string_view pointer);

/// Where the value that the pointer names was written, or the nearest value around it.
[[nodiscard]] Place locate(const Value& root, std::string_view pointer);

/// Text of a value; short lists stay on one line. Numbers keep every bit.
[[nodiscard]] std::string dump(const Value& value);

/// The shortest text that reads back as the same number.
[[nodiscard]] std::string dump(Real number);

/// A text in quotes for a message: escaped, and cut when long.
[[nodiscard]] std::string quote(std::string_view text);

}  // namespace talus::json
