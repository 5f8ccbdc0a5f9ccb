// The entries of /contacts for pairs of bodies, and what is said where one is missing.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "talus/sim/case.hpp"

namespace talus {

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
