#include "talus/core/codec_container.hpp"

#include <algorithm>

namespace talus {

bool is_plain_name(std::string_view name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.';
  };
  return !name.empty() && name.front() != '.' && std::ranges::all_of(name, plain);
}

}  // namespace talus
