// What a pairwise law sees of one contact, and what it answers: geometry and motion, never a body.
#pragma once

#include "talus/core/types.hpp"

namespace talus {

/// Two round things that overlap, or one and a wall.
struct ContactPoint {
  Real overlap = 0;             ///< delta, of the surfaces; contact while positive [m]
  Real closing = 0;             ///< d(delta)/dt, positive when approaching [m/s]
  Real length = 0;              ///< a, the length that a law names: harmonic-mean radius, 2R at a wall [m]
  Real reduced_radius = 0;      ///< R*, R at a wall [m]
  Real reduced_mass = 0;        ///< m*, the free mass at a wall [kg]
  Real reduced_young = 0;       ///< E*: 1/E* = sum of (1 - nu^2)/E [Pa]
  Real reduced_shear = 0;       ///< G*: 1/G* = sum of (2 - nu)/G [Pa]
  Real particle_stiffness = 0;  ///< E A/dx of a solid's particle at a wall, 0 of grains [N/m]
  Real dt = 0;                  ///< length of the step that led here [s]
  Real behind = 0.5;            ///< part of the step behind that an evaluation stands for, contact_span.hpp [-]
  Real ahead = 0.5;             ///< part of the step ahead [-]
  bool begins = false;          ///< the surfaces met within the step behind
  bool held = false;            ///< neither partner gives way: m* is what it would be if both were free
};

/// Force, stored energy and losses leave a law together; only the ledger adds them. What dashpots dissipate is a power:
/// the trapezium of it over a step is their loss, with none before contact and none after.
struct NormalAnswer {
  Real force = 0;              ///< f_n, positive repulsive [N]
  Real load = 0;               ///< N that friction sees: without the viscous part, plus adhesion, never negative [N]
  Real stored = 0;             ///< U now [J]
  Real plastic_loss = 0;       ///< in this step, signed where a step straddles a kink [J]
  Real adhesive_loss = 0;      ///< the same of a step that ends on an adhesive branch, or apart after adhesion [J]
  Real viscous_power = 0;      ///< of the dashpots now, never negative [W]
  Real stiffness = 0;          ///< stiffest branch that the next step can meet [N/m]
  Real loading_stiffness = 0;  ///< what ratios of stiffness refer to: of first loading; 0 where there is none [N/m]
};

}  // namespace talus
