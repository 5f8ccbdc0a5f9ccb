// Cases built in code, and how a test runs them.
#pragma once

#include <algorithm>
#include <string>

#include "support/sample_material.hpp"
#include "talus/sim/simulation.hpp"

namespace talus {

inline Case empty_case(int dimension, Real end) {
  Case c;
  c.title = "test";
  c.dimension = dimension;
  c.time.end = end;
  return c;
}

/// A block with its own material, named like the body.
template <class Material>
SolidSpec& add_block(Case& c, const std::string& name, const Material& material, const Vec3& size, Real spacing) {
  c.materials.push_back({name, {material}});
  SolidSpec body;
  body.material = name;
  body.spacing = spacing;
  Block block;
  block.size = size;
  body.shape.entry = block;
  c.bodies.push_back({name, {body}});
  return std::get<SolidSpec>(c.bodies.back().second.entry);
}

template <class Material>
Material elastic(Real density, Real young, Real poisson) {
  Material m;
  m.density = density;
  m.young = young;
  m.poisson = poisson;
  return m;
}

/// Steps of one length, that of the wanted step at the start: for what is to be of second order in it.
inline void fix_step(Case& c) { c.time.step = Simulation(build_model(c)).wanted_step(); }

/// Runs to the end of the case; `look` sees the simulation after every step.
template <class Look>
void run(Simulation& simulation, Look&& look) {
  while (!simulation.finished()) {
    simulation.step(simulation.segment_end());
    look(simulation);
  }
}

inline Real total_energy(const Simulation& s) { return s.ledger()[Channel::kinetic] + s.ledger()[Channel::elastic]; }

}  // namespace talus
