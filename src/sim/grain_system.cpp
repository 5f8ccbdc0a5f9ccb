#include "talus/sim/grain_system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/body/body_state.hpp"
#include "talus/core/archive_checks.hpp"
#include "talus/dem/grain_filling.hpp"

namespace talus {

namespace {

/// No grain moves by more of the smallest radius in a step: however fast two meet, and however slightly they graze, the
/// encounter is seen.
constexpr Real share_of_radius = 0.1;

/// What a light lid swings with is the sum of all its contacts, each as stiff as the heaviest sphere may have it [kg].
Real heaviest_sphere(const GrainBody& body) {
  Real heaviest = 0;
  for (const Row& row : body.spheres().velocity) heaviest = std::max(heaviest, row.w);
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
  if (contacts.empty() || !std::isfinite(way)) return std::numeric_limits<Real>::infinity();
  return 2 * way / (speed + std::sqrt(speed * speed + 2 * way * gravity.norm()));
}

/// Half of what walls put into contact while they move, with the forces of the last evaluation.
void GrainSystem::book_walls(Real dt, GrainStepWork& work) const {
  for (const WallBody& wall : walls) {
    if (wall.motion.free) continue;  // what it puts in, it loses
    work.walls -= Real(0.5) * dt * (wall.force.dot(wall.half.velocity) + wall.moment.dot(wall.half.spin));
  }
}

void GrainSystem::state(Archive& a) {
  a.each("body", bodies);
  a.each("wall", walls);
  a.each("free wall", free_walls);
  a.each("set", sets);
  for (GrainSupply& supply : supplies) a("poured", supply.state);
  a("next id", next_id);
  a("searches", searches);
  a("stale", is_stale_);
  a("centre of extent", extent_centre_);
  a("radius of extent", extent_radius_);
  a("reach of walls", wall_reach_);
  a("smallest radius", smallest_radius_);
  a("path of walls", wall_path_);
  a("path", path_);
  a("leave", leave_);
  if (a.reads()) check_state();
}

/// Grains have gone nowhere: all ids that were given are there, and pairs were listed for all spheres.
void GrainSystem::check_state() const {
  expect(next_id == size() && is_count(searches), "next id");
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
  for (GrainBody& body : bodies) work.grains += talus::kick_and_drift(body, dt);
  for (FreeWall& wall : free_walls) work.grains += wall.kick_and_drift(t, dt);
  for (WallBody& wall : walls) {
    if (wall.motion.free) continue;
    const WallStep step = advance(wall.motion, wall.state, t, dt, wall.force);
    wall.state = step.state;
    wall.pose = step.pose;
    wall.half = step.half;
    wall.full = step.full;
  }
  book_walls(dt, work);
  path_ += max_speed() * dt;
  Real fastest_wall = 0;
  for (const WallBody& wall : walls) {
    if (wall.present) fastest_wall = std::max(fastest_wall, wall_speed(wall));
  }
  wall_path_ += fastest_wall * dt;
  return work;
}

GrainContactSums GrainSystem::compute_contacts(Real t, Real dt, const Vec3& weight, GrainStepWork& work) {
  work.taken_away += remove_walls(t);
  if (dt == 0 || is_stale_) {  // what went has touched once more
    for (GrainBody& body : bodies) clear_forces(body);
  }
  const bool came = supply(t, work);
  if (!bodies.empty() && (came || is_stale_ || has_spent_skin())) find_pairs();
  for (WallBody& wall : walls) wall.force = wall.moment = wall.normal_force = Vec3::Zero();
  kicks_.resize(bodies.size());
  is_kicked_.assign(bodies.size(), false);
  const auto comes_last = [&](const GrainContact& contact) {
    return dt > 0 && contact.can_hand_over() && !bodies[body_index(contact.a())].clumped;
  };
  GrainContactSums sums;
  for (const auto& contact : contacts) {
    contact->reach(t);
    if (comes_last(*contact)) continue;
    const GrainContactSums c = contact->compute(dt);
    sums += c;
    const Index w = wall_index(contact->b());
    if (w < 0) continue;
    walls[w].force += c.wall_force;
    walls[w].moment += c.wall_moment;
    walls[w].normal_force += c.wall_normal_force;
    if (walls[w].motion.free && c.touching > 0) {
      const Real heaviest = heaviest_sphere(bodies[body_index(contact->a())]);
      sums.frequency2 =
          std::max(sums.frequency2, c.frequency2 * (1 + c.touching * heaviest / walls[w].motion.free->mass));
    }
  }
  for (const auto& contact : contacts) {
    if (comes_last(*contact)) sums += compute_last(*contact, dt, weight, work);
  }
  for (GrainBody& body : bodies) gather_clumps(body);
  return sums;
}

/// Of one body, whose other contacts have been computed: its grains go on as soon as they have all their forces.
GrainContactSums GrainSystem::compute_last(GrainContact& contact, Real dt, const Vec3& weight, GrainStepWork& work) {
  const Index b = body_index(contact.a());
  BlockKick& kick = kicks_[b];
  kick.begin(bodies[b], dt, weight);
  const GrainContactSums sums = contact.compute_last(dt, [&kick](Index block) { kick.kick(block); });
  work.grains += kick.work();
  is_kicked_[b] = true;
  return sums;
}

GrainStepWork GrainSystem::kick(Real dt, const Vec3& weight) {
  GrainStepWork work;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (!is_kicked_[b]) work.grains += talus::kick(bodies[b], dt, weight);
  }
  for (FreeWall& wall : free_walls) work.grains += wall.kick(dt, weight);
  book_walls(dt, work);
  return work;
}

void GrainSystem::set_weight(const Vec3& weight) {
  for (GrainBody& body : bodies) body.weight = weight;
  for (FreeWall& wall : free_walls) wall.set_weight(weight);
}

GrainWork GrainSystem::energies() const {
  GrainWork sum;
  for (const GrainBody& body : bodies) sum += talus::energies(body);
  for (const FreeWall& wall : free_walls) sum += wall.energies();
  return sum;
}

Real GrainSystem::contact_time(Real frequency2_now) const {
  Real frequency2 = frequency2_now;
  for (const auto& contact : contacts) frequency2 = std::max(frequency2, contact->expected_frequency2(max_speed()));
  return frequency2 > 0 ? std::numbers::pi / std::sqrt(frequency2) : std::numeric_limits<Real>::infinity();
}

/// Walls whose time is over; what their contacts had stored goes with them.
Real GrainSystem::remove_walls(Real t) {
  Real stored = 0;
  for (WallBody& wall : walls) {
    if (!wall.present || talus::present(wall.motion, t)) continue;
    for (const auto& contact : contacts) {
      if (contact->b() == wall.name) stored += contact->release();
    }
    wall.present = false;
    is_stale_ = true;
  }
  return stored;
}

/// New grains of the sources that go on; true where some came.
bool GrainSystem::supply(Real t, GrainStepWork& work) {
  bool came = false;
  for (GrainSupply& source : supplies) {
    const GrainTemplate& grain = kinds[source.body].grain;
    if (!source.pour.due(source.state, t, grain)) continue;
    GrainBody& body = bodies[source.body];
    const Real reach = grain.reach() * largest_size(source.pour.sizes, grain);
    const BoxRegion region = region_bounds(source.pour.region, body.dimension);
    const std::vector<Ball> balls = balls_near({region.min, region.max}, reach);
    std::vector<GrainSeed> seeds = source.pour.insert(source.state, t, grain, surroundings(balls));
    if (seeds.empty()) continue;
    for (GrainSeed& seed : seeds) {
      seed.velocity += source.velocity;
      seed.spin += source.spin;
    }
    const GrainWork before = talus::energies(body);
    add_grains(body, kinds[source.body], seeds, false, next_id);
    GrainWork after = talus::energies(body);
    work.supplied += after.kinetic + after.rotational - before.kinetic - before.rotational;
    came = true;
  }
  return came;
}

Surroundings GrainSystem::surroundings(std::span<const Ball> balls) const {
  Surroundings around;
  around.balls = balls;
  for (int a = 0; a < 3; ++a) around.period[a] = box().periodic(a) ? box().high()[a] - box().low()[a] : 0;
  around.free = [this](const Ball& ball) { return is_clear_of_walls(ball); };
  return around;
}

bool GrainSystem::is_clear_of_walls(const Ball& ball) const {
  return std::ranges::all_of(walls, [&](const WallBody& wall) {
    if (!wall.present) return true;
    return std::visit(
        [&](const auto& surface) {
          const Vec3 x = wall.pose.to_wall(ball.centre);
          for (Index f = 0; f < surface.facet_count(); ++f) {
            Touch touch;
            if (surface.touch(f, x, ball.radius, touch)) return false;
          }
          return true;
        },
        wall.surface);
  });
}

std::vector<Ball> GrainSystem::balls_near(const BoundingBox& region, Real margin) const {
  std::vector<Ball> balls;
  for (const GrainBody& body : bodies) {
    for (const Row& row : body.spheres().position) {
      // In a periodic box a ball may stick in from the other side: all of them count.
      const Vec3 x = row.vec();
      const Real r = row.w + margin;
      const bool near = (x.array() >= region.low.array() - r).all() && (x.array() <= region.high.array() + r).all();
      if (near || box().any()) balls.push_back({x, row.w});
    }
  }
  return balls;
}

}  // namespace talus
