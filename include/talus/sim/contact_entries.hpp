// The entries of /contacts for pairs of bodies, and what is said where one is missing.
//
// An entry stands for one pair, or with "*" in its names for many: all pairs of different bodies that fit, whichever of
// the two names fits which, and the grains of each body among themselves. Not for a solid with itself, which has to be
// asked for by name, and not for two walls. Of several entries for a pair the narrowest one counts: the one whose names
// fit nothing that those of the others would not fit.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "talus/sim/case.hpp"

namespace talus {

/// Two bodies, in the order of the names in their entry, and its number.
struct ContactPair {
  std::string a, b;
  std::size_t entry;
};

/// Whether an entry may stand for many pairs.
[[nodiscard]] bool has_wildcard(const ContactSpec& entry);

/// All that the entry could stand for, in the order of the bodies. Of one without "*": its two bodies.
[[nodiscard]] std::vector<ContactPair> pairs_of_entry(const Case& description, std::size_t entry);

/// Whether `wide` could stand for all that `narrow` could: none of the two is narrower where both are so.
[[nodiscard]] bool covers(const ContactSpec& wide, const ContactSpec& narrow);

/// All pairs with an entry, each once, entry by entry.
[[nodiscard]] std::vector<ContactPair> contact_pairs(const Case& description);

/// The entry for two bodies; nullptr when there is none.
[[nodiscard]] const ContactSpec* contact_entry(const Case& description, const std::string& a, const std::string& b);

/// The same for two bodies that can meet, or for one whose grains do. Throws CaseIssue when there is none.
[[nodiscard]] const ContactSpec& needed_entry(const Case& description, const std::string& a, const std::string& b);

/// Throws CaseIssue that names every pair without an entry; a body with itself stands for its grains.
void need_entries(const Case& description, const std::vector<std::pair<std::string, std::string>>& pairs);

/// Where an entry stands: "/contacts/0".
[[nodiscard]] std::string contact_pointer(const Case& description, const ContactSpec& entry);

/// How a sentence ends that says of two bodies without an entry how they meet.
inline constexpr const char* without_entry =
    ", but /contacts has no entry for them; \"normal\": \"none\" says that they are meant to pass through each other";

}  // namespace talus
