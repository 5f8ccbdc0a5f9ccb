// What is wrong with a case of which every value has been read: what the checks of its parts find.
#pragma once

#include <optional>
#include <string>

#include "talus/core/contradiction.hpp"
#include "talus/core/error_list.hpp"

namespace talus {

struct Complaint {
  Fault fault;
  std::string pointer;  ///< from the root of the case
  std::string sentence;
};

/// What an aggregate at `pointer` says about options of it that do not go together; nothing where all is well.
template <class T>
[[nodiscard]] std::optional<Complaint> contradiction_in(const T& part, const std::string& pointer) {
  if constexpr (requires { part.contradiction(); }) {
    if (const Contradiction wrong = part.contradiction(); wrong.found()) {
      return Complaint{Fault::contradiction, wrong.below(pointer).key, wrong.sentence};
    }
  }
  return std::nullopt;
}

}  // namespace talus
