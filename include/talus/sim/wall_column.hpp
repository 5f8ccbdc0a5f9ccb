// A history column of a wall: where it is, how it moves, and what grains do to it.
#pragma once

#include "talus/sim/model.hpp"

namespace talus {

class WallColumn {
 public:
  WallColumn(const MeasuredColumn& spec, const Model& model);

  [[nodiscard]] Real value(const Model& model) const;

 private:
  [[nodiscard]] Vec3 of_wall(const WallBody& wall) const;
  [[nodiscard]] Vec3 of_contacts(const Model& model) const;

  MeasuredColumn spec_;
  int dimension_ = 3;
  Index wall_ = 0;
};

}  // namespace talus
