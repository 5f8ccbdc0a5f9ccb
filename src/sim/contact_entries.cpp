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
  if (const ContactSpec* entry = contact_entry(description, a, b)) return *entry;
  const std::string meeting =
      a == b ? "grains of \"" + a + "\" meet each other" : "\"" + a + "\" and \"" + b + "\" can meet";
  throw CaseIssue(Fault::missing_contact, "/bodies/" + a, meeting + without_entry);
}

std::string contact_pointer(const Case& description, const ContactSpec& entry) {
  return "/contacts/" + std::to_string(&entry - description.contacts.data());
}

}  // namespace talus
