// "it belongs in …": the right place of a key that stands in the wrong one.
#pragma once

#include <string>
#include <vector>

#include "talus/core/describe_key_text.hpp"
#include "talus/core/nearest_word.hpp"

namespace talus {

/// End of a message about the key at `pointer`, which its object does not know: `; it belongs in "/output"`. Of all
/// places in a case that have it, those inside of that object come first, by one of its `siblings`, the keys that the
/// object does know, and best by one that stands in it as `written`; then those that share most of the way to it. Empty
/// where no place has the key or too many do, and where it is right beside another law: then the keys that are known
/// here say more.
[[nodiscard]] std::string home_of_key(const std::vector<KeyText>& keys, const std::string& pointer,
                                      const Words& siblings, const json::Value& written);

}  // namespace talus
