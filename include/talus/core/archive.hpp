// State in and out. A class that has state names it once, in a function that serves writing and reading alike, so that
// the two cannot drift apart:
//
//   void Footprint::state(Archive& a) {
//     a("travelled", travelled_);
//     a("slot", slot_);
//     if (a.reads()) …              // what follows from these is made again
//   }
//
// What is not named is what the case gives, what every step computes anew, or what follows from the rest.
//
// Every value stands with its name, the size of an element and the number of elements in front of it, so what does not
// fit is refused by name. The bytes are the machine's own: little-endian, IEEE 754; the same bits come back.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "talus/core/error.hpp"

namespace talus {

static_assert(std::endian::native == std::endian::little, "checkpoints are little-endian");

class Archive;

/// Numbers, and aggregates of them: their bytes are all there is. No pointers, which would mean nothing later, and in
/// place of a bool a Flag.
template <class T>
concept PlainState = std::is_trivially_destructible_v<T> && !std::is_pointer_v<T> && !std::is_reference_v<T>;

template <class T>
concept NamesItsState = requires(T& value, Archive& a) { value.state(a); };

/// The same from outside, for what is data only: state_of(archive, value).
template <class T>
concept HasItsStateNamed = requires(T& value, Archive& a) { state_of(a, value); };

class Archive {
 public:
  /// What belongs together: checked as one, named in messages.
  struct Section {
    std::string name, bytes;
  };

  /// Writes.
  Archive() = default;
  /// Reads what another one has written.
  explicit Archive(std::vector<Section> sections) : sections_(std::move(sections)), reads_(true) {}

  [[nodiscard]] bool reads() const { return reads_; }
  /// What has been written.
  [[nodiscard]] const std::vector<Section>& sections() const { return sections_; }

  /// What follows stands in the section of this name. Throws FileError when the next one has another name.
  void section(const std::string& name);
  /// After the last value. Throws FileError when something has not been read.
  void finish();

  /// One value, or all elements of a vector; read with the number of elements that was written.
  template <class T>
  void operator()(std::string_view name, T& value) {
    if constexpr (NamesItsState<T>) {
      value.state(*this);
    } else if constexpr (HasItsStateNamed<T>) {
      state_of(*this, value);
    } else {
      static_assert(PlainState<T>, "a type with a function state(), or plain numbers");
      if (const std::size_t written = number(name, sizeof(T), 1); written != 1) refuse_number(name, written, 1);
      bytes(&value, sizeof(T));
    }
  }
  template <class T>
  void operator()(std::string_view name, std::vector<T>& values) {
    static_assert(PlainState<T>, "each() is for elements with a function state()");
    values.resize(number(name, sizeof(T), values.size()));
    bytes(values.data(), values.size() * sizeof(T));
  }
  template <class T>
  void operator()(std::string_view name, std::optional<T>& value) {
    std::uint8_t there = value.has_value() ? 1 : 0;  // any byte may come back
    (*this)(name, there);
    if (there == 0) value.reset();
    if (there != 0 && !value) value.emplace();
    if (there != 0) (*this)(name, *value);
  }
  void operator()(std::string_view name, bool& value);
  void operator()(std::string_view name, std::vector<bool>& values);
  void operator()(std::string_view name, std::string& text);

  /// A vector whose length the case gives. Throws FileError when another one was written.
  template <class T>
  void fixed(std::string_view name, std::vector<T>& values) {
    const std::size_t size = values.size();
    (*this)(name, values);
    if (values.size() != size) refuse_number(name, values.size(), size);
  }

  /// All things of a range, which the case has made: by value or by pointer, nullptr where there is none.
  template <class Range>
  void each(std::string_view name, Range& things) {
    const auto size = static_cast<std::uint64_t>(std::size(things));
    if (const std::uint64_t written = number(name, 0, size); written != size) refuse_number(name, written, size);
    for (auto& thing : things) {
      if constexpr (requires { *thing; }) {
        if (thing) (*this)(name, *thing);
      } else {
        (*this)(name, thing);
      }
    }
  }

 private:
  /// Writes the head of a value, or reads it and checks name and size of the elements; the number of elements.
  std::size_t number(std::string_view name, std::size_t element, std::size_t count);
  /// Writes or reads.
  void bytes(void* data, std::size_t size);
  [[noreturn]] void refuse(const std::string& what) const;
  [[noreturn]] void refuse_number(std::string_view name, std::size_t found, std::size_t expected) const;

  std::vector<Section> sections_;
  bool reads_ = false;
  std::size_t next_ = 0;  ///< section to be read
  std::size_t at_ = 0;    ///< place in the section that is read
};

}  // namespace talus
