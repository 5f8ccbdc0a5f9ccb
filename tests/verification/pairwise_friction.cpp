// Why pairwise friction is too high in three dimensions, and by how much (contact 4).
#include "talus/sim/case_reader.hpp"
#include "talus/sim/simulation.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace talus;

namespace {

/// sum |f| sqrt(1 - (n.e)^2) / sum |f| n_z over the resting pairs: friction along e over mu times the load.
Real friction_factor(const SolidContact& contact, const Vec3& e) {
  Real friction = 0, load = 0;
  contact.for_each_line([&](const ContactLine& line) {
    const Real f = line.normal_force.norm();
    const Vec3 n = line.normal_force / f;
    friction += f * std::sqrt(1 - std::pow(n.dot(e), 2));
    load += line.normal_force.z();
  });
  return friction / load;
}

}  // namespace

TEST_CASE("the resting pairs of the 3-D block predict the over-estimate of pairwise friction in every direction") {
  const Case c = read_case(TALUS_SOURCE_DIR "/cases/sliding/block3d_pairwise.json");
  const auto& reference = std::get<CoulombSlide>(c.compare.front().second.curve.entry);
  const Real mu = std::get<CoulombPairwise>(c.contacts.front().tangential.entry).dynamic_limit();
  const Simulation simulation(build_model(c));
  for (const Real degrees : {0.0, 15.0, 30.0, 45.0}) {
    const Real angle = degrees * std::numbers::pi / 180;
    const Real factor = friction_factor(*simulation.model().contacts.front(), {std::cos(angle), std::sin(angle), 0});
    MESSAGE("direction ", degrees, ": factor ", factor);
    CHECK(std::abs(factor / (reference.mu / mu) - 1) < 0.001);
  }
}
