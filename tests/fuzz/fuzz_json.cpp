// Any text as JSON.
#include "fuzz/target.hpp"
#include "talus/core/json_parse.hpp"

namespace talus::fuzz {

void take(const std::string& bytes) {
  ErrorList errors;
  static_cast<void>(json::parse(bytes, "fuzz", errors));
}

}  // namespace talus::fuzz
