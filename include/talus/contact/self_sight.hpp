// What a body may see of itself: what lies across a gap, never what it hangs together with (contact 51).
//
// Of two particles that were farther apart than contact acts in the reference state, one sees the other when they come
// near with their surfaces face to face. That is asked at the moment when one of them enters the other's reach, where
// its share in the field is zero, and the answer stands until it leaves: the energy of contact stays a smooth function
// of positions.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "talus/body/solid_body.hpp"
#include "talus/core/archive.hpp"

namespace talus {

class SelfSight {
 public:
  /// `reach` [m]: particles that were nearer in the reference state never see each other.
  SelfSight(const SolidBody& body, Real reach);

  /// Lists are built anew: what is not asked about until the next time is forgotten.
  void begin();
  /// Whether they were farther apart in the reference state than contact acts. Others never see each other.
  [[nodiscard]] bool may_ever_see(Index i, Index j) const { return (body_.X[i] - body_.X[j]).squaredNorm() > reach2_; }
  /// Takes out of `near`, ascending, those of them that particle i does not see. Rows are asked in ascending order;
  /// several may belong to one particle.
  void filter(Index row, Index i, std::vector<Index>& near);

  /// Between two lists.
  void state(Archive& a);

 private:
  /// Whether a surface of i and one of j lie outside each other's and look at each other.
  [[nodiscard]] bool face_each_other(Index i, Index j) const;
  void add_surfaces(const std::vector<std::pair<Real, Index>>& near);

  /// Judged pairs by row.
  struct Judged {
    std::vector<Index> row, first;  ///< pairs of row[k]: [first[k], first[k + 1])
    std::vector<Index> other;       ///< ascending
    std::vector<std::int8_t> seen;

    void clear();
  };

  const SolidBody& body_;
  Real reach2_;
  std::vector<Index> outer_;   ///< particles of the outermost layer
  std::vector<Vec3> normal_;   ///< theirs, outward, in the reference state
  std::vector<Vec3> now_;      ///< the same when lists were last built
  std::vector<Index> first_;   ///< surfaces of particle i: facing_[first_[i]], …, facing_[first_[i + 1] - 1]
  std::vector<Index> facing_;  ///< the nearest ones and those beside a corner, as places in outer_
  Judged judged_, before_;
  std::size_t at_ = 0;  ///< how far rows of before_ have been passed
};

}  // namespace talus
