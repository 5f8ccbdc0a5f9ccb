#include "talus/sim/grain_system.hpp"

#include <algorithm>
#include <cmath>

#include "talus/body/body_state.hpp"
#include "talus/core/archive_checks.hpp"
#include "talus/core/parallel.hpp"
#include "talus/dem/grain_travel.hpp"

namespace talus {

namespace {

/// What a light lid swings with is the sum of all its contacts, each as stiff as the heaviest sphere may have it [kg].
Real heaviest_sphere(const GrainBody& body) {
  Real heaviest = 0;
  for (const Inertia& inertia : body.spheres().inertia) heaviest = std::max(heaviest, inertia.mass);
  return heaviest;
}

}  // namespace

Index GrainSystem::size() const {
  Index n = 0;
  for (const GrainBody& body : bodies) n += body.size();
  return n;
}

Index GrainSystem::body_index(const std::string& name) const {
  const auto found = std::ranges::find(bodies, name, &GrainBody::name);
  return found == bodies.end() ? -1 : static_cast<Index>(found - bodies.begin());
}

Index GrainSystem::wall_index(const std::string& name) const {
  const auto found = std::ranges::find(walls, name, &WallBody::name);
  return found == walls.end() ? -1 : static_cast<Index>(found - walls.begin());
}

Real GrainSystem::max_speed() const {
  Real speed = 0;
  for (const GrainBody& body : bodies) speed = std::max(speed, body.max_speed);
  for (const WallBody& wall : walls) {
    if (wall.present) speed = std::max(speed, wall_speed(wall));
  }
  for (const auto& contact : contacts) speed = std::max(speed, contact->partner_speed());
  return speed;
}

Real GrainSystem::travel_time(const Vec3& gravity) const {
  const Real way = share_of_radius * smallest_radius_, speed = max_speed();
  if (contacts.empty() || !std::isfinite(way)) return infinity;
  return 2 * way / (speed + std::sqrt(speed * speed + 2 * way * gravity.norm()));
}

void GrainSystem::state(Archive& a) {
  a.each("body", bodies);
  a.each("wall", walls);
  a.each("free wall", free_walls);
  a.each("held", held);
  a.each("set", sets);
  for (GrainSupply& supply : supplies) a("poured", supply.state);
  a("next id", next_id);
  a("searches", searches);
  a("skin", skin);
  a("spare pairs", spare_pairs_);
  a("steps of the list", steps_listed_);
  a("stale", is_stale_);
  a("centre of extent", extent_centre_);
  a("radius of extent", extent_radius_);
  a("reach of walls", wall_reach_);
  a("smallest radius", smallest_radius_);
  a("path of walls", wall_path_);
  a("path", path_);
  a("dashpots", dashpots_);
  a("leave", leave_);
  if (!a.reads()) return;
  check_state();
  kicks_.clear();  // what they know is of another state
}

/// Grains have gone nowhere: all ids that were given are there, and pairs were listed for all spheres.
void GrainSystem::check_state() const {
  expect(next_id == size() && is_count(searches), "next id");
  expect(bodies.empty() || (skin > 0 && skin <= widest_skin * mean_diameter), "skin");
  expect(is_count(spare_pairs_) && is_count(steps_listed_), "steps of the list");
  for (const GrainSupply& supply : supplies) expect(is_count(supply.state.inserted), "poured");
  for (const GrainBody& body : bodies) {
    expect(std::ranges::all_of(body.id, [&](std::int64_t id) { return id >= 0 && id < next_id; }), "id");
  }
  for (const auto& set : sets) {
    const Index spheres = set->rows().size();
    expect(set->listed == spheres && set->listed_at.size() == static_cast<std::size_t>(spheres), "listed");
  }
}

GrainStepWork GrainSystem::kick_and_drift(Real t, Real dt) {
  GrainStepWork work;
  apply_brake(Real(0.5) * dt, work);
  for (HeldGrains& grains : held) work.driven += grains.begin_step(bodies[grains.body()], t, dt).total();
  drifts_.resize(bodies.size());
  is_waiting_.resize(bodies.size());
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    is_waiting_[b] = may_wait(bodies[b]);
    drifts_[b].begin(bodies[b], dt);
    if (!is_waiting_[b]) drift(static_cast<Index>(b));
  }
  move_walls(t, dt, work);
  book_walls(dt, work);
  return work;
}

/// Nothing but itself and walls touches the body: its contacts can move it block by block. Where it is braked or moved,
/// nobody knows the speed of its next step before that begins.
bool GrainSystem::may_wait(const GrainBody& body) const {
  if (braked_ >= 0 && &body == &bodies[braked_]) return false;
  const HeldGrains* grains = held_grains(static_cast<Index>(&body - bodies.data()));
  if (grains != nullptr && grains->changes()) return false;
  int within = 0;
  for (const auto& contact : contacts) {
    if (contact->a() != body.name && contact->b() != body.name) continue;
    if (comes_last(*contact))
      ++within;
    else if (dynamic_cast<const FacetContact*>(contact.get()) == nullptr)
      return false;
  }
  return within == 1;
}

