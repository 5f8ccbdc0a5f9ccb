#include "talus/contact/field_contact.hpp"

#include <algorithm>
#include <numeric>
#include <type_traits>

namespace talus {

namespace {

Real reduced_mass(const SolidBody& a, const SolidBody& b) {
  const auto mass = [](const SolidBody& body) { return std::accumulate(body.m.begin(), body.m.end(), Real(0)); };
  return mass(a) * mass(b) / (mass(a) + mass(b));
}

}  // namespace

FieldContact::FieldContact(SolidBody& a, SolidBody& b, const FieldBarrier& normal, Real young,
                           const TangentialLaws::Variant& tangential)
    : SolidContact(a, b),
      tangential_(tangential),
      stiffness_(normal.stiffness * young),
      watch_(reduced_mass(a, b)) {
  side_.push_back(std::make_unique<FieldSide>(a, b, normal, young));
  if (&a != &b) side_.push_back(std::make_unique<FieldSide>(b, a, normal, young));
}

ContactSums FieldContact::compute(Real dt) {
  ContactSums sums;
  for (const auto& side : side_) {
    side->update(dt);
    const ContactSums normal = side->press();
    sums.stored += normal.stored;
    sums.stiffness = std::max(sums.stiffness, normal.stiffness);
  }
  const bool frictional = !std::holds_alternative<Frictionless>(tangential_);
  if (frictional) {
    const ContactSums tangential = rub(dt);
    sums.stored += tangential.stored;
    sums.sliding += tangential.sliding;
  }
  for (const auto& side : side_) side->gather(frictional);
  return sums;
}

ContactSums FieldContact::rub(Real dt) {
  ContactMotion motion;
  for (const auto& side : side_) side->add_load(motion);
  watch_.follow_load(motion.load, motion.stiffness, dt);
  ContactSums sums;
  std::visit(
      [&](const auto& law) {
        using Law = std::decay_t<decltype(law)>;
        if constexpr (std::is_same_v<Law, CoulombProjected> || std::is_same_v<Law, CoulombStickSlip>) {
          for (const auto& side : side_) {
            const ContactSums one = side->rub(law, watch_, dt);
            sums.stored += one.stored;
            sums.sliding += one.sliding;
          }
        }
      },
      tangential_);
  Vec3 centre = Vec3::Zero();
  for (const auto& side : side_) {
    for (const FieldPoint& point : side->points()) centre += point.load * point.place;
  }
  if (motion.load > 0) centre /= motion.load;
  for (const auto& side : side_) side->add_motion(motion, centre);
  watch_.follow_motion(motion.velocity, motion.spin, motion.load, dt);
  return sums;
}

Vec3 FieldContact::normal_resultant(const Vec3& shift) const {
  Vec3 on_a = Vec3::Zero();
  for (const auto& side : side_) {
    const bool a_is_sampled = &side->own() == &a_;
    CellGrid others;
    others.build(side->other().x, side->support());
    for (Index s = 0; s < side->surface().size(); ++s) {
      // Moving a up is the same as moving what samples it down.
      const Vec3 x = side->surface().place(s, side->own().x) + (a_is_sampled ? shift : Vec3(-shift));
      Vec3 gradient;
      const BarrierAnswer answer = side->probe(others, s, x, gradient);
      on_a -= (a_is_sampled ? 1 : -1) * answer.slope * gradient;
    }
  }
  return on_a;
}

Real FieldContact::potential_energy() const {
  Real sum = 0;
  for (const auto& side : side_) {
    if (&a_ == &b_) break;  // a body at the start has no contact with itself
    CellGrid others;
    others.build(side->other().x, side->support());
    for (Index s = 0; s < side->surface().size(); ++s) {
      Vec3 gradient;
      sum += side->probe(others, s, side->surface().place(s, side->own().x), gradient).energy;
    }
  }
  return sum;
}

Real FieldContact::range() const {
  Real range = 0;
  for (const auto& side : side_) range = std::max(range, side->near());
  return range;
}

void FieldContact::for_each_line(const std::function<void(const ContactLine&)>& visit) const {
  for (const auto& side : side_) {
    const auto& points = side->points();
    for (std::size_t p = 0; p < points.size(); ++p) {
      const FieldPoint& point = points[p];
      if (point.load <= 0) continue;
      const bool on_a = &side->own() == &a_;
      visit({point.x, point.x - touching_distance() * point.normal, point.load * point.normal + point.damping, point.friction,
             point.penetration, side->sticks(static_cast<Index>(p)) ? 2 : 1, on_a ? point.particle : -1,
             on_a ? -1 : point.particle});
    }
  }
}

void FieldContact::mark_particles() const {
  for (const auto& side : side_) {
    SolidBody& body = side->own();
    const auto& points = side->points();
    for (std::size_t p = 0; p < points.size(); ++p) {
      const FieldPoint& point = points[p];
      Real& penetration = body.penetration[point.particle];
      penetration = penetration == 0 ? point.penetration : std::max(penetration, point.penetration);
      if (point.load <= 0) continue;
      mark_stick(body, point.particle, side->sticks(static_cast<Index>(p)) ? 2 : 1);
      const Real share = side->surface().area[side->footprint().slot(static_cast<Index>(p))] * body.spacing /
                         body.V[point.particle];
      add_pressure(body, point.particle, share * side->barrier().pressure(point.penetration), point.normal);
    }
  }
}

Real FieldContact::deepest() const {
  Real deepest = 0;
  for (const auto& side : side_) deepest = std::max(deepest, side->deepest());
  return deepest;
}

Index FieldContact::loaded() const {
  Index count = 0;
  for (const auto& side : side_) {
    count += static_cast<Index>(std::count_if(side->points().begin(), side->points().end(),
                                              [](const FieldPoint& point) { return point.load > 0; }));
  }
  return count;
}

Resultants FieldContact::resultants(const SolidBody& on, const Vec3& about) const {
  Resultants sum;
  if (&a_ == &b_) return sum;  // a body's forces on itself cancel
  for (const auto& side : side_) {
    const Real sign = &side->own() == &on ? 1 : -1;
    for (const FieldPoint& point : side->points()) {
      if (point.load <= 0) continue;
      const Vec3 normal = point.load * point.normal;
      // The forces on point and sources lie on lines through the point, those of the exchange act at the contact.
      sum.normal += sign * (normal + point.damping);
      sum.friction += sign * point.friction;
      sum.moment += sign * ((point.x - about).cross(normal) +
                            (point.place - about).cross(point.friction + point.damping));
    }
  }
  return sum;
}

}  // namespace talus
