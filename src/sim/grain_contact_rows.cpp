#include "talus/sim/grain_contact_rows.hpp"

#include <algorithm>

namespace talus {
namespace {

/// Adds what the line does to the grain at its start (sign 1), or to what is at its end (-1).
void add(ContactResultant& sum, const GrainContactLine& line, Real sign, const Vec3& about) {
  const Vec3 force = line.normal_force + line.tangential_force;
  sum.normal += sign * line.normal_force;
  sum.friction += sign * line.tangential_force;
  sum.moment += sign * ((line.point - about).cross(force) + line.rolling_torque + line.twisting_torque);
  if (line.bond >= 0) return;
  sum.contacts += 1;
  const Vec3& centre = sign > 0 || line.j < 0 ? line.from : line.to;
  sum.overlap_ratio = std::max(sum.overlap_ratio, line.overlap / line.radius_at(centre));
}

bool is_between(const GrainContact& contact, const std::string& one, const std::string& other) {
  if (contact.a() == one) return other.empty() || contact.b() == other;
  return contact.b() == one && (other.empty() || contact.a() == other);
}

}  // namespace

std::vector<ContactResultant> contact_rows(const GrainSystem& grains, Index body, const std::string& against,
                                           const Vec3& about) {
  const std::string& name = grains.bodies[body].name;
  std::vector<ContactResultant> rows(static_cast<std::size_t>(grains.bodies[body].size()));
  for (const auto& contact : grains.contacts) {
    if (!is_between(*contact, name, against)) continue;
    const bool starts = contact->a() == name;
    const bool ends = contact->b() == name;
    const Real share = starts && ends ? 0.5 : 1;
    contact->for_each_line([&](const GrainContactLine& line) {
      if (starts) add(rows[line.i], line, 1, about);
      if (ends) add(rows[line.j], line, -1, about);
      if (line.bond < 0) return;
      if (starts) rows[line.i].bonds += share;
      if (ends) rows[line.j].bonds += share;
    });
  }
  return rows;
}

ContactResultant partner_resultant(const GrainSystem& grains, const std::string& partner, const std::string& against,
                                   const Vec3& about) {
  ContactResultant sum;
  for (const auto& contact : grains.contacts) {
    if (!is_between(*contact, partner, against)) continue;
    contact->for_each_line([&](const GrainContactLine& line) { add(sum, line, -1, about); });
  }
  return sum;
}

}  // namespace talus
