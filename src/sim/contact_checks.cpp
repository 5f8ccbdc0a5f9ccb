#include "contact_checks.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "talus/core/json_value.hpp"
#include "talus/core/nearest_word.hpp"
#include "talus/core/wildcards.hpp"

namespace talus {
namespace {

using Names = std::array<std::string, 2>;

std::string in_list(const Names& names) { return "[" + json::quote(names[0]) + ", " + json::quote(names[1]) + "]"; }

/// `"a" and "b"`, or `"a" and "b", and 3 more pairs`.
std::string pairs_text(const ContactPair& first, std::size_t count) {
  std::string text = json::quote(first.a) + " and " + json::quote(first.b);
  if (count > 1) text += ", and " + std::to_string(count - 1) + (count == 2 ? " more pair," : " more pairs,");
  return text;
}

/// What could have been meant by a text with "*": "block*" for block12, "left_*" and "*_wall" for left_wall.
std::vector<std::string> patterns_of(const std::string& name) {
  std::vector<std::string> patterns;
  const std::size_t letters = name.find_last_not_of("0123456789") + 1;
  if (letters > 0 && letters < name.size()) patterns.push_back(name.substr(0, letters) + "*");
  if (const std::size_t joint = name.rfind('_'); joint != std::string::npos) {
    patterns.push_back(name.substr(0, joint + 1) + "*");
    patterns.push_back("*" + name.substr(joint));
  }
  return patterns;
}

class ContactChecker {
 public:
  explicit ContactChecker(const Case& c) : case_(c) {
    for (const auto& [name, body] : c.bodies) names_.push_back(name);
  }

  std::vector<Complaint> check() {
    for (std::size_t k = 0; k < case_.contacts.size(); ++k) {
      if (check_names(k)) check_entry(k);
    }
    check_choices();
    return std::move(complaints_);
  }

 private:
  [[nodiscard]] static std::string pointer(std::size_t entry) {
    return "/contacts/" + std::to_string(entry) + "/between";
  }
  [[nodiscard]] const Names& between(std::size_t entry) const { return case_.contacts[entry].between; }

  void refuse(Fault fault, const std::string& at, const std::string& sentence) {
    complaints_.push_back({fault, at, sentence});
  }

  /// Whether both names are those of bodies: of others nothing more is known. An empty one has been missed before.
  bool check_names(std::size_t entry) {
    bool known = true;
    for (std::size_t k = 0; k < 2; ++k) {
      const std::string& name = between(entry)[k];
      const bool fits = std::ranges::any_of(names_, [&](std::string_view body) { return matches(name, body); });
      known = known && fits;
      if (name.empty() || fits) continue;
      refuse(Fault::unknown_name, pointer(entry) + "/" + std::to_string(k),
             has_wildcard(name) ? "there is no body whose name is like " + json::quote(name) + hint(name)
                                : "there is no body " + json::quote(name) + suggestion(name, names_));
    }
    return known;
  }

  [[nodiscard]] std::string hint(const std::string& pattern) const {
    std::vector<std::string> patterns;
    for (const std::string_view name : names_) {
      for (std::string& one : patterns_of(std::string(name))) patterns.push_back(std::move(one));
    }
    const Words words(patterns.begin(), patterns.end());
    const bool near = !nearest_word(pattern, words).empty();
    return suggestion(pattern, near ? words : names_);
  }

  void check_entry(std::size_t entry) {
    const bool many = has_wildcard(case_.contacts[entry]);
    std::vector<ContactPair> pairs = pairs_of_entry(case_, entry);
    if (pairs.empty()) {
      refuse(Fault::contradiction, pointer(entry),
             in_list(between(entry)) +
                 " stands for no pair of bodies: a solid touches itself only where both names are its own, and two "
                 "walls do not feel each other");
    }
    check_repeated(entry, many);
    if (many) {
      std::erase_if(pairs, [&](const ContactPair& pair) {
        return contact_entry(case_, pair.a, pair.b) != &case_.contacts[entry];
      });
    }
    check_laws(pairs);
  }

