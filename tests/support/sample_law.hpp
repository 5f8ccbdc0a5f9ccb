// One law of every entry of the catalogues, with numbers that suit grains of a few millimetres and blocks of rubber.
#pragma once

#include "talus/law/contact/catalog.hpp"

namespace talus {

template <class Law>
Law sample_law() {
  return {};
}
template <>
inline LinearSpring sample_law() {
  LinearSpring law;
  law.k = 1e4;
  law.restitution = 0.7;
  return law;
}
template <>
inline WaltonBraun sample_law() {
  WaltonBraun law;
  law.k1 = 1e4;
  law.restitution = 0.7;
  return law;
}
template <>
inline WaltonBraunVariable sample_law() {
  WaltonBraunVariable law;
  law.k1 = 1e4;
  law.stiffening = 3e4;
  return law;
}
template <class Adhesive>
Adhesive adhesive() {
  Adhesive law;
  law.k1 = 1e4;
  law.k2_max = 5e4;
  law.k_c = 500;
  law.penetration_depth_max = 0.05;
  return law;
}
template <>
inline Luding sample_law() {
  return adhesive<Luding>();
}
template <>
inline LinearPlasticViscoelastic sample_law() {
  return adhesive<LinearPlasticViscoelastic>();
}
template <>
inline Hysteretic sample_law() {
  Hysteretic law;
  law.k1 = 1e4;
  law.unloading = Unloading::constant;
  law.restitution = 0.7;
  return law;
}
template <>
inline Hertz sample_law() {
  Hertz law;
  law.damping.entry = TsujiDamping{0.7};
  return law;
}
template <>
inline Burger sample_law() {
  Burger law;
  law.K_k = 2e4;
  law.C_k = 5;
  law.K_m = 2e4;
  law.C_m = 20;
  return law;
}
template <>
inline CoulombSpring sample_law() {
  CoulombSpring law;
  law.k = 4e3;
  law.c = 0.05;
  law.mu_static = 0.4;
  law.mu_dynamic = 0.3;
  return law;
}
template <>
inline Mindlin sample_law() {
  Mindlin law;
  law.mu = 0.3;
  return law;
}
template <>
inline BurgerShear sample_law() {
  BurgerShear law;
  law.K_k = 1e4;
  law.C_k = 5;
  law.K_m = 1e4;
  law.C_m = 20;
  law.mu = 0.3;
  return law;
}

}  // namespace talus
