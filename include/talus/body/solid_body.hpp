// A deformable solid as data: particles of one material, their motion, stress and forces. No behaviour.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "talus/core/flag.hpp"
#include "talus/core/types.hpp"
#include "talus/law/material/catalog.hpp"
#include "talus/law/material/response.hpp"
#include "talus/numerics/packed_rows.hpp"

namespace talus {

/// Forces are kept apart by origin: each has its own column in the energy ledger and in the output.
enum class ForceKind : std::size_t {
  internal,         ///< stress, and the zero-energy control where that acts within it
  hourglass,        ///< zero-energy control of its own
  viscous,          ///< artificial viscosity
  contact,          ///< normal contact
  contact_viscous,  ///< dashpots of contact
  friction,         ///< tangential contact
  body_force,       ///< gravity
  boundary,         ///< what holds or brakes: springs, walls, tows, damping
  load,             ///< what is given from outside: loads, tractions, pressures
  reaction,         ///< what holds prescribed particles on their path
  count
};
inline constexpr std::size_t force_kind_count = static_cast<std::size_t>(ForceKind::count);

/// How one image of a body in its symmetry planes stands: at R x + shift, its vectors as R a.
struct Reflection {
  Mat3 R;      ///< its own inverse [-]
  Vec3 shift;  ///< [m]
};

struct SolidBody {
  std::string name;
  int dimension = 2;             ///< 2: plane strain, z frozen
  Real spacing = 0;              ///< particle distance dx [m]
  Real support = 0;              ///< radius of the reference neighbourhood [m]
  bool is_second_order = false;  ///< its gradients are, where they can be
  Materials::Variant material;
  std::vector<Reflection> images;  ///< that make it a whole, where it is mirrored

  // Reference state.
  std::vector<Vec3> X;  ///< reference position [m]
  std::vector<Real> V;  ///< reference volume [m^3; m^2 in 2-D]
  std::vector<Real> m;  ///< mass [kg; kg/m in 2-D]
  std::vector<Vec3> outward_area;  ///< of the surface, where a boundary asks for it: else empty [m^2; m in 2-D]

  // Motion.
  std::vector<Vec3> u;  ///< displacement [m]
  std::vector<Vec3> x;  ///< current position X + u [m]
  std::vector<Vec3> v;  ///< velocity [m/s]

  // Deformation and stress.
  PackedRows<Mat3> F;  ///< deformation gradient [-]
  PackedRows<Mat3> P;  ///< first Piola-Kirchhoff stress [Pa]
  PackedRows<MaterialState> state;
  std::vector<Real> energy_density;  ///< stored per reference volume, where particles can fail: else empty [J/m^3]
  std::vector<Real> yield_stress;    ///< current flow stress, where the law must be told: else empty [Pa]
  std::vector<Real> secant;          ///< q of the hourglass scaling (tlsph 6) [-]

  std::array<std::vector<Vec3>, force_kind_count> force;  ///< [N; N/m in 2-D]
  std::array<Flag, force_kind_count> acts{};              ///< kinds that have ever been written: the others are zero
  std::vector<Vec3> total_force;  ///< all kinds but reactions, where constraints, a tow or grains ask [N; N/m in 2-D]

  // Contact as particles show it, filled for output.
  std::vector<std::int8_t> stick;      ///< 0 no contact, 1 slips, 2 sticks
  std::vector<Real> penetration;       ///< of the touching surfaces, negative while they are apart [m]
  std::vector<Real> contact_pressure;  ///< [Pa]
  std::vector<Vec3> contact_normal;    ///< unit vector out of the other body, zero without contact

  Real max_speed = 0;              ///< largest particle speed of the last step [m/s]
  bool control_in_stress = false;  ///< the zero-energy control has no force of its own: it is part of the internal one
  Mat3 turn = Mat3::Identity();    ///< of its shape, from the axes in which layers and sides are counted [-]

  [[nodiscard]] Index size() const { return static_cast<Index>(X.size()); }
  /// To write to a kind of force, which is counted from then on; not from within a parallel loop.
  [[nodiscard]] std::vector<Vec3>& open(ForceKind kind) {
    acts[static_cast<std::size_t>(kind)] = true;
    return force[static_cast<std::size_t>(kind)];
  }
  [[nodiscard]] const std::vector<Vec3>& of(ForceKind kind) const { return force[static_cast<std::size_t>(kind)]; }

  /// Sizes every array for `n` particles at rest in their reference state; X, V must be set.
  void reset_state(Real density);
};

}  // namespace talus
