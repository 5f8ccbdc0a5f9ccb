#include "end_warnings.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>

#include "contact_facts.hpp"
#include "grain_report.hpp"
#include "talus/numerics/tensor.hpp"
#include "talus/output/format.hpp"

namespace talus {
namespace {

/// A state residual beyond this is worth a warning [-] (tlsph 14).
constexpr Real residual_warning = 0.01;
/// Surfaces that have gone into each other by this share of their touching distance are worth one [-].
constexpr Real penetration_warning = 0.4;
/// Hourglass energy beyond this share of the elastic energy is worth a warning [-].
constexpr Real hourglass_warning = 0.05;
/// … unless it is next to nothing in the books: a body that settles gives its ringing to the control [-].
constexpr Real negligible_energy = 1e-3;
/// A law that softens is warned of a little before it does: this factor on the stretch where it begins to [-].
constexpr Real nearly_soft = 1.04;

void warn_about_energy(const EnergyLedger& ledger, std::vector<std::string>& warnings) {
  if (ledger.largest_state_residual() > residual_warning) {
    warnings.push_back("the state ledger is off by " + percent(ledger.largest_state_residual()) +
                       ": an unstable step or too coarse a contact; look at state_residual in energy.csv");
  }
  const Real hourglass = std::abs(ledger[Channel::hourglass]);
  if (hourglass > hourglass_warning * ledger.largest_internal() &&
      hourglass > negligible_energy * ledger.largest_sum()) {
    warnings.push_back("hourglass control has taken " +
                       percent(ledger[Channel::hourglass] / ledger.largest_internal()) +
                       " of the internal energy: the body may be too coarse");
  }
}

void warn_about_contact(const Model& model, std::vector<std::string>& warnings) {
  for (const auto& [contact, others] : deep_contacts(model, penetration_warning)) {
    const std::string more = others == 0 ? " " : ", and " + count(static_cast<std::int64_t>(others)) + " more pairs, ";
    warnings.push_back("bodies \"" + contact->a().name + "\" and \"" + contact->b().name + "\"" + more +
                       "have gone into each other by " + (others == 0 ? "" : "at most ") + percent(contact->deepest()) +
                       " of their touching distance: the barrier hardly holds so much; raise its stiffness, or lower "
                       "the spacing");
  }
}

/// How many grains have left in all; the first ones have been told of when they did.
void warn_about_outflow(const Simulation& simulation, std::vector<std::string>& warnings) {
  if (simulation.model().description.limits.outflow != Outflow::warn) return;
  const auto left = find_left_grains(simulation);
  if (left) warnings.push_back(count(left->count) + " grains have left for good by the end");
}

}  // namespace

std::vector<std::string> softening_warnings(const Model& model) {
  std::vector<std::string> warnings;
  for (const SolidBody& body : model.bodies) {
    std::visit(
        [&](const auto& law) {
          if constexpr (requires { law.softens_below; }) {
            const Real limit = nearly_soft * law.softens_below;
            const bool is_soft = std::ranges::any_of(std::views::iota(Index(0), body.size()),
                                                     [&](Index i) { return smallest_stretch(body.F[i]) < limit; });
            if (!is_soft) return;
            warnings.push_back("body \"" + body.name + "\" is squeezed to less than " + number(limit, 2) +
                               " of its length in places: below " + number(law.softens_below, 2) + " its law, " +
                               std::string(law.name) + ", pushes back less and less; neo_hookean does not");
          }
        },
        body.material);
  }
  return warnings;
}

std::vector<std::string> end_warnings(const Simulation& simulation, const GrainWatch& watch) {
  std::vector<std::string> warnings;
  warn_about_energy(simulation.ledger(), warnings);
  warn_about_contact(simulation.model(), warnings);
  warn_about_outflow(simulation, warnings);
  for (std::string& w : softening_warnings(simulation.model())) warnings.push_back(std::move(w));
  for (std::string& w : judge_springs(watch.springs()).warnings()) warnings.push_back(std::move(w));
  for (std::string& w : bond_warnings(simulation)) warnings.push_back(std::move(w));
  for (std::string& w : pour_warnings(simulation)) warnings.push_back(std::move(w));
  return warnings;
}

}  // namespace talus
