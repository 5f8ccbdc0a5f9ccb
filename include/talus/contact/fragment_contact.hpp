// Contact among the pieces of a body that breaks (contact 49, 50): a spring between every two particles that no longer
// hold together, of which at least one stands at a crack, while they are nearer than they may be.
//
// Central and of a potential: both momenta are exact, nothing is lost, nothing pulls. No force jumps at a cut, because
// a pair that is nearer than dx then may be as near as it is, until it has been farther apart.
#pragma once

#include <functional>
#include <vector>

#include "talus/body/solid_body.hpp"
#include "talus/contact/pair_rows.hpp"
#include "talus/contact/solid_contact.hpp"
#include "talus/core/parallel.hpp"
#include "talus/numerics/cell_grid.hpp"

namespace talus {

class FragmentContact {
 public:
  /// Whether two particles hold together by a bond.
  using Bonded = std::function<bool(Index, Index)>;

  /// `young` is the modulus that pushes [Pa]. Keeps a reference to the body.
  FragmentContact(SolidBody& body, Real young, Bonded bonded);

  /// These have lost bonds: they feel and are felt by everybody they do not hold on to.
  void loosen(const std::vector<Index>& particles);

  /// Adds forces to the body's contact forces.
  ContactSums compute();
  /// Adds what particles show of this contact, as other contacts do.
  void mark_particles() const;

  /// Least distance of the last evaluation between particles that do not hold together, over dx; 1 or less only where
  /// they push, have pushed, or were so near when they came apart [-].
  [[nodiscard]] Real nearest() const { return nearest_; }

  void state(Archive& a);

 private:
  [[nodiscard]] bool is_outdated() const;
  void find_pairs();

  SolidBody& body_;
  Real young_;
  Bonded bonded_;
  std::vector<std::uint8_t> loose_;
  std::vector<Vec3> found_at_;  ///< places when the pairs were found [m]
  bool any_ = false, stale_ = false;
  CellGrid grid_;
  PairRows pairs_;                       ///< each pair in the rows of both
  std::vector<Real> reach_, old_reach_;  ///< distance at which a pair touches [m]
  std::vector<Vec3> force_;              ///< on each particle [N]
  std::vector<Real> depth_;              ///< largest overlap of each particle [m]
  parallel::Minimum softest_, least_;
  Real nearest_ = 1;
};

}  // namespace talus
