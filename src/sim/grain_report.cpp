#include "grain_report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "contact_facts.hpp"
#include "talus/dem/grain_motion.hpp"
#include "talus/output/format.hpp"
#include "talus/sim/foreseen_run.hpp"

namespace talus {
namespace {

/// "3 mm", or "2 mm to 3 mm".
std::string radii_text(const std::vector<Row>& positions) {
  const auto [least, most] = std::ranges::minmax_element(positions, {}, &Row::w);
  const std::string text = quantity(least->w, "m");
  return least->w == most->w ? text : text + " to " + quantity(most->w, "m");
}

std::string grain_words(const GrainBody& body) {
  const Index n = body.size();
  const auto several = [](Index k, const std::string& word) { return count(k) + " " + word + (k == 1 ? "" : "s"); };
  const std::string part = body.dimension == 2 ? "disc" : "sphere";
  if (!body.clumped) return several(n, part);
  return several(n, "clump") + " of " + several(n > 0 ? body.clumps.first[1] : 0, part);
}

std::string supply_text(const Pour& pour) {
  return pour.count ? "up to " + count(*pour.count) + " grains to be poured" : "grains to be poured";
}

/// When grains are held, and whether they move then.
std::string held_words(const GrainSpec& spec) {
  if (!spec.held && !spec.hold_at) return "";
  std::string text = ", held";
  if (spec.hold_at) text += " from " + quantity(*spec.hold_at, "s") + " on";
  if (spec.release_at) text += " until " + quantity(*spec.release_at, "s");
  return text + (spec.motion && moves(*spec.motion) ? ", moving" : "");
}

std::string body_text(const GrainSystem& grains, Index b, const GrainSpec& spec) {
  const GrainBody& body = grains.bodies[b];
  std::string text;
  if (body.size() > 0) {
    text = grain_words(body) + ", radius " + radii_text(body.spheres().position) + ", mass " +
           number(total_mass(body)) + (body.dimension == 2 ? " kg/m" : " kg");
  }
  for (const GrainSupply& supply : grains.supplies) {
    if (supply.body == b) text += (text.empty() ? "" : ", ") + supply_text(supply.pour);
  }
  return text + ", " + spec.material + held_words(spec);
}

std::string wall_text(const WallBody& wall, const WallSpec& spec) {
  std::string text(spec.shape.name());
  if (const auto* mesh = std::get_if<TriangleSurface>(&wall.surface)) text += ", " + describe(mesh->facts());
  return text + (moves(wall.motion) ? ", moving" : ", standing") +
         (surface_runs(wall.motion) ? ", its surface runs" : "") + (wall.present ? "" : ", taken away");
}

struct SpringMeasure {
  std::string_view key, words;
  Real limit;
};
using Springs = SoftSpringReport;
constexpr std::array spring_measures{
    SpringMeasure{"packed_overlap", "largest overlap over the radius in a packing", Springs::overlap_limit},
    SpringMeasure{"excluded_volume", "volume hidden in overlaps over that of the grains", Springs::overlap_limit},
    SpringMeasure{"detachment", "share of collisions while another one lasts", Springs::detachment_limit},
    SpringMeasure{"brake", "duration of contacts over that of the approach", Springs::brake_limit},
    SpringMeasure{"held_overlap", "largest overlap over the radius of grains that are held, maybe as placed",
                  infinity}};

/// Whether some of what has touched gives way: the rest says nothing about springs.
bool springs_count(const SpringObservation& seen) { return seen.contact_duration > 0; }

/// What is held may have been placed with any overlap.
std::string held_text(const SpringObservation& seen) {
  if (!(seen.held_overlap > 0)) return "";
  return "; what is held overlaps by up to " + percent(seen.held_overlap) + " of the radius, which is not judged";
}

std::string spring_text(const SpringObservation& seen, const SoftSpringReport& springs) {
  if (!springs_count(seen)) return "only grains that are held have touched" + held_text(seen);
  std::string text = "overlaps of at most " + percent(springs.overlap_ratio) + " of the radius, " +
                     percent(springs.excluded_volume) + " of the grains' volume; contacts last about " +
                     quantity(seen.contact_duration, "s");
  if (seen.free_time > 0) {
    text += ", " + quantity(seen.free_time, "s") + " from one to the next; " + percent(springs.detachment) +
            " of collisions begin while another one lasts";
  }
  return text + held_text(seen);
}

std::string bond_text(const BondCount& bonds) {
  return bonds.made ? ", " + count(bonds.all) + " bonds" : ", to be made during the run";
}

/// "347 of 4 774 grains", or "0.1 kg of 0.4 kg".
std::string poured_text(const GrainBody& body, const Pour& pour, Real came, Real due) {
  constexpr Real round_off = 1e-6;  // of a grain
  if (pour.rate)
    return count(std::llround(came)) + " of " + count(static_cast<std::int64_t>(due + round_off)) + " grains";
  const std::string unit = body.dimension == 2 ? " kg/m" : " kg";
  return number(came) + unit + " of " + number(due) + unit;
}

}  // namespace

Facts grain_facts(const Simulation& simulation) {
  const Model& model = simulation.model();
  const GrainSystem& grains = model.grains;
  Facts facts;
  for (std::size_t b = 0; b < grains.bodies.size(); ++b) {
    const std::string& name = grains.bodies[b].name;
    const auto& spec = *body_spec<GrainSpec>(model.description, name);
    facts.push_back({"grains " + name, body_text(grains, static_cast<Index>(b), spec)});
  }
  for (const WallBody& wall : grains.walls) {
    facts.push_back({"wall " + wall.name, wall_text(wall, *body_spec<WallSpec>(model.description, wall.name))});
  }
  std::vector<ContactFact> contacts;
  for (const auto& contact : grains.contacts) {
    const auto bonds = contact->bonds();
    contacts.push_back(
        {bonds ? "bonds" : "contact", contact->a(), contact->b(), contact->facts() + (bonds ? bond_text(*bonds) : "")});
  }
  for (Fact& fact : facts_of_contacts(model.description, contacts)) facts.push_back(std::move(fact));
  return facts;
}

Facts grain_end_facts(const Simulation& simulation, const GrainWatch& watch) {
  const GrainSystem& grains = simulation.model().grains;
  Facts facts;
  if (grains.contacts.empty()) return facts;
  Index pairs = 0;
  for (const auto& contact : grains.contacts) pairs += contact->bonds() ? 0 : contact->pair_count();
  const auto touching = static_cast<std::int64_t>(simulation.grain_contacts().touching);
  facts.push_back({"contacts of grains", count(touching) + " now, in " + count(pairs) + " listed pairs"});
  for (const auto& contact : grains.contacts) {
    const auto bonds = contact->bonds();
    const bool meant_others =
        bonds && bonds->all == 0 && shared_entry(simulation.model().description, contact->a(), contact->b());
    if (!bonds || meant_others) continue;
    facts.push_back(
        {"bonds " + contact->a() + " - " + contact->b(),
         count(bonds->intact()) + " of " + count(bonds->all) + " hold, " + count(bonds->broken) + " broke"});
  }
  const auto searches = static_cast<Real>(std::max<std::int64_t>(1, grains.searches));
  const Real between = static_cast<Real>(simulation.steps()) / searches;
  facts.push_back({"search for pairs", count(grains.searches) + (grains.searches == 1 ? " time" : " times") +
                                           ", every " + number(between, 3) + " steps; the skin is " +
                                           percent(grains.skin / grains.mean_diameter) + " of a mean diameter"});
  if (watch.has_seen_contacts()) {
    facts.push_back({"springs", spring_text(watch.springs(), judge_springs(watch.springs()))});
  }
  return facts;
}

std::vector<std::string> bond_warnings(const Simulation& simulation) {
  const Model& model = simulation.model();
  std::set<std::size_t> bonding;  // entries that stand for many pairs, some of which are bonded or are to be
  for (const auto& contact : model.grains.contacts) {
    const auto bonds = contact->bonds();
    if (!bonds || (bonds->made && bonds->all == 0)) continue;
    if (const auto entry = shared_entry(model.description, contact->a(), contact->b())) bonding.insert(*entry);
  }
  std::vector<std::string> warnings;
  for (const auto& contact : model.grains.contacts) {
    const auto bonds = contact->bonds();
    if (!bonds || !bonds->made || bonds->all > 0) continue;
    const auto entry = shared_entry(model.description, contact->a(), contact->b());
    if (entry && !bonding.insert(*entry).second) continue;  // said of the first of them
    warnings.push_back("no two grains of \"" + contact->a() + "\" and \"" + contact->b() + "\"" +
                       (entry ? ", or of any other pair of their entry," : "") + " were within " +
                       quantity(bonds->gap, "m") +
                       " of each other when they were to be bonded: there is no bond; raise \"gap\", or bond at "
                       "another time with \"at\"");
  }
  return warnings;
}

std::vector<std::string> pour_warnings(const Simulation& simulation) {
  constexpr Real usual_delay = 0.01, usual_queue = 2;  // of what is due, and in grains: they wait for a moment
  const GrainSystem& grains = simulation.model().grains;
  const Real time = simulation.time();
  std::vector<std::string> warnings;
  for (const auto& [b, pour, state, velocity, spin] : grains.supplies) {
    const GrainTemplate& grain = grains.kinds[b].grain;
    if (!pour.owed(state, time, grain)) continue;
    const Real due = pour.amount_due(time), came = pour.rate ? state.inserted : state.mass;
    const Real usual = std::max(usual_delay * due, usual_queue * (pour.rate ? 1 : grain.mass(state.next_radius)));
    if (time < pour.until && due - came < usual) continue;
    const std::string& name = grains.bodies[b].name;
    warnings.push_back("poured " + poured_text(grains.bodies[b], pour, came, due) + " that were due of \"" + name +
                       "\": the region of /bodies/" + name +
                       "/grains had no room for more; enlarge it, let grains leave it sooner with a \"velocity\", or "
                       "pour at a lower rate");
  }
  return warnings;
}

void note_bonds(Summary& summary, const Simulation& simulation) {
  Index all = 0, broken = 0;
  bool bonded = false;
  for (const auto& contact : simulation.model().grains.contacts) {
    const auto bonds = contact->bonds();
    if (!bonds) continue;
    bonded = true;
    all += bonds->all;
    broken += bonds->broken;
  }
  if (!bonded) return;
  const auto number = [](Index n) { return static_cast<Real>(n); };
  summary.bonds = {{"all", number(all)}, {"intact", number(all - broken)}, {"broken", number(broken)}};
}

void note_springs(Summary& summary, const GrainWatch& watch) {
  if (!watch.has_seen_contacts()) return;
  const SpringObservation seen = watch.springs();
  const SoftSpringReport springs = judge_springs(seen);
  if (springs_count(seen)) {
    summary.soft_springs = {{"overlap_ratio", springs.overlap_ratio},
                            {"packed_overlap", springs.packed_overlap},
                            {"excluded_volume", springs.excluded_volume},
                            {"detachment", springs.detachment},
                            {"brake", springs.brake},
                            {"contact_duration", seen.contact_duration},
                            {"free_time", seen.free_time},
                            {"approach_time", seen.approach_time}};
  }
  if (seen.held_overlap > 0) summary.soft_springs.push_back({"held_overlap", seen.held_overlap});
}

std::vector<std::vector<std::string>> spring_table(const Summary& summary) {
  if (summary.soft_springs.empty()) return {};
  std::vector<std::vector<std::string>> table{{"", "measured", "good below"}};
  for (const auto& [key, value] : summary.soft_springs) {
    const auto known = std::ranges::find(spring_measures, key, &SpringMeasure::key);
    if (known == spring_measures.end()) continue;
    table.push_back({std::string(known->words), number(value, 3),
                     std::isfinite(known->limit) ? number(known->limit) : "not judged"});
  }
  return table;
}

Real grain_memory(const Simulation& simulation) {
  constexpr Real rows = 5 * sizeof(Row) + sizeof(Inertia);
  constexpr Real per_grain = rows + sizeof(Quaternion) + sizeof(std::int64_t) + sizeof(Real);
  constexpr Real per_clump = 2 * sizeof(Vec3), per_sphere = rows + sizeof(Vec3) + sizeof(Index) + sizeof(std::int64_t);
  /// Numbers of partners, history and force of a pair, each list twice while pairs are carried over.
  constexpr Real per_pair = 400;
  /// Listed pairs of a sphere in a bed, where gravity makes one of what is in the air now.
  constexpr Real settled_pairs_in_plane = 3, settled_pairs_in_space = 5;
  const Model& model = simulation.model();
  const GrainSystem& grains = model.grains;
  Real bytes = 0, spheres = 0, pairs = 0;
  for (std::size_t b = 0; b < grains.bodies.size(); ++b) {
    const GrainBody& body = grains.bodies[b];
    Real all = body.size(), balls = body.spheres().size();
    for (const GrainSupply& supply : grains.supplies) {
      if (supply.body != static_cast<Index>(b)) continue;
      const Real coming = grains_to_come(grains, supply, simulation.end());
      all += coming;
      balls += coming * static_cast<Real>(grains.kinds[b].grain.balls.size());
    }
    bytes += per_grain * all;
    if (body.clumped) bytes += per_clump * all + per_sphere * balls;
    spheres += balls;
  }
  for (const auto& contact : grains.contacts) pairs += contact->pair_count();
  // What is alone stays so: a bed begins with some spheres.
  constexpr Real fewest = 10;
  if (spheres > fewest && !gravity_at(model.description, simulation.time()).isZero(0)) {
    pairs =
        std::max(pairs, spheres * (model.description.dimension == 2 ? settled_pairs_in_plane : settled_pairs_in_space));
  }
  return bytes + per_pair * pairs;
}

}  // namespace talus
