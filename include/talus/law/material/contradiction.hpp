// What an aggregate says of options that do not go together.
#pragma once

#include <string>

namespace talus {

/// The key at which it shows, "melting_temperature" or "hardening/melting_temperature", and a sentence. The sentence is
/// empty when all is well.
struct MaterialContradiction {
  std::string key;
  std::string sentence;

  [[nodiscard]] bool found() const { return !sentence.empty(); }
  /// The same, seen from the aggregate that holds this one under `outer`.
  [[nodiscard]] MaterialContradiction below(const std::string& outer) const {
    return found() ? MaterialContradiction{key.empty() ? outer : outer + "/" + key, sentence} : MaterialContradiction{};
  }
};

}  // namespace talus