  void check_repeated(std::size_t entry, bool many) {
    for (std::size_t k = 0; k < entry; ++k) {
      const ContactSpec &now = case_.contacts[entry], &before = case_.contacts[k];
      if (!covers(now, before) || !covers(before, now)) continue;
      refuse(Fault::contradiction, pointer(entry),
             std::string(many ? "these pairs of" : "these two") + " bodies have an entry already, /contacts/" +
                 std::to_string(k));
    }
  }

  /// What is wrong for many of the pairs of one entry is said once.
  void check_laws(const std::vector<ContactPair>& pairs) {
    struct Found {
      Complaint complaint;
      const ContactPair* first;
      std::size_t count;
    };
    std::vector<Found> all;
    for (const ContactPair& pair : pairs) {
      for (Complaint& one : law_complaints(case_, pair)) {
        const auto same = std::ranges::find_if(all, [&](const Found& f) {
          return f.complaint.pointer == one.pointer && f.complaint.sentence == one.sentence;
        });
        if (same != all.end())
          ++same->count;
        else
          all.push_back({std::move(one), &pair, 1});
      }
    }
    for (const auto& [complaint, first, count] : all) {
      const bool of_all = count == pairs.size();
      refuse(complaint.fault, complaint.pointer,
             of_all ? complaint.sentence
                    : "for " + pairs_text(*first, count) + " " + complaint.sentence +
                          "; an entry with their names would count in place of this one");
    }
  }

  /// Each pair needs one entry that is the narrowest.
  void check_choices() {
    std::map<std::pair<std::string, std::string>, std::vector<ContactPair>> chosen;
    for (std::size_t k = 0; k < case_.contacts.size(); ++k) {
      if (!has_wildcard(case_.contacts[k])) continue;
      for (ContactPair& pair : pairs_of_entry(case_, k)) chosen[std::minmax(pair.a, pair.b)].push_back(std::move(pair));
    }
    std::map<std::pair<std::size_t, std::size_t>, std::vector<ContactPair>> undecided;
    for (const auto& [names, entries] : chosen) {
      const ContactSpec& narrowest = *contact_entry(case_, names.first, names.second);
      if (!has_wildcard(narrowest)) continue;
      const auto other = std::ranges::find_if(
          entries, [&](const ContactPair& pair) { return !covers(case_.contacts[pair.entry], narrowest); });
      if (other == entries.end()) continue;
      const auto taken = static_cast<std::size_t>(&narrowest - case_.contacts.data());
      undecided[std::minmax(other->entry, taken)].push_back(*other);
    }
    for (const auto& [entries, pairs] : undecided) refuse_choice(entries.first, entries.second, pairs);
  }

  void refuse_choice(std::size_t before, std::size_t entry, const std::vector<ContactPair>& pairs) {
    const ContactPair& first = pairs.front();
    refuse(Fault::contradiction, pointer(entry),
           pairs_text(first, pairs.size()) + " fit both this and /contacts/" + std::to_string(before) + ", " +
               in_list(between(before)) + ", and neither of the two is the narrower one: add an entry for " +
               in_list(common(between(before), between(entry)).value_or(Names{first.a, first.b})));
  }

  /// Names that fit only what those of both entries fit, where one of each two does.
  [[nodiscard]] static std::optional<Names> common(const Names& one, const Names& other) {
    for (const bool turned : {false, true}) {
      Names names;
      for (std::size_t k = 0; k < 2; ++k) {
        const std::string &p = one[k], &q = other[turned ? 1 - k : k];
        names[k] = matches(q, p) ? p : matches(p, q) ? q : "";
      }
      if (!names[0].empty() && !names[1].empty()) return names;
    }
    return std::nullopt;
  }

  const Case& case_;
  Words names_;
  std::vector<Complaint> complaints_;
};

}  // namespace

std::vector<Complaint> contact_complaints(const Case& description) { return ContactChecker(description).check(); }

}  // namespace talus
