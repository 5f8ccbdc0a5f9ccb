#include "talus/sim/watchdogs.hpp"

#include <algorithm>
#include <cmath>

#include "talus/output/format.hpp"

namespace talus {
namespace {

/// Farther than so many radii of the start, the digits of a place no longer resolve an overlap.
constexpr Real lost_radii = 1e8;

/// The worst of what is handed in, and which others are beyond the limit.
class Culprits {
 public:
  explicit Culprits(Real limit) : limit_(limit) {}
  void take(Index i, Real value) {
    if (value <= limit_ || i < 0) return;
    which_.push_back(i);
    if (value <= worst_) return;
    worst_ = value;
    std::swap(which_.front(), which_.back());
  }
  [[nodiscard]] Real worst() const { return worst_; }
  [[nodiscard]] bool none() const { return which_.empty(); }
  /// The worst first, each once.
  [[nodiscard]] std::vector<Index> which() const {
    std::vector<Index> once = which_;
    std::sort(once.begin(), once.end());
    once.erase(std::unique(once.begin(), once.end()), once.end());
    const auto worst = std::ranges::find(once, which_.front());
    std::rotate(once.begin(), worst, worst + 1);
    return once;
  }

 private:
  Real limit_, worst_ = 0;
  std::vector<Index> which_;
};

constexpr const char* deep_grains_cause =
    ". Likely cause: springs too soft for the speed or the load, or a fixed time.step that is too long; a stiffer "
    "contact, a smaller speed, or more time.steps_per_contact may help (limits.overlap says how deep they may go)";

std::optional<Stop> find_deep_grains(const Model& model, const GrainContact& contact, Real time) {
  const Real limit = model.description.limits.overlap;
  const GrainBody& body = model.grains.bodies[model.grains.body_index(contact.a())];
  Culprits found(limit);
  Index partner = -1;
  contact.for_each_line([&](const GrainContactLine& line) {
    Real radius = line.radius_at(line.from);
    if (line.j >= 0) radius = std::min(radius, line.radius_at(line.to));
    const Real before = found.worst();
    found.take(line.i, line.overlap / radius);
    if (found.worst() > before) partner = line.j;
  });
  if (found.none()) return std::nullopt;
  std::vector<Index> which = found.which();
  std::string other = "\"" + contact.b() + "\"";
  if (partner >= 0) {
    const GrainBody& b = model.grains.bodies[model.grains.body_index(contact.b())];
    other = "grain " + std::to_string(b.id[partner]) + " of body " + other;
    if (&b == &body) which.push_back(partner);
  }
  return Stop(particles_text(body, found.which()) + " is in " + other + " by " + percent(found.worst(), 3) +
                  " of the smaller radius" + when(time) + ", beyond limits.overlap = " + percent(limit, 3) +
                  deep_grains_cause,
              body.name, which);
}

std::optional<Stop> find_deep_grains(const Model& model, const GrainContactSums& sums, Real time) {
  const Real limit = model.description.limits.overlap;
  if (!(sums.overlap_ratio > limit)) return std::nullopt;
  for (const auto& contact : model.grains.contacts) {
    if (contact->bonds()) continue;
    if (auto stop = find_deep_grains(model, *contact, time)) return stop;
  }
  return Stop("grains are in each other by " + percent(sums.overlap_ratio, 3) + " of the smaller radius" + when(time) +
                  ", beyond limits.overlap = " + percent(limit, 3) + deep_grains_cause,
              "", {});
}

constexpr const char* deep_solids_cause =
    ". Likely cause: the contact is too soft for the speed or the load; raise its stiffness, lower the speed, or the "
    "spacing";

std::string deep_solid_text(const SolidBody& body, const Culprits& found, const std::string& other, Real limit,
                            Real time) {
  return particles_text(body, found.which()) + " is in \"" + other + "\" by " + percent(found.worst(), 3) +
         " of the distance at which they touch" + when(time) + ", beyond limits.penetration = " + percent(limit, 3) +
         deep_solids_cause;
}

std::optional<Stop> find_deep_solids(const Model& model, const SolidContact& contact, Real time) {
  const Real limit = model.description.limits.penetration;
  const Real touching = Real(0.5) * (contact.a().spacing + contact.b().spacing);
  Culprits of_a(limit), of_b(limit);
  contact.for_each_line([&](const ContactLine& line) {
    of_a.take(line.i, line.overlap / touching);
    of_b.take(line.j, line.overlap / touching);
  });
  if (of_a.none() && of_b.none()) {
    if (!(contact.deepest() > limit)) return std::nullopt;
    return Stop("bodies \"" + contact.a().name + "\" and \"" + contact.b().name + "\" are in each other by " +
                    percent(contact.deepest(), 3) + " of the distance at which they touch" + when(time) +
                    ", beyond limits.penetration = " + percent(limit, 3) + deep_solids_cause,
                contact.a().name, {});
  }
  const bool a = of_a.worst() >= of_b.worst();
  const SolidBody& body = a ? contact.a() : contact.b();
  const Culprits& found = a ? of_a : of_b;
  return Stop(deep_solid_text(body, found, (a ? contact.b() : contact.a()).name, limit, time), body.name,
              found.which());
}

std::optional<Stop> find_deep_in_walls(const Model& model, const SolidWalls& walls, Real time) {
  const Real limit = model.description.limits.penetration;
  // Over its spacing, as if the wall were another body of its kind: the ratio is to the radius of a particle.
  if (!(Real(0.5) * walls.overlap_ratio() > limit)) return std::nullopt;
  const SolidBody& body = walls.body();
  for (const auto& contact : walls.contacts()) {
    Culprits found(limit);
    contact->for_each_line([&](const GrainContactLine& line) { found.take(line.i, line.overlap / body.spacing); });
    if (found.none()) continue;
    return Stop(deep_solid_text(body, found, contact->b(), limit, time), body.name, found.which());
  }
  return std::nullopt;
}

template <class IsBeyond>
std::vector<Index> all_beyond(Index size, IsBeyond&& is_beyond) {
  std::vector<Index> which;
  for (Index i = 0; i < size; ++i) {
    if (is_beyond(i)) which.push_back(i);
  }
  return which;
}

bool is_outside(const KeptRegion& region, const Vec3& x, int dimension) {
  for (int k = 0; k < dimension; ++k) {
    if (x[k] < region.low[k] || x[k] > region.high[k]) return true;
  }
  return false;
}

/// About the particles of the first body that has some there, with a sentence that goes on from their names.
template <class IsThere>
std::optional<Stop> find_there(const Model& model, const std::string& sentence, IsThere&& is_there) {
  for (const SolidBody& body : model.bodies) {
    const std::vector<Index> which = all_beyond(body.size(), [&](Index i) { return is_there(body.x[i]); });
    if (!which.empty()) return Stop(particles_text(body, which) + sentence, body.name, which);
  }
  for (const GrainBody& body : model.grains.bodies) {
    const auto& rows = body.grains.position;
    const std::vector<Index> which = all_beyond(body.size(), [&](Index i) { return is_there(rows[i].vec()); });
    if (!which.empty()) return Stop(particles_text(body, which) + sentence, body.name, which);
  }
  return std::nullopt;
}

}  // namespace

StartSphere sphere_around(const Model& model) {
  BoundingBox box;
  for (const SolidBody& body : model.bodies) {
    for (const Vec3& x : body.x) box.enclose(x);
  }
  for (const GrainBody& body : model.grains.bodies) {
    for (const Row& row : body.grains.position) {
      box.enclose(row.vec(), row.w);
    }
  }
  if (!(box.low.array() <= box.high.array()).all()) return {};  // all grains are still to come
  return {Real(0.5) * (box.low + box.high), Real(0.5) * (box.high - box.low).norm()};
}

std::optional<Stop> find_deep_contact(const Model& model, const GrainContactSums& grains, Real time) {
  if (auto stop = find_deep_grains(model, grains, time)) return stop;
  for (const auto& contact : model.contacts) {
    // The deepest so far, which is that of now: earlier ones have been looked at.
    if (!(contact->deepest() > model.description.limits.penetration)) continue;
    if (auto stop = find_deep_solids(model, *contact, time)) return stop;
  }
  return std::nullopt;
}

std::optional<Stop> find_deep_in_walls(const Model& model, Real time) {
  for (const auto& walls : model.solid_walls) {
    if (auto stop = find_deep_in_walls(model, *walls, time)) return stop;
  }
  return std::nullopt;
}

std::optional<Stop> find_lost_particle(const Model& model, const StartSphere& start, Real time) {
  const auto& region = model.description.limits.region;
  const int dimension = model.description.dimension;
  const Real reach = start.radius > 0 ? lost_radii * start.radius : infinity;
  const auto is_beyond = [&](const Vec3& x) {
    if (!((x - start.centre).norm() <= reach)) return true;
    return region && is_outside(*region, x, dimension);
  };
  const std::string sentence =
      (region ? " has left limits.region" : " is lost, " + number(lost_radii) + " times as far off as all was large") +
      when(time) +
      ". Likely cause: it was thrown off by an unstable step (lower time.courant, raise time.steps_per_contact, remove "
      "a fixed time.step), it went through a gap between walls, or it is meant to go there: then " +
      (region ? "widen limits.region" : "end the run earlier");
  return find_there(model, sentence, is_beyond);
}

std::optional<Stop> find_outside(const Model& model, const std::string& sentence) {
  const auto& region = model.description.limits.region;
  if (!region) return std::nullopt;
  return find_there(model, sentence,
                    [&](const Vec3& x) { return is_outside(*region, x, model.description.dimension); });
}

std::optional<Stop> find_short_step(const Model& model, const std::string& limit, Real time, Real step, Real span) {
  const auto& shortest = model.description.limits.step;
  const bool is_short = shortest && step < *shortest;
  if (!is_short && !(span > most_run_steps * step)) return std::nullopt;
  const Stop fastest = stop_at_fastest(model);
  return Stop("the time step has collapsed to " + quantity(step, "s") + when(time) + ", limited by " + limit +
                  (is_short ? ", below limits.step = " + quantity(*shortest, "s")
                            : ": the run would take more than " + number(most_run_steps) + " steps") +
                  "; the fastest is " + std::string(fastest.what()) +
                  ". Likely cause: something became much stiffer or faster than it was at the start; look at it in "
                  "the picture, soften the contact or material, or lower the load",
              fastest.body, fastest.culprits);
}

}  // namespace talus
