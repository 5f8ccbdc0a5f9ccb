#include "talus/core/json_value.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "talus/core/utf8.hpp"

namespace talus::json {
namespace {

constexpr std::size_t line_width = 110;    // lists that fit stay on one line
constexpr std::size_t quoted_length = 60;  // longest text that a message repeats [bytes]

void append_escaped(std::string& out, std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (const std::size_t length = utf8::control_length(text.substr(k)); length > 0) {
      k += length - 1;  // of two bytes the second is its number
      const auto byte = static_cast<unsigned char>(text[k]);
      out += "\\u00";
      out += hex[byte >> 4];
      out += hex[byte & 15];
    } else {
      out += c;
    }
  }
}

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  append_escaped(out, text);
  return out += '"';
}

std::string scalar_text(const Value& value) {
  if (const auto* flag = value.flag()) return *flag ? "true" : "false";
  if (const auto* number = value.number()) return dump(*number);
  if (const auto* text = value.string()) return in_quotes(*text);
  return "null";
}

std::string one_line(const Value& value) {
  std::string out;
  if (const auto* items = value.array()) {
    for (const Value& item : *items) out += (out.empty() ? "[" : ", ") + one_line(item);
    return out.empty() ? "[]" : out + "]";
  }
  if (const auto* members = value.object()) {
    for (const Member& m : *members) out += (out.empty() ? "{" : ", ") + in_quotes(m.key) + ": " + one_line(m.value);
    return out.empty() ? "{}" : out + "}";
  }
  return scalar_text(value);
}

void append(std::string& out, const Value& value, std::size_t indent) {
  const bool is_list = value.array() != nullptr;
  if (!is_list && !value.object()) {
    out += scalar_text(value);
    return;
  }
  if (const std::string line = one_line(value); indent > 0 && indent + line.size() <= line_width) {
    out += line;
    return;
  }
  const std::string margin(indent + 2, ' ');
  std::string_view separator = "\n";
  out += is_list ? '[' : '{';
  const auto begin_line = [&] {
    out += separator;
    out += margin;
    separator = ",\n";
  };
  if (is_list) {
    for (const Value& item : *value.array()) begin_line(), append(out, item, indent + 2);
  } else {
    for (const Member& m : *value.object())
      begin_line(), out += in_quotes(m.key) + ": ", append(out, m.value, indent + 2);
  }
  out += '\n' + std::string(indent, ' ') + (is_list ? ']' : '}');
}

/// The child that one step of a pointer names; null when there is none.
const Value* step(const Value& from, const std::string& key) {
  if (const Member* member = from.find(key)) return &member->value;
  const auto* items = from.array();
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
  const bool is_index = items && error == std::errc() && end == key.data() + key.size();
  return is_index && index < items->size() ? &(*items)[index] : nullptr;
}

}  // namespace

std::string Place::text() const {
  const std::string name = file ? *file : "";
  if (line == 0) return name;
  const std::string at = name + ":" + std::to_string(line) + ":" + std::to_string(column);
  return argument ? *argument + ", used at " + at : at;
}

const Member* Value::find(std::string_view key) const {
  const Object* members = object();
  if (!members) return nullptr;
  const auto it = std::ranges::find(*members, key, &Member::key);
  return it == members->end() ? nullptr : &*it;
}

Member* Value::find(std::string_view key) { return const_cast<Member*>(std::as_const(*this).find(key)); }

std::string_view Value::kind() const {
  constexpr std::array<std::string_view, 6> names{"null", "true or false", "a number", "a text", "a list", "an object"};
  return names[data.index()];
}

Value take(Value& object, std::string_view key) {
  Member* member = object.find(key);
  if (!member) return {};
  Value value = std::move(member->value);
  std::erase_if(*object.object(), [&](const Member& m) { return &m == member; });
  return value;
}

std::string join(std::string_view pointer, std::string_view key) {
  std::string out(pointer);
  out += '/';
  for (const char c : key) {
    if (c == '~')
      out += "~0";
    else if (c == '/')
      out += "~1";
    else
      out += c;
  }
  return out;
}

std::vector<std::string> split(std::string_view pointer) {
  std::vector<std::string> steps;
  for (std::size_t i = 0; i < pointer.size(); ++i) {
    const char next = i + 1 < pointer.size() ? pointer[i + 1] : '\0';
    if (pointer[i] == '/')
      steps.emplace_back();
    else if (pointer[i] == '~' && (next == '0' || next == '1'))
      steps.back() += next == '0' ? '~' : '/', ++i;
    else
      steps.back() += pointer[i];
  }
  return steps;
}

Place locate(const Value& root, std::string_view pointer) {
  const Value* value = &root;
  for (const std::string& key : split(pointer)) {
    const Value* next = step(*value, key);
    if (!next) break;
    value = next;
  }
  return value->place;
}

std::string dump(const Value& value) {
  std::string out;
  append(out, value, 0);
  return out += '\n';
}

std::string dump(Real number) {
  std::array<char, 32> buffer{};  // the longest shortest form of a double has 24 characters
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  return {buffer.data(), end};
}

std::string quote(std::string_view text) {
  if (text.size() <= quoted_length) return in_quotes(text);
  std::size_t end = quoted_length;
  while (end > 0 && utf8::is_continuation(text[end])) --end;  // keeps UTF-8 characters whole
  std::string out = in_quotes(text.substr(0, end));
  out.insert(out.size() - 1, "…");
  return out;
}

}  // namespace talus::json
