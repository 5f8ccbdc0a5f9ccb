#include "talus/sim/contact_entries.hpp"

#include "talus/core/wildcards.hpp"
#include "talus/sim/case_issue.hpp"

namespace talus {

namespace {

/// With the names in this order.
bool fits(const ContactSpec& entry, const std::string& a, const std::string& b) {
  return matches(entry.between[0], a) && matches(entry.between[1], b);
}

/// Whether an entry that does not name the two itself means them.
bool can_mean(const Case& description, const std::string& a, const std::string& b) {
  if (a == b) return body_spec<GrainSpec>(description, a) != nullptr;
  return body_spec<WallSpec>(description, a) == nullptr || body_spec<WallSpec>(description, b) == nullptr;
}

}  // namespace

bool has_wildcard(const ContactSpec& entry) { return has_wildcard(entry.between[0]) || has_wildcard(entry.between[1]); }

std::vector<ContactPair> pairs_of_entry(const Case& description, std::size_t entry) {
  const ContactSpec& spec = description.contacts[entry];
  if (!has_wildcard(spec)) return {{spec.between[0], spec.between[1], entry}};
  std::vector<ContactPair> pairs;
  const auto& bodies = description.bodies;
  for (std::size_t p = 0; p < bodies.size(); ++p) {
    for (std::size_t q = 0; q < bodies.size(); ++q) {
      const std::string &a = bodies[p].first, &b = bodies[q].first;
      if (!fits(spec, a, b) || !can_mean(description, a, b)) continue;
      const bool is_there = q < p && fits(spec, b, a);  // the other way round
      if (!is_there) pairs.push_back({a, b, entry});
    }
  }
  return pairs;
}

bool covers(const ContactSpec& wide, const ContactSpec& narrow) {
  const auto& [a, b] = narrow.between;
  return fits(wide, a, b) || fits(wide, b, a);
}

std::vector<ContactPair> contact_pairs(const Case& description) {
  std::vector<ContactPair> pairs;
  for (std::size_t k = 0; k < description.contacts.size(); ++k) {
    const ContactSpec* entry = &description.contacts[k];
    for (ContactPair& pair : pairs_of_entry(description, k)) {
      if (!has_wildcard(*entry) || contact_entry(description, pair.a, pair.b) == entry)
        pairs.push_back(std::move(pair));
    }
  }
  return pairs;
}

const ContactSpec* contact_entry(const Case& description, const std::string& a, const std::string& b) {
  const ContactSpec* narrowest = nullptr;
  for (const ContactSpec& s : description.contacts) {
    if (!fits(s, a, b) && !fits(s, b, a)) continue;
    if (!has_wildcard(s)) return &s;
    if (can_mean(description, a, b) && (narrowest == nullptr || covers(*narrowest, s))) narrowest = &s;
  }
  return narrowest;
}

const ContactSpec& needed_entry(const Case& description, const std::string& a, const std::string& b) {
  need_entries(description, {{a, b}});
  return *contact_entry(description, a, b);
}

void need_entries(const Case& description, const std::vector<std::pair<std::string, std::string>>& pairs) {
  constexpr int told = 10;  // bodies can be hundreds
  int missing = 0;
  std::string first, meetings;
  for (const auto& [a, b] : pairs) {
    if (contact_entry(description, a, b) != nullptr) continue;
    if (missing == 0) first = a;
    if (++missing > told) continue;
    meetings += (missing == 1 ? "" : ", ") +
                (a == b ? "grains of \"" + a + "\" meet each other" : "\"" + a + "\" and \"" + b + "\" can meet");
  }
  if (missing == 0) return;
  if (missing > told) meetings += " and so can " + std::to_string(missing - told) + " more pairs";
  const std::string one_for_all =
      missing > 1 ? R"(, and "between": ["*", "*"] is for all pairs that have no entry of their own)" : "";
  throw CaseIssue(Fault::missing_contact, "/bodies/" + first, meetings + without_entry + one_for_all);
}

std::string contact_pointer(const Case& description, const ContactSpec& entry) {
  return "/contacts/" + std::to_string(&entry - description.contacts.data());
}

}  // namespace talus
