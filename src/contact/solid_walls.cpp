#include "talus/contact/solid_walls.hpp"

#include <algorithm>
#include <cmath>

#include "talus/body/material_fields.hpp"
#include "talus/diagnostics/search_time.hpp"

namespace talus {
namespace {

/// Pairs are listed this share of a spacing beyond touching: a compromise between long lists and many searches.
constexpr Real skin_share = 0.5;

/// Face of a particle, dx^(d-1) [m^2; m in 2-D].
Real face_area(const SolidBody& body) { return body.dimension == 3 ? body.spacing * body.spacing : body.spacing; }

/// E A/dx [N/m; N/m^2 in 2-D].
Real particle_stiffness(const SolidBody& body) {
  const Real young = std::visit([](const auto& m) { return m.young; }, body.material);
  return young * face_area(body) / body.spacing;
}

bool has_friction(const GrainContactLaws& laws) { return !std::holds_alternative<Frictionless>(laws.tangential.entry); }

/// What ContactSums calls stiffness, where `frequency2` [1/s^2] is that of the stiffest contact and a particle has up
/// to `most_touching`: a wall does not give way, so it is half of their sum.
///
/// A dashpot sees a velocity that is half a step ahead of a force from before: with 2 z w dt above about 0.6 the two
/// feed each other. The last term keeps it below 0.4.
Real step_stiffness(Real frequency2, Real damping, Index most_touching) {
  constexpr Real dashpot_step = 0.4;
  const Real viscous = 2 * damping / dashpot_step;
  return frequency2 * (std::max(Real(1), Real(0.5) * static_cast<Real>(most_touching)) + 2 * viscous * viscous);
}

/// What a free wall gives way to a force at a point, per force [1/kg]; 0 for others.
Real mobility(const WallBody& wall, const Vec3& at) {
  if (!wall.motion.free) return 0;
  const WallFree& free = *wall.motion.free;
  const Real arm2 = (at - wall.full.centre).squaredNorm();
  const Real least = !free.inertia ? 0 : free.inertia->x() > 0 ? free.inertia->minCoeff() : free.inertia->z();
  return 1 / free.mass + (least > 0 ? arm2 / least : 0);
}

}  // namespace

SolidWalls::SolidWalls(SolidBody& body) : body_(body), spheres_(body) {}

void SolidWalls::add(WallBody& wall, const GrainContactLaws& laws) {
  contacts_.push_back(make_wall_contact(spheres_.set(), wall, laws, box_, particle_stiffness(body_)));
  walls_.push_back(&wall);
  present_.push_back(wall.present);
  damping_.push_back(0);
  rubs_ = rubs_ || has_friction(laws);
}

Real SolidWalls::release_absent(Real dt) {
  Real stored = 0;
  for (std::size_t w = 0; w < walls_.size(); ++w) {
    if (!present_[w] || walls_[w]->present) continue;
    spheres_.refresh();
    stored += contacts_[w]->release(dt);
    present_[w] = false;
    is_stale_ = true;
  }
  return stored;
}

/// No point of the wall that the body can reach is faster [m/s].
Real SolidWalls::wall_speed(const WallBody& wall) const {
  return wall.half.velocity.norm() + wall.half.spin.norm() * ((centre_ - wall.half.centre).norm() + extent_);
}

Real SolidWalls::closing_speed() const {
  Real fastest = 0;
  for (const WallBody* wall : walls_) {
    if (wall->present) fastest = std::max(fastest, wall_speed(*wall));
  }
  return fastest + spheres_.max_speed();
}

void SolidWalls::find_pairs() {
  const SearchTime timed;
  const Real skin = skin_share * body_.spacing;
  spheres_.sort(skin);
  Vec3 low = body_.x.front(), high = low;
  for (const Vec3& x : body_.x) low = low.cwiseMin(x), high = high.cwiseMax(x);
  centre_ = Real(0.5) * (low + high);
  extent_ = Real(0.5) * (high - low).norm() + skin;
  std::vector<Index> near;
  for (std::size_t w = 0; w < contacts_.size(); ++w) {
    contacts_[w]->find_pairs();
    damping_[w] = contacts_[w]->damping_ratio();
  }
  for (Index i = 0; i < body_.size(); ++i) {
    const bool listed = std::ranges::any_of(
        contacts_, [&](const auto& contact) { return contact->first()[i] < contact->first()[i + 1]; });
    if (listed) near.push_back(i);
  }
  spheres_.follow(std::move(near), rubs_);
  path_ = 0;
  is_stale_ = false;
}

/// All contacts with one wall, which feels them.
GrainContactSums SolidWalls::touch_wall(std::size_t w, Real dt, Real closing) {
  GrainContactSums sums = contacts_[w]->compute(dt);
  walls_[w]->force += sums.wall_force;
  walls_[w]->moment += sums.wall_moment;
  walls_[w]->normal_force += sums.wall_normal_force;
  walls_[w]->friction_moment += sums.wall_friction_moment;
  // The step has to be short enough before surfaces meet: what is near counts with its stiffness to come.
  if (contacts_[w]->pair_count() > 0) {
    sums.frequency2 = std::max(sums.frequency2, contacts_[w]->expected_frequency2(closing));
  }
  return sums;
}

/// Hands the forces of the contacts with one wall to the particles; returns what they make of its own mass: the sum of
/// stiffness over mass if each had the same `frequency2` [1/s^2].
Real SolidWalls::hand_over(std::size_t w, Real frequency2) {
  auto& normal = body_.open(ForceKind::contact);
  auto& friction = body_.open(ForceKind::friction);
  Real of_wall = 0;
  contacts_[w]->for_each_line([&](const GrainContactLine& line) {
    spheres_.carry(line.i, line.normal_force, normal);
    spheres_.carry(line.i, line.tangential_force, friction);
    spheres_.turn_around(line.i, (line.point - line.from).cross(line.tangential_force));
    ++touching_[line.i];
    of_wall += frequency2 * spheres_.mass(line.i) * mobility(*walls_[w], line.point);
  });
  return of_wall;
}

/// One half of what friction loses; the other half is the wall's, which knows no temperature (contact 52).
void SolidWalls::warm_particles(std::size_t w) {
  contacts_[w]->for_each_slide([&](Index i, Real loss) { warm(body_, i, frictional_share * loss); });
}

ContactSums SolidWalls::compute(Real dt) {
  const Real closing = closing_speed();
  path_ += closing * dt;
  if (is_stale_ || path_ > skin_share * body_.spacing) find_pairs();
  spheres_.refresh();
  touching_.assign(static_cast<std::size_t>(body_.size()), 0);
  GrainContactSums sums;
  Real of_walls = 0, stiffness = 0;
  for (std::size_t w = 0; w < walls_.size(); ++w) {
    const GrainContactSums of_wall = touch_wall(w, dt, closing);
    of_walls += hand_over(w, of_wall.frequency2);
    if (rubs_ && has_temperature(body_)) warm_particles(w);
    stiffness = std::max(stiffness, step_stiffness(of_wall.frequency2, damping_[w], most_));
    sums += of_wall;
  }
  ejection2_ = sums.ejection2;
  overlap_ratio_ = sums.overlap_ratio;
  ContactSums answer;
  answer.stored = sums.stored;
  answer.sliding = sums.sliding;
  answer.scheme = sums.scheme;
  answer.plastic = sums.plastic;
  answer.adhesive = sums.adhesive;
  answer.viscous = dashpots_.take(sums.viscous_power, dt);
  most_ = *std::ranges::max_element(touching_);
  answer.stiffness = stiffness + Real(0.5) * of_walls;
  return answer;
}

void SolidWalls::state(Archive& a) {
  a("spheres", spheres_);
  a.each("contact", contacts_);
  a("present", present_);
  a.fixed("damping", damping_);
  a("touching", touching_);
  a("centre", centre_);
  a("extent", extent_);
  a("path", path_);
  a("dashpots", dashpots_);
  a("ejection", ejection2_);
  a("most", most_);
  a("stale", is_stale_);
}

void SolidWalls::for_each_line(const std::string& wall,
                               const std::function<void(const GrainContactLine&)>& visit) const {
  for (const auto& contact : contacts_) {
    if (wall.empty() || contact->b() == wall) contact->for_each_line(visit);
  }
}

void SolidWalls::mark_particles() const {
  for_each_line("", [&](const GrainContactLine& line) {
    mark_stick(body_, line.i, line.stick);
    body_.penetration[line.i] = std::max(body_.penetration[line.i], line.overlap);
    add_pressure(body_, line.i, line.normal_force.dot(line.normal) / face_area(body_), line.normal);
  });
}

Resultants SolidWalls::resultants(const std::string& wall, const Vec3& about) const {
  Resultants sum;
  for_each_line(wall, [&](const GrainContactLine& line) {
    sum.normal += line.normal_force;
    sum.friction += line.tangential_force;
    sum.moment += (line.point - about).cross(line.normal_force + line.tangential_force);
  });
  return sum;
}

}  // namespace talus