/// Nobody asks where grains are before their contacts do: none come, no wall goes, and all pairs are still listed.
bool GrainSystem::can_go_on_waiting(Real t, Real dt) const {
  if (is_stale_) return false;
  for (const WallBody& wall : walls) {
    if (wall.present && !talus::present(wall.motion, t)) return false;
  }
  if (std::ranges::any_of(held, [t](const HeldGrains& grains) { return grains.releases(t); })) return false;
  for (const GrainSupply& source : supplies) {
    if (source.pour.due(source.state, t, kinds[source.body].grain)) return false;
  }
  constexpr Real rounding = 1e-9;
  Real speed = max_speed();
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (is_waiting_[b]) speed = std::max(speed, b < kicks_.size() ? kicks_[b].speed_ahead(dt) : infinity);
  }
  return path_ + (1 + rounding) * speed * dt <= leave_;
}

void GrainSystem::drift(Index b) {
  parallel::for_blocks(bodies[b].size(), [&](Index, Index, Index block) { drifts_[b].drift(block); });
  bodies[b].max_speed = drifts_[b].max_speed();
}

/// How far grains and walls have gone at most, once they have.
void GrainSystem::note_way(Real dt) {
  steps_listed_ += dt > 0 ? 1 : 0;
  path_ += max_speed() * dt;
  Real fastest_wall = 0;
  for (const WallBody& wall : walls) {
    if (wall.present) fastest_wall = std::max(fastest_wall, wall_speed(wall));
  }
  wall_path_ += fastest_wall * dt;
}

/// Contacts within a body of spheres, when all others of it have been computed.
bool GrainSystem::comes_last(const GrainContact& contact) const {
  return contact.can_come_last() && !bodies[body_index(contact.a())].clumped;
}

GrainContactSums GrainSystem::compute_contacts(Real t, Real dt, const Vec3& gravity, GrainStepWork& work) {
  is_waiting_.resize(bodies.size());
  time_ = t;
  const bool wait = dt > 0 && can_go_on_waiting(t, dt);
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (is_waiting_[b] && !wait) drift(static_cast<Index>(b)), is_waiting_[b] = false;
  }
  const bool all_are_there = std::ranges::find(is_waiting_, true) == is_waiting_.end();
  if (all_are_there) note_way(dt);
  remove_walls(t, dt, work);
  if (dt > 0) release_held(t);
  if (dt == 0 || is_stale_) {  // what went has touched once more
    for (GrainBody& body : bodies) clear_forces(body);
  }
  const bool came = supply(t, dt, gravity, work);
  if (!bodies.empty() && all_are_there && (came || is_stale_ || has_spent_skin())) find_pairs();
  for (WallBody& wall : walls) {
    wall.force = wall.moment = wall.normal_force = wall.friction_moment = Vec3::Zero();
  }
  kicks_.resize(bodies.size());
  is_kicked_.assign(bodies.size(), false);
  of_contact_.resize(contacts.size());
  const auto for_each_contact = [&](auto&& visit) {
    for (std::size_t c = 0; c < contacts.size(); ++c) visit(*contacts[c], of_contact_[c]);
  };
  const auto is_last = [&](const GrainContact& contact) { return dt > 0 && comes_last(contact); };
  const auto has_to_wait = [&](const GrainContact& contact) {
    const Index b = body_index(contact.a());
    return b >= 0 && is_waiting_[b];
  };
  for_each_contact([&](GrainContact& contact, GrainContactSums& sums) {
    contact.reach(t);
    if (!is_last(contact) && !has_to_wait(contact)) sums = contact.compute(dt);
  });
  for_each_contact([&](GrainContact& contact, GrainContactSums& sums) {
    if (is_last(contact)) sums = compute_last(contact, dt, gravity);
  });
  // Whichever thread has waited, sums are the same to the bit.
  GrainContactSums all;
  for_each_contact([&](const GrainContact& contact, const GrainContactSums& sums) {
    if (!is_last(contact)) add_sums(contact, sums, all);
  });
  for_each_contact([&](const GrainContact& contact, const GrainContactSums& sums) {
    if (is_last(contact)) all += sums;
  });
  all.viscous += dashpots_.take(all.viscous_power, dt);
  if (dt > 0) {
    for (const BlockDrift& drift : drifts_) work.grains += drift.work();
  }
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (is_kicked_[b]) work.grains += kicks_[b].work();
  }
  if (!all_are_there) note_way(dt);
  for (GrainBody& body : bodies) gather_clumps(body);
  return all;
}

