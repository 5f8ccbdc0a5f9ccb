// What a pairwise law sees of one contact, and what it answers: geometry and motion, never a body. T is a number, or a
// pack of them for as many contacts side by side (numerics/pack.hpp): a law written for any T serves both.
#pragma once

#include "talus/numerics/pack.hpp"

namespace talus {

/// Two round things that overlap, or one and a wall.
template <class T>
struct ContactPointOf {
  T overlap = 0;             ///< delta, of the surfaces; contact while positive [m]
  T overlap_before = 0;      ///< the same when the step began, 0 where they were apart [m]
  T closing = 0;             ///< d(delta)/dt, positive when approaching [m/s]
  T length = 0;              ///< a, the length that a law names: harmonic-mean radius, 2R at a wall [m]
  T reduced_radius = 0;      ///< R*, R at a wall [m]
  T reduced_ratio = 0.5;     ///< R* over the smaller radius: 1/2 of equal spheres, 1 at a wall [-]
  T reduced_mass = 0;        ///< m*, the free mass at a wall [kg]
  T per_mass = 0;            ///< 1/m*, which spares a division [1/kg]
  T reduced_young = 0;       ///< E*: 1/E* = sum of (1 - nu^2)/E [Pa]
  T reduced_shear = 0;       ///< G*: 1/G* = sum of (2 - nu)/G [Pa]
  T particle_stiffness = 0;  ///< E A/dx of a solid's particle at a wall, 0 of grains [N/m]
  T dt = 0;                  ///< length of the step that led here [s]
  T behind = 0.5;            ///< part of the step behind that an evaluation stands for, contact_span.hpp [-]
  T ahead = 0.5;             ///< part of the step ahead [-]
  T begins = 0;              ///< 1 where the surfaces met within the step behind
  T held = 0;                ///< 1 where neither partner gives way: m* is what it would be if both were free
};
using ContactPoint = ContactPointOf<Real>;

/// Force, stored energy and losses leave a law together; only the ledger adds them. What dashpots dissipate is a power:
/// the trapezium of it over a step is their loss, with none before contact and none after.
template <class T>
struct NormalAnswerOf {
  T force = 0;              ///< f_n, positive repulsive [N]
  T load = 0;               ///< N that friction sees: without the viscous part, plus adhesion, never negative [N]
  T stored = 0;             ///< U now [J]
  T plastic_loss = 0;       ///< in this step, signed where a step straddles a kink [J]
  T adhesive_loss = 0;      ///< the same of a step that ends on an adhesive branch, or apart after adhesion [J]
  T viscous_power = 0;      ///< of the dashpots now, never negative [W]
  T stiffness = 0;          ///< stiffest branch that the next step can meet [N/m]
  T loading_stiffness = 0;  ///< what ratios of stiffness refer to: of first loading; 0 where there is none [N/m]
};
using NormalAnswer = NormalAnswerOf<Real>;

}  // namespace talus
