#include "talus/contact/sampled_contact.hpp"

#include "talus/numerics/cell_grid.hpp"

#include <algorithm>

namespace talus {

bool SampledContact::looks_at_gradient(Real dt) const {
  for (std::size_t k = 0; k < sides(); ++k) {
    if (sampled(k).footprint().is_due(dt)) return true;
  }
  return false;
}

Vec3 SampledContact::normal_resultant(const Vec3& shift) const {
  Vec3 on_a = Vec3::Zero();
  for (std::size_t k = 0; k < sides(); ++k) {
    const SampledSide& side = sampled(k);
    const bool a_is_sampled = &side.own() == &a_;
    CellGrid others;
    others.build(side.other().x, side.support());
    for (Index s = 0; s < side.surface().size(); ++s) {
      // Moving a up is the same as moving what samples it down.
      const Vec3 x = side.surface().place(s, side.own().x) + (a_is_sampled ? shift : Vec3(-shift));
      Vec3 gradient;
      const BarrierAnswer answer = side.probe(others, s, x, gradient);
      on_a -= (a_is_sampled ? 1 : -1) * answer.slope * gradient;
    }
  }
  return on_a;
}

Real SampledContact::potential_energy() const {
  Real sum = 0;
  for (std::size_t k = 0; k < sides(); ++k) {
    const SampledSide& side = sampled(k);
    if (&a_ == &b_) break;  // a body at the start has no contact with itself
    CellGrid others;
    others.build(side.other().x, side.support());
    for (Index s = 0; s < side.surface().size(); ++s) {
      Vec3 gradient;
      sum += side.probe(others, s, side.surface().place(s, side.own().x), gradient).energy;
    }
  }
  return sum;
}

Real SampledContact::range() const {
  Real range = 0;
  for (std::size_t k = 0; k < sides(); ++k) range = std::max(range, sampled(k).near());
  return range;
}

void SampledContact::for_each_line(const std::function<void(const ContactLine&)>& visit) const {
  for (std::size_t k = 0; k < sides(); ++k) {
    const SampledSide& side = sampled(k);
    const auto& points = side.points();
    for (std::size_t p = 0; p < points.size(); ++p) {
      const FieldPoint& point = points[p];
      if (point.load == 0) continue;
      const bool on_a = &side.own() == &a_;
      visit({point.x, point.x - touching_distance() * point.normal, point.load * point.normal + point.damping,
             point.friction, point.penetration, side.sticks(static_cast<Index>(p)) ? 2 : 1, on_a ? point.particle : -1,
             on_a ? -1 : point.particle});
    }
  }
}

void SampledContact::mark_particles() const {
  for (std::size_t k = 0; k < sides(); ++k) {
    const SampledSide& side = sampled(k);
    SolidBody& body = side.own();
    const auto& points = side.points();
    for (std::size_t p = 0; p < points.size(); ++p) {
      const FieldPoint& point = points[p];
      Real& penetration = body.penetration[point.particle];
      penetration = penetration == 0 ? point.penetration : std::max(penetration, point.penetration);
      if (point.load == 0) continue;
      mark_stick(body, point.particle, side.sticks(static_cast<Index>(p)) ? 2 : 1);
      const Real share = side.surface().area[side.footprint().slot(static_cast<Index>(p))] * body.spacing /
                         body.V[point.particle];
      add_pressure(body, point.particle, share * side.pressure(static_cast<Index>(p)), point.normal);
    }
  }
}

Real SampledContact::deepest() const {
  Real deepest = 0;
  for (std::size_t k = 0; k < sides(); ++k) deepest = std::max(deepest, sampled(k).deepest());
  return deepest;
}

Index SampledContact::loaded() const {
  Index count = 0;
  for (std::size_t k = 0; k < sides(); ++k) {
    const SampledSide& side = sampled(k);
    count += static_cast<Index>(std::count_if(side.points().begin(), side.points().end(),
                                              [](const FieldPoint& point) { return point.load != 0; }));
  }
  return count;
}

Resultants SampledContact::resultants(const SolidBody& on, const Vec3& about) const {
  Resultants sum;
  if (&a_ == &b_) return sum;  // a body's forces on itself cancel
  for (std::size_t k = 0; k < sides(); ++k) {
    const SampledSide& side = sampled(k);
    const Real sign = &side.own() == &on ? 1 : -1;
    for (const FieldPoint& point : side.points()) {
      if (point.load == 0) continue;
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
