// The bodies of place() of the sources that name every grain.
#include "talus/geometry/grains/grain_file.hpp"
#include "talus/geometry/grains/initial_motion.hpp"
#include "talus/geometry/grains/sphere_list.hpp"
#include "talus/geometry/number_table.hpp"
#include "talus/geometry/refuse.hpp"

namespace talus {

std::vector<GrainSeed> SphereList::place(const GrainTemplate& grain, const Surroundings& /*around*/) const {
  std::vector<GrainSeed> seeds;
  for (const ListedGrain& listed : list) {
    const GrainSeed seed{listed.centre, listed.radius, listed.velocity, listed.spin,
                         Quaternion(listed.rotation.matrix()) * grain.axes};
    check_plane(seed, grain.dimension, "grain " + std::to_string(seeds.size() + 1) + " of the list: ");
    if (grain.dimension == 2 && !listed.rotation.vector.head<2>().isZero(0)) {
      refuse("grain ", seeds.size() + 1, " of the list: in two dimensions a clump is turned about z: write one angle");
    }
    seeds.push_back(seed);
  }
  return seeds;
}

std::vector<GrainSeed> GrainFile::place(const GrainTemplate& grain, const Surroundings& /*around*/) const {
  std::vector<GrainSeed> seeds;
  const TableFormat format{"x,y,z,radius or x,y,z,radius,vx,vy,vz", 4, 7};
  read_number_table(path, format, [&](std::span<const Real> row, const std::string& place) {
    if (!(row[3] > 0)) refuse(place, "the radius is ", row[3], " m; it has to be positive");
    GrainSeed& seed = seeds.emplace_back();
    seed.centre = {row[0], row[1], row[2]};
    seed.radius = row[3];
    if (row.size() == format.most) seed.velocity = {row[4], row[5], row[6]};
    seed.orientation = grain.axes;
    check_plane(seed, grain.dimension, place);
  });
  return seeds;
}

}  // namespace talus
