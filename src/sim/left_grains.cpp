// Grains that have left for good. What they could meet until the end of the run is a box around all that is finite, as
// large as motions can make it, and planes. Who is in doubt has not left: a false alarm is worse than a late one.
//
// Not foreseen: gravity that will turn, grains that meet outside and throw each other back, and walls that throw a free
// solid after them.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "talus/sim/watchdogs.hpp"

namespace talus {
namespace {

/// Who has left is farther from what it could meet than that is large.
constexpr Real clearance = 1;

struct PlaneTarget {
  Vec3 normal;
  Real speed;  ///< with which it may come after a grain [m/s]
};

/// What a body of grains could meet until the end of the run.
struct Targets {
  bool endless = false;  ///< it cannot get away from it
  BoundingBox box;       ///< of all that is finite, wherever it goes
  std::vector<PlaneTarget> planes;
  std::optional<Real> free_speed;  ///< something in the box moves by its mass alone, at most this fast now [m/s]

  [[nodiscard]] bool can_be_left() const {
    return !endless && (box.low.array() <= box.high.array()).all() && box.low.allFinite() && box.high.allFinite();
  }
  void take_free(Real speed) { free_speed = std::max(speed, free_speed.value_or(0)); }
};

/// Of the axes along which a case is solved, so that margins do not count the third one in two dimensions.
void flatten(BoundingBox& box, int dimension) {
  if (dimension == 2) box.low.z() = box.high.z() = 0;
}

/// The lowest and the highest value, 0 among them. A formula may take any.
std::pair<Real, Real> range_of(const TimeFunction& f) {
  if (!f.formula().empty()) return {-infinity, infinity};
  if (f.is_constant()) return {std::min(Real(0), f(0)), std::max(Real(0), f(0))};
  std::pair<Real, Real> range{0, 0};
  for (const auto& [t, value] : f.points()) {
    range = {std::min(range.first, value), std::max(range.second, value)};
  }
  return range;
}

/// Where a wall can be within `span` [s] that is in `box` now.
BoundingBox swept(const WallBody& wall, BoundingBox box, Real span) {
  const WallMotion& motion = wall.motion;
  if (!(span > 0)) return box;
  const auto widen = [&box](const Vec3& along, Real way) {
    const Vec3 ways = way * along.stableNormalized().cwiseAbs();
    box = {box.low - ways, box.high + ways};
  };
  if (motion.rotation) {
    const Vec3 centre = wall.pose.centre + wall.pose.displacement;
    const Real radius = (box.low - centre).cwiseAbs().cwiseMax((box.high - centre).cwiseAbs()).norm();
    box = {centre - Vec3::Constant(radius), centre + Vec3::Constant(radius)};
  }
  for (int k = 0; motion.velocity && k < 3; ++k) {
    const auto [low, high] = range_of((*motion.velocity)[k]);
    box.low[k] += span * low;
    box.high[k] += span * high;
  }
  if (motion.vibration) widen(motion.vibration->along, 2 * motion.vibration->amplitude);
  if (motion.servo) widen(motion.servo->along, span * motion.servo->max_speed);
  return box;
}

/// How fast a plane may move [m/s]; infinite where it may turn, or go as it likes.
Real fastest(const WallMotion& motion) {
  if (motion.rotation || motion.free) return infinity;
  Vec3 velocity = Vec3::Zero();
  for (int k = 0; motion.velocity && k < 3; ++k) {
    const auto [low, high] = range_of((*motion.velocity)[k]);
    velocity[k] = std::max(-low, high);
  }
  Real speed = velocity.norm();
  if (motion.vibration) speed += 2 * std::numbers::pi * motion.vibration->frequency * motion.vibration->amplitude;
  if (motion.servo) speed += motion.servo->max_speed;
  return speed;
}

/// A free wall falls as grains do, unless a force pushes it, or a guide that slants turns its weight aside.
void add_free(const WallBody& wall, const BoundingBox& box, const Vec3& gravity, Targets& targets) {
  const WallFree& free = *wall.motion.free;
  const bool may_outrun = ((free.guide() * gravity).cwiseAbs().array() > gravity.cwiseAbs().array()).any();
  targets.endless = targets.endless || free.force.has_value() || may_outrun;
  targets.take_free(wall.full.velocity.norm() + wall.full.spin.norm() * (box.high - box.low).norm());
}

template <class Surface>
BoundingBox bounds(const Surface& surface, const WallPose& pose) {
  BoundingBox all;
  for (Index f = 0; f < surface.facet_count(); ++f) {
    all.enclose(pose.to_space(surface.bounds(f)));
  }
  return all;
}

/// `left` [s] is what is still to come of the run.
void add_wall(const WallBody& wall, int dimension, const Vec3& gravity, Real left, Targets& targets) {
  if (const auto* plane = std::get_if<PlaneSurface>(&wall.surface)) {
    const Real speed = fastest(wall.motion);
    targets.endless = targets.endless || !std::isfinite(speed);
    targets.planes.push_back({wall.pose.turned(plane->normal), speed});
    return;
  }
  BoundingBox box = std::visit([&](const auto& surface) { return bounds(surface, wall.pose); }, wall.surface);
  flatten(box, dimension);
  if (wall.motion.free) add_free(wall, box, gravity, targets);
  box = swept(wall, box, left);
  flatten(box, dimension);
  targets.box.enclose(box);
}

enum class Mobility { clamped, free, driven };

Mobility mobility_of(const Case& c, const std::string& body, Real time) {
  bool clamped = false, driven = false;
  for (const auto& boundary : c.boundaries) {
    if (std::visit([](const auto& b) { return b.body; }, boundary.entry) != body) continue;
    if (std::holds_alternative<PrescribedMotion>(boundary.entry)) return Mobility::driven;
    if (const auto* clamp = std::get_if<Clamp>(&boundary.entry)) {
      clamped = clamped || clamp->components.empty();
    } else {
      driven = driven || !std::holds_alternative<Damping>(boundary.entry);
    }
  }
  if (clamped) return Mobility::clamped;  // it stays where it is, however it bends
  for (const Stage& stage : c.stages) driven = driven || (time < 0 && stage.tow && stage.tow->body == body);
  return driven ? Mobility::driven : Mobility::free;
}

void add_solid(const SolidBody& solid, Mobility mobility, Targets& targets) {
  if (mobility == Mobility::driven) targets.endless = true;
  if (mobility == Mobility::free) targets.take_free(solid.max_speed);
  for (const Vec3& x : solid.x) targets.box.enclose(x);
}

bool is_held(const Model& model, const GrainBody& body) {
  return model.grains.is_held(static_cast<Index>(&body - model.grains.bodies.data()));
}

/// It is moved, let go or held only later: who knows where it is then.
bool changes(const Model& model, const GrainBody& body) {
  const HeldGrains* held = model.grains.held_grains(static_cast<Index>(&body - model.grains.bodies.data()));
  return held != nullptr && held->changes();
}

/// What is held keeps the velocity that it has.
void add_held(const GrainBody& held, Real left, Targets& targets) {
  for (Index i = 0; i < held.size(); ++i) {
    const Row& row = held.grains.position[i];
    targets.box.enclose(row.vec(), row.w);
    targets.box.enclose(row.vec() + left * held.grains.rate[i].velocity.vec(), row.w);
  }
}

/// In a stage that brakes it, or before one.
bool is_braked(const Case& c, const std::string& body, Real time) {
  return time < 0 && std::ranges::any_of(
                         c.stages, [&](const Stage& stage) { return stage.damping && stage.damping->body == body; });
}

bool touches(const Model& model, const std::string& a, const std::string& b) {
  const ContactSpec* entry = contact_entry(model.description, a, b);
  return entry != nullptr && !std::holds_alternative<NoContact>(entry->normal.entry);
}

Targets targets_of(const Model& model, const GrainBody& body, const Vec3& gravity, Real time) {
  Targets targets;
  const Real end = model.description.time.end;
  targets.endless = model.grains.box().any() ||                     // it comes back
                    is_braked(model.description, body.name, time);  // it does not fly freely
  for (const WallBody& wall : model.grains.walls) {
    if (!wall.present || !touches(model, body.name, wall.name)) continue;
    const Real until = std::min(end, wall.motion.remove_at.value_or(end));
    add_wall(wall, body.dimension, gravity, until - time, targets);
  }
  for (const SolidBody& solid : model.bodies) {
    if (!touches(model, body.name, solid.name)) continue;
    add_solid(solid, mobility_of(model.description, solid.name, time), targets);
  }
  for (const GrainBody& other : model.grains.bodies) {
    if (!touches(model, body.name, other.name)) continue;
    targets.endless = targets.endless || changes(model, other);
    if (is_held(model, other)) add_held(other, end - time, targets);
  }
  flatten(targets.box, body.dimension);
  return targets;
}

/// True where free flight from x with v under gravity never comes to anything.
bool never_returns(const Targets& targets, Real margin, const Vec3& x, const Vec3& v, const Vec3& gravity) {
  if (v.isZero(0) && gravity.isZero(0)) return false;  // it goes nowhere
  for (const PlaneTarget& plane : targets.planes) {
    if (gravity.dot(plane.normal) < 0 || v.dot(plane.normal) < plane.speed) return false;
  }
  // Along one axis, away from the box. What is free falls after a grain with the same gravity: it does not come nearer
  // when it is slower now.
  const auto leaves = [&](Real distance, Real speed, Real pull) {
    if (distance <= margin || speed < 0 || pull < 0) return false;
    return !targets.free_speed || (pull > 0 && speed >= *targets.free_speed);
  };
  for (int k = 0; k < 3; ++k) {
    if (leaves(x[k] - targets.box.high[k], v[k], gravity[k])) return true;
    if (leaves(targets.box.low[k] - x[k], -v[k], -gravity[k])) return true;
  }
  return false;
}

/// Grains that bonds hold together, directly or through others.
class Bunches {
 public:
  explicit Bunches(std::size_t grains) : next_(grains) { std::iota(next_.begin(), next_.end(), std::size_t(0)); }
  void join(std::size_t i, std::size_t j) { next_[of(i)] = of(j); }
  /// The one of its grains that stands for it.
  [[nodiscard]] std::size_t of(std::size_t i) {
    while (next_[i] != i) i = next_[i] = next_[next_[i]];
    return i;
  }