/// Of one body, whose other contacts have been computed, or are with it when it waits: its grains go on as soon as they
/// have all their forces.
GrainContactSums GrainSystem::compute_last(GrainContact& contact, Real dt, const Vec3& gravity) {
  const Index b = body_index(contact.a());
  BlockKick& kick = kicks_[b];
  kick.begin(bodies[b], dt, gravity);
  is_kicked_[b] = true;
  const auto hand_over = [&kick](Index block) { kick.kick(block); };
  if (!is_waiting_[b]) return contact.compute_last(dt, nullptr, hand_over);
  struct Wall {
    FacetContact* contact;
    GrainContactSums* sums;
  };
  std::vector<Wall> around;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (contacts[c].get() == &contact || contacts[c]->a() != contact.a()) continue;
    around.push_back({static_cast<FacetContact*>(contacts[c].get()), &of_contact_[c]});
  }
  for (const Wall& wall : around) wall.contact->begin(dt);
  const auto take_up = [&](Index block) {
    for (const Wall& wall : around) wall.contact->call_up(block);
    drifts_[b].drift(block);
    for (const Wall& wall : around) wall.contact->compute_block(block);
  };
  const GrainContactSums sums = contact.compute_last(dt, take_up, hand_over);
  is_waiting_[b] = false;
  ++waits;
  for (const Wall& wall : around) *wall.sums = wall.contact->sums();
  bodies[b].max_speed = drifts_[b].max_speed();
  return sums;
}

/// To all sums, and to the wall that is touched.
void GrainSystem::add_sums(const GrainContact& contact, const GrainContactSums& of_contact, GrainContactSums& sums) {
  sums += of_contact;
  const Index w = wall_index(contact.b());
  if (w < 0) return;
  walls[w].force += of_contact.wall_force;
  walls[w].moment += of_contact.wall_moment;
  walls[w].normal_force += of_contact.wall_normal_force;
  walls[w].friction_moment += of_contact.wall_friction_moment;
  if (!walls[w].motion.free || !(of_contact.touching > 1)) return;
  // Each contact knows that the wall gives way to it, and not that it gives way to the others at the same time.
  const Real heaviest = heaviest_sphere(bodies[body_index(contact.a())]);
  const Real share = (of_contact.touching - 1) * heaviest / walls[w].motion.free->mass;
  sums.frequency2 = std::max(sums.frequency2, of_contact.frequency2 * (1 + share));
}

Real GrainSystem::touching_among_grains() const {
  Real touching = 0;
  for (std::size_t c = 0; c < of_contact_.size(); ++c) {
    if (body_index(contacts[c]->a()) >= 0 && body_index(contacts[c]->b()) >= 0) touching += of_contact_[c].touching;
  }
  return touching;
}

GrainStepWork GrainSystem::kick(Real dt, const Vec3& gravity) {
  GrainStepWork work;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (!is_kicked_[b]) work.grains += talus::kick(bodies[b], dt, gravity);
  }
  for (FreeWall& wall : free_walls) {
    if (wall.wall().present) work.grains += wall.kick(dt, gravity);
  }
  const BrakeLoss lost = apply_brake(Real(0.5) * dt, work);  // out of what the kicks have found
  work.grains.kinetic -= lost.kinetic;
  work.grains.rotational -= lost.rotational;
  end_held(dt, work);
  book_walls(dt, work);
  return work;
}

void GrainSystem::set_gravity(const Vec3& gravity) {
  for (GrainBody& body : bodies) body.gravity = gravity;
  for (FreeWall& wall : free_walls) wall.set_gravity(gravity);
}

GrainWork GrainSystem::energies() const {
  GrainWork sum;
  for (const GrainBody& body : bodies) sum += talus::energies(body);
  for (const FreeWall& wall : free_walls) {
    if (wall.wall().present) sum += wall.energies();
  }
  return sum;
}

void GrainSystem::begin_travel() {
  for (GrainBody& body : bodies) talus::begin_travel(body);
}

void GrainSystem::set_brake(Index body, const GrainBrake& brake) {
  braked_ = body;
  brake_ = brake;
  kicks_.clear();  // what they know of the next speeds does not count the brake
}

Real GrainSystem::brake_limit() const { return braked_ >= 0 ? brake_.time_limit() : infinity; }

/// Of the body that a stage brakes, for `dt` [s].
BrakeLoss GrainSystem::apply_brake(Real dt, GrainStepWork& work) {
  if (braked_ < 0) return {};
  const BrakeLoss lost = brake(bodies[braked_], brake_, dt);
  work.braked += lost.kinetic + lost.rotational;
  return lost;
}

Real GrainSystem::contact_time(Real frequency2_now) const {
  Real frequency2 = frequency2_now;
  for (const auto& contact : contacts) frequency2 = std::max(frequency2, contact->expected_frequency2(max_speed()));
  return frequency2 > 0 ? std::numbers::pi / std::sqrt(frequency2) : infinity;
}

Real GrainSystem::held_contact_time(Real speed) const {
  const auto drives = [](const WallBody& wall) { return moves(wall.motion) || surface_runs(wall.motion); };
  if (speed == 0 && std::ranges::none_of(walls, drives)) return infinity;
  Real frequency2 = 0;
  for (const auto& contact : contacts) frequency2 = std::max(frequency2, contact->held_frequency2(speed));
  return frequency2 > 0 ? std::numbers::pi / std::sqrt(frequency2) : infinity;
}

}  // namespace talus
