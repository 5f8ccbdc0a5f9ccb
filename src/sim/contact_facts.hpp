// What is told of contacts: a line for each pair of bodies, but only one for all pairs of an entry with "*".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "talus/sim/model.hpp"
#include "talus/sim/run_report.hpp"

namespace talus {

struct ContactFact {
  std::string kind, a, b;  ///< "contact" or "bonds", and the two bodies
  std::string text;
};

/// In the given order; those of one entry with "*" that say the same stand together where the first of them was.
[[nodiscard]] Facts facts_of_contacts(const Case& description, const std::vector<ContactFact>& contacts);

/// A contact of solids, and how many others of its entry go together with it.
struct DeepContact {
  const SolidContact* contact;
  std::size_t others;
};

/// All contacts of solids that were deeper than `least` [-]; of an entry with "*" the deepest.
[[nodiscard]] std::vector<DeepContact> deep_contacts(const Model& model, Real least);

/// The number of the entry that two bodies share with others; nothing where they have one of their own.
[[nodiscard]] std::optional<std::size_t> shared_entry(const Case& description, const std::string& a,
                                                      const std::string& b);

/// "contact block* - floor": how a line begins that is about all pairs of an entry.
[[nodiscard]] std::string entry_title(const std::string& kind, const ContactSpec& entry);

}  // namespace talus
