// What the contacts and bonds of grains do, added up for output: on every grain of a body, or on a wall.
#pragma once

#include <string>
#include <vector>

#include "talus/sim/grain_system.hpp"

namespace talus {

struct ContactResultant {
  Vec3 normal = Vec3::Zero();    ///< force along the normals [N]
  Vec3 friction = Vec3::Zero();  ///< the rest of it [N]
  Vec3 moment = Vec3::Zero();    ///< of both, with what resists rolling and twisting [N m]
  Real contacts = 0;
  Real bonds = 0;          ///< that hold; one within a body is half at either end
  Real overlap_ratio = 0;  ///< deepest overlap over the radius of the sphere that it belongs to [-]
};

/// One entry per grain of the body, of the last evaluation; moments are about `about` [m]. With a name in `against`
/// only contacts with that body or wall count.
[[nodiscard]] std::vector<ContactResultant> contact_rows(const GrainSystem& grains, Index body,
                                                         const std::string& against, const Vec3& about);

/// The same on a wall or a solid; `against` names a body of grains, or is empty: all.
[[nodiscard]] ContactResultant partner_resultant(const GrainSystem& grains, const std::string& partner,
                                                 const std::string& against, const Vec3& about);

}  // namespace talus
