#include "talus/sim/wall_column.hpp"

#include "talus/sim/column_statistics.hpp"
#include "talus/sim/grain_contact_rows.hpp"

namespace talus {

WallColumn::WallColumn(const MeasuredColumn& spec, const Model& model)
    : spec_(spec), dimension_(model.description.dimension), wall_(model.grains.wall_index(spec.of)) {}

Real WallColumn::value(const Model& model) const {
  const GrainSystem& grains = model.grains;
  return along_or_size(spec_.against ? of_contacts(model) : of_wall(grains.walls[wall_]), spec_, dimension_);
}

Vec3 WallColumn::of_wall(const WallBody& wall) const {
  switch (spec_.quantity) {
    case Quantity::velocity: return wall.full.velocity;
    case Quantity::angular_velocity: return wall.full.spin;
    case Quantity::position: return wall.full.centre;
    case Quantity::displacement: return wall.pose.displacement;
    case Quantity::contact_force: return wall.force;
    case Quantity::normal_force: return wall.normal_force;
    case Quantity::friction_force: return wall.force - wall.normal_force;
    case Quantity::contact_moment: {
      const Vec3 arm = wall.full.centre - spec_.about.value_or(wall.full.centre);
      return wall.moment + arm.cross(wall.force);
    }
    default: return Vec3::Zero();
  }
}

Vec3 WallColumn::of_contacts(const Model& model) const {
  const GrainSystem& grains = model.grains;
  const Vec3 about = spec_.about.value_or(grains.walls[wall_].full.centre);
  ContactResultant sum = partner_resultant(grains, spec_.of, *spec_.against, about);
  for (const auto& walls : model.solid_walls) {
    if (walls->body().name != *spec_.against) continue;
    const Resultants on_solid = walls->resultants(spec_.of, about);
    sum.normal -= on_solid.normal;
    sum.friction -= on_solid.friction;
    sum.moment -= on_solid.moment;
  }
  switch (spec_.quantity) {
    case Quantity::contact_force: return sum.normal + sum.friction;
    case Quantity::normal_force: return sum.normal;
    case Quantity::friction_force: return sum.friction;
    case Quantity::contact_moment: return sum.moment;
    default: return Vec3::Zero();
  }
}

}  // namespace talus
