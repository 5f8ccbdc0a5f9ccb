// Options of an aggregate that do not go together, which shows only when all of them have been read.
#pragma once

#include <string>

namespace talus {

/// What `Contradiction contradiction() const` of an aggregate finds.
struct Contradiction {
  std::string key{};       ///< "k", or "hardening/k" inside of a part; empty: it is the aggregate as a whole
  std::string sentence{};  ///< what is wrong with the value of that key; empty when all is well

  [[nodiscard]] bool found() const { return !sentence.empty(); }
  /// The same, seen from the aggregate that holds this one under `outer`.
  [[nodiscard]] Contradiction below(const std::string& outer) const {
    return found() ? Contradiction{key.empty() ? outer : outer + "/" + key, sentence} : Contradiction{};
  }
};

}  // namespace talus
