// Cases of grains built in code.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "support/sample_case.hpp"

namespace talus {

/// Adds a material of the name of the body, and grains listed one by one.
inline GrainSpec& add_grains(Case& c, const std::string& name, std::vector<ListedGrain> list, Real density = 2500) {
  c.materials.push_back({name, {elastic<LinearElastic>(density, 5e6, 0.3)}});
  GrainSpec body;
  body.material = name;
  body.grains.entry = SphereList{std::move(list)};
  c.bodies.push_back({name, {body}});
  return std::get<GrainSpec>(c.bodies.back().second.entry);
}

template <class Shape>
WallSpec& add_wall(Case& c, const std::string& name, const Shape& shape) {
  WallSpec wall;
  wall.shape.entry = shape;
  c.bodies.push_back({name, {wall}});
  return std::get<WallSpec>(c.bodies.back().second.entry);
}

inline TorqueSpring resistance(Real mu) {
  TorqueSpring law;
  law.ratio = 0.1;
  law.damping = 0.1;
  law.mu = mu;
  return law;
}

/// Adhesive, elasto-plastic, frictional, rolling, twisting: every channel of the ledger has something to say.
inline ContactSpec everything_between(const std::string& a, const std::string& b) {
  Luding normal;
  normal.k1 = 1000;
  normal.k2_max = 5000;
  normal.k_c = 200;
  normal.penetration_depth_max = 0.05;
  normal.gamma = 0.02;
  CoulombSpring tangential;
  tangential.ratio = 2.0 / 7;
  tangential.damping = 0.2;
  tangential.mu = 0.5;
  ContactSpec spec;
  spec.between = {a, b};
  spec.normal.entry = normal;
  spec.tangential.entry = tangential;
  spec.rolling.entry = resistance(0.1);
  spec.twisting.entry = resistance(0.1);
  return spec;
}

/// A cube of millimetre grains of many sizes, agitated [m/s].
inline GrainPacking agitated_cube(Index count, Real edge, Real agitation) {
  GrainPacking packing;
  packing.count = count;
  BoxSpace box;
  box.max = Vec3::Constant(edge);
  packing.region.entry = box;
  packing.sizes.entry = SizeRange{0.8e-3, 1.2e-3};
  packing.seed = 3;
  packing.motion.agitation = agitation;
  return packing;
}

inline Case agitated_case(Index count, Real edge, Real end) {
  Case c = empty_case(3, end);
  GrainSpec& grains = add_grains(c, "g", {});
  grains.grains.entry = agitated_cube(count, edge, 0.3);
  c.contacts.push_back(everything_between("g", "g"));
  return c;
}

/// A cube from the origin on that shakes along z, and its contact with the grains "g".
inline BoxWall add_shaking_box(Case& c, Real edge, Real amplitude, Real frequency) {
  BoxWall box;
  box.low = Vec3::Zero();
  box.high = Vec3::Constant(edge);
  WallVibration shaking;
  shaking.along = {0, 0, 1};
  shaking.amplitude = amplitude;
  shaking.frequency = frequency;
  add_wall(c, "box", box).motion.vibration = shaking;
  c.contacts.push_back(everything_between("g", "box"));
  return box;
}

inline DomainSpec periodic_cube(Real edge) { return {Vec3::Zero(), Vec3::Constant(edge), {true, true, true}}; }

/// A clump of two balls that overlap.
inline Clump dumb_bell() {
  Clump clump;
  clump.spheres = {{Vec3(-0.5, 0, 0), 1}, {Vec3(0.6, 0.1, 0), 0.8}};
  return clump;
}

}  // namespace talus
