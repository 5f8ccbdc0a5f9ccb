#include "talus/core/codec.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

Cursor Cursor::item(std::size_t index) const {
  return {(*value_->array())[index], json::join(pointer_, std::to_string(index)), *services_};
}

Cursor Cursor::member(const json::Member& member) const {
  return {member.value, json::join(pointer_, member.key), *services_};
}

void Cursor::refuse(Fault fault, const std::string& sentence) const {
  services_->errors.add(fault, value_->place, pointer_, sentence);
}

void Cursor::refuse_key(const json::Member& member, Fault fault, const std::string& sentence) const {
  services_->errors.add(fault, member.place, json::join(pointer_, member.key), sentence);
}

void Cursor::refuse_type(const std::string& expected) const {
  const auto* text = value_->string();
  const std::string found = text ? "the text " + json::quote(*text) : std::string(value_->kind());
  refuse(Fault::wrong_type, "expected " + expected + ", found " + found);
}

const json::Member* ObjectCursor::ask(std::string_view key) {
  if (std::ranges::find(known_, key) == known_.end()) known_.push_back(key);
  return at_.value().find(key);
}

void ObjectCursor::finish() const {
  Words misspelt, meant = known_;
  if (ignore_rest_) {
    meant.clear();
    for (const auto& [key, expected] : missing_) meant.push_back(key);
  }
  for (const json::Member& member : *at_.value().object()) {
    if (std::ranges::find(known_, member.key) != known_.end()) continue;
    misspelt.push_back(nearest_word(member.key, meant));
    if (ignore_rest_ && misspelt.back().empty()) continue;
    const auto& home_of_key = at_.services().home_of_key;
    std::string advice;
    if (misspelt.back().empty() && home_of_key) advice = home_of_key(at_.member(member).pointer(), known_, at_.value());
    if (advice.empty()) advice = suggestion(member.key, meant);
    at_.refuse_key(member, Fault::unknown_key, "unknown key " + json::quote(member.key) + advice);
  }
  for (const auto& [key, expected] : missing_) {
    if (std::ranges::find(misspelt, key) != misspelt.end()) continue;
    at_.refuse(Fault::missing_key, "the key " + json::quote(key) + " is missing: " + expected);
  }
}

std::string bound_text(const Bound& bound) {
  const bool low = std::isfinite(bound.low), high = std::isfinite(bound.high);
  const std::string a = json::dump(bound.low), b = json::dump(bound.high);
  if (low && high) {
    const bool open = bound.open_low || bound.open_high;
    if (!open && bound.low == bound.high) return a;
    const std::string range = "between " + a + " and " + b;
    if (!open) return range;
    return range + ", " + (bound.open_low && bound.open_high ? "both" : bound.open_low ? a : b) + " excluded";
  }
  if (low && bound.low == 0) return bound.open_low ? "positive" : "not negative";
  if (low) return (bound.open_low ? "more than " : "at least ") + a;
  if (high) return (bound.open_high ? "less than " : "at most ") + b;
  return "";
}

bool admits(const Bound& bound, Real value) {
  if (!std::isfinite(value)) return false;
  const bool above = bound.open_low ? value > bound.low : value >= bound.low;
  const bool below = bound.open_high ? value < bound.high : value <= bound.high;
  return above && below;
}

}  // namespace talus
