#include "contact_facts.hpp"

#include <map>
#include <utility>

#include "talus/output/format.hpp"

namespace talus {
namespace {

struct Group {
  const ContactFact* first;
  std::optional<std::size_t> entry;
  std::int64_t count;
};

}  // namespace

std::optional<std::size_t> shared_entry(const Case& description, const std::string& a, const std::string& b) {
  const ContactSpec* entry = contact_entry(description, a, b);
  if (entry == nullptr || !has_wildcard(*entry)) return std::nullopt;
  return static_cast<std::size_t>(entry - description.contacts.data());
}

std::string entry_title(const std::string& kind, const ContactSpec& entry) {
  return kind + " " + entry.between[0] + " - " + entry.between[1];
}

Facts facts_of_contacts(const Case& description, const std::vector<ContactFact>& contacts) {
  std::vector<Group> groups;
  std::map<std::pair<std::string, std::size_t>, std::int64_t> of_entry;  // by kind and entry
  for (const ContactFact& one : contacts) {
    const auto entry = shared_entry(description, one.a, one.b);
    if (entry) ++of_entry[{one.kind, *entry}];
    const auto same = std::ranges::find_if(groups, [&](const Group& group) {
      return entry && group.entry == entry && group.first->kind == one.kind && group.first->text == one.text;
    });
    if (same == groups.end())
      groups.push_back({&one, entry, 1});
    else
      ++same->count;
  }
  Facts facts;
  for (const auto& [first, entry, pairs] : groups) {
    if (pairs == 1) {
      facts.push_back({first->kind + " " + first->a + " - " + first->b, first->text});
      continue;
    }
    const bool all = pairs == of_entry[{first->kind, *entry}];
    facts.push_back(
        {entry_title(first->kind, description.contacts[*entry]),
         count(pairs) + (all ? " pairs: " : " pairs, such as " + first->a + " - " + first->b + ": ") + first->text});
  }
  return facts;
}

std::vector<DeepContact> deep_contacts(const Model& model, Real least) {
  std::vector<DeepContact> deep;
  std::map<std::size_t, std::size_t> place;  // of the deepest of an entry
  for (const auto& contact : model.contacts) {
    if (!(contact->deepest() > least)) continue;
    const auto entry = shared_entry(model.description, contact->a().name, contact->b().name);
    if (entry) {
      const auto [found, is_first] = place.try_emplace(*entry, deep.size());
      if (!is_first) {
        DeepContact& deepest = deep[found->second];
        ++deepest.others;
        if (contact->deepest() > deepest.contact->deepest()) deepest.contact = contact.get();
        continue;
      }
    }
    deep.push_back({contact.get(), 0});
  }
  return deep;
}

}  // namespace talus
