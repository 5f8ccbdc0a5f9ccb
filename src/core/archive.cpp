#include "talus/core/archive.hpp"

#include <cstring>
#include <utility>

namespace talus {

void Archive::section(const std::string& name) {
  if (!reads_) {
    sections_.push_back({name, {}});
    return;
  }
  if (next_ > 0 && at_ != sections_[next_ - 1].bytes.size()) refuse("has more in it than this program knows of");
  if (next_ == sections_.size()) throw FileError("section \"" + name + "\" is not there");
  if (sections_[next_].name != name) {
    throw FileError("section \"" + name + "\" is not there, but \"" + sections_[next_].name + "\" is");
  }
  ++next_;
  at_ = 0;
}

void Archive::finish() {
  if (!reads_) return;
  if (next_ > 0 && at_ != sections_[next_ - 1].bytes.size()) refuse("has more in it than this program knows of");
  if (next_ != sections_.size()) throw FileError("section \"" + sections_[next_].name + "\" belongs to nothing");
}

std::size_t Archive::number(std::string_view name, std::size_t element, std::size_t count) {
  auto length = static_cast<std::uint32_t>(name.size());
  auto size = static_cast<std::uint32_t>(element);
  auto many = static_cast<std::uint64_t>(count);
  bytes(&length, sizeof length);
  std::string found(name);
  found.resize(std::min<std::size_t>(length, name.size()));
  bytes(found.data(), found.size());
  if (length != name.size() || found != name)
    refuse("should have \"" + std::string(name) + "\" next, but has \"" + found + "\"");
  bytes(&size, sizeof size);
  bytes(&many, sizeof many);
  if (size != element) {
    refuse("has \"" + found + "\" in elements of " + std::to_string(size) + " bytes; expected " +
           std::to_string(element));
  }
  if (reads_ && element > 0 && many > (sections_[next_ - 1].bytes.size() - at_) / element) {
    refuse("ends within \"" + found + "\"");
  }
  return many;
}

void Archive::bytes(void* data, std::size_t size) {
  invariant(!sections_.empty() && (!reads_ || next_ > 0), "values stand in sections");
  if (!reads_) {
    sections_.back().bytes.append(static_cast<const char*>(data), size);
    return;
  }
  const std::string& from = sections_[next_ - 1].bytes;
  if (size > from.size() - at_) refuse("ends too early");
  if (size > 0) std::memcpy(data, from.data() + at_, size);
  at_ += size;
}

void Archive::operator()(std::string_view name, bool& value) {
  std::uint8_t byte = value ? 1 : 0;
  (*this)(name, byte);
  if (byte > 1) refuse("has " + std::to_string(byte) + " as \"" + std::string(name) + "\"; expected 0 or 1");
  value = byte == 1;
}

void Archive::operator()(std::string_view name, std::vector<bool>& values) {
  std::vector<std::uint8_t> wide(values.begin(), values.end());
  (*this)(name, wide);
  values.assign(wide.begin(), wide.end());
}

void Archive::operator()(std::string_view name, std::string& text) {
  text.resize(number(name, 1, text.size()));
  bytes(text.data(), text.size());
}

void Archive::refuse(const std::string& what) const {
  throw FileError("section \"" + sections_[next_ - 1].name + "\" " + what);
}

void Archive::refuse_number(std::string_view name, std::size_t found, std::size_t expected) const {
  refuse("has " + std::to_string(found) + " of \"" + std::string(name) + "\"; expected " + std::to_string(expected));
}

}  // namespace talus
