#include "talus/sim/contact_entries.hpp"

#include "talus/sim/case_issue.hpp"

namespace talus {

const ContactSpec* contact_entry(const Case& description, const std::string& a, const std::string& b) {
  for (const ContactSpec& s : description.contacts) {
    if ((s.between[0] == a && s.between[1] == b) || (s.between[0] == b && s.between[1] == a)) return &s;
  }
  return nullptr;
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
  throw CaseIssue(Fault::missing_contact, "/bodies/" + first, meetings + without_entry);
}

std::string contact_pointer(const Case& description, const ContactSpec& entry) {
  return "/contacts/" + std::to_string(&entry - description.contacts.data());
}

}  // namespace talus