 private:
  std::vector<std::size_t> next_;
};

/// For each grain, one body after the other, whether it leaves; `first` says where a body begins.
struct Leavers {
  std::vector<std::size_t> first;
  std::vector<bool> leaves;
};

Leavers who_flies_off(const Model& model, const Vec3& gravity, Real time) {
  Leavers found;
  for (const GrainBody& body : model.grains.bodies) {
    found.first.push_back(found.leaves.size());
    found.leaves.resize(found.leaves.size() + static_cast<std::size_t>(body.size()), false);
    if (body.size() == 0 || is_held(model, body)) continue;
    const Targets targets = targets_of(model, body, gravity, time);
    if (!targets.can_be_left()) continue;
    const Real margin = clearance * (targets.box.high - targets.box.low).norm();
    for (Index i = 0; i < body.size(); ++i) {
      const Row& row = body.grains.position[i];
      const Vec3 v = body.grains.rate[i].velocity.vec();
      found.leaves[found.first.back() + static_cast<std::size_t>(i)] =
          never_returns(targets, margin + row.w, row.vec(), v, gravity);
    }
  }
  return found;
}

/// Who is bonded to a grain that stays, such as a held one, stays with it.
void keep_bonded(const GrainSystem& grains, Leavers& found) {
  Bunches bunches(found.leaves.size());
  for (const auto& contact : grains.contacts) {
    if (!contact->bonds()) continue;
    const std::size_t a = found.first[grains.body_index(contact->a())];
    const std::size_t b = found.first[grains.body_index(contact->b())];
    contact->for_each_line([&](const GrainContactLine& bond) {
      bunches.join(a + static_cast<std::size_t>(bond.i), b + static_cast<std::size_t>(bond.j));
    });
  }
  std::vector<bool> stays(found.leaves.size(), false);
  for (std::size_t i = 0; i < stays.size(); ++i) {
    if (!found.leaves[i]) stays[bunches.of(i)] = true;
  }
  for (std::size_t i = 0; i < stays.size(); ++i) {
    if (stays[bunches.of(i)]) found.leaves[i] = false;
  }
}

Stop stop_at_left(const GrainBody& body, const std::vector<Index>& which, Real time) {
  Stop stop(particles_text(body, which) + " left for good" + when(time) +
                ": nothing that it could meet is where it goes. It spilled over a rim, was placed or poured "
                "outside, or went through a gap or a wall that is too soft; \"limits\": {\"outflow\": "
                "\"allow\"} says that grains are meant to leave, \"stop\" that the run is to end then",
            body.name, which);
  stop.remedy = "with --set /limits/outflow=allow as if that were meant";
  return stop;
}

}  // namespace

std::optional<LeftGrains> find_left_grains(const Model& model, const Vec3& gravity, Real time) {
  const auto none = [](const Leavers& l) { return std::ranges::find(l.leaves, true) == l.leaves.end(); };
  Leavers found = who_flies_off(model, gravity, time);
  if (none(found)) return std::nullopt;  // as ever: bonds need not be asked
  keep_bonded(model.grains, found);
  LeftGrains left;
  for (std::size_t b = 0; b < found.first.size(); ++b) {
    const GrainBody& body = model.grains.bodies[b];
    std::vector<Index> which;
    for (Index i = 0; i < body.size(); ++i) {
      if (found.leaves[found.first[b] + static_cast<std::size_t>(i)]) which.push_back(i);
    }
    if (which.empty()) continue;
    if (left.count == 0) left.first = stop_at_left(body, which, time);
    left.count += static_cast<std::int64_t>(which.size());
  }
  return left.count > 0 ? std::optional(left) : std::nullopt;
}

void release_left_grains(Model& model, const Vec3& gravity, Real time) {
  const Case& c = model.description;
  if (c.limits.outflow != Outflow::allow || !std::ranges::all_of(c.gravity, &TimeFunction::is_constant)) return;
  // Where walls and held grains reach depends on the end of the run, which may be put off: what is released is released
  // for good.
  if (std::ranges::any_of(model.grains.walls, [](const WallBody& w) { return w.present && moves(w.motion); })) return;
  const auto is_carried = [&](const GrainBody& b) {
    return changes(model, b) || (is_held(model, b) && b.max_speed > 0);
  };
  if (std::ranges::any_of(model.grains.bodies, is_carried)) return;
  const Leavers found = who_flies_off(model, gravity, time);
  for (std::size_t b = 0; b < found.first.size(); ++b) {
    GrainBody& body = model.grains.bodies[b];
    const bool bonded = std::ranges::any_of(model.grains.contacts, [&](const auto& contact) {
      return contact->bonds() && (contact->a() == body.name || contact->b() == body.name);
    });
    for (Index i = 0; !bonded && i < body.size(); ++i) {
      if (!found.leaves[found.first[b] + static_cast<std::size_t>(i)] || body.has_left(i)) continue;
      if (body.grains.load[i].force.w != 0) continue;
      if (body.left.empty()) body.left.assign(body.grains.position.size(), 0);
      body.left[i] = 1;
      model.grains.outdate_pairs();
    }
  }
}

}  // namespace talus
