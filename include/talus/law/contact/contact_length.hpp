// The length that belongs to a contact of two radii, as a case names it.
#pragma once

#include <array>
#include <type_traits>

#include "talus/core/option.hpp"
#include "talus/law/contact/contact_point.hpp"

namespace talus {

enum class ContactLength { harmonic, reduced };
constexpr auto choices(std::type_identity<ContactLength>) {
  using C = ContactLength;
  return std::array{Word<C>{"harmonic", C::harmonic, "2 R_i R_j/(R_i + R_j): R of equal grains, 2R at a wall"},
                    Word<C>{"reduced", C::reduced, "half of it"}};
}

/// [m]
template <class T>
[[nodiscard]] T length_of(ContactLength length, const ContactPointOf<T>& pair) {
  return length == ContactLength::harmonic ? pair.length : pair.reduced_radius;
}

}  // namespace talus
