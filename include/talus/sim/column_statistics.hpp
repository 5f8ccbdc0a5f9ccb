// From the values of particles or grains to the one number of a column.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "talus/sim/quantity_facts.hpp"

namespace talus {

struct WeightedValue {
  Real value = 0, weight = 0;
};

[[nodiscard]] Statistic statistic_of(const MeasuredColumn& spec);

/// For the header.
[[nodiscard]] std::string unit_of(const MeasuredColumn& spec, int dimension);
[[nodiscard]] std::string unit_of(const ColumnSpec& spec, int dimension);

/// A vector along the direction of the column, or its size; in the plane what turns has the sign of its turn about z.
[[nodiscard]] Real along_or_size(const Vec3& v, const MeasuredColumn& spec, int dimension);

/// The statistic that the column asks for. Of nothing at all a sum is zero, everything else is not a number.
[[nodiscard]] Real reduce(std::vector<WeightedValue>& values, const MeasuredColumn& spec);

/// Sum or mean of vectors before a direction is taken: the size of a mean velocity, not the mean of speeds.
class VectorTotal {
 public:
  explicit VectorTotal(const MeasuredColumn& spec) : mean_(statistic_of(spec) == Statistic::mean) {}
  void add(const Vec3& v, Real weight) {
    sum_ += mean_ ? Vec3(weight * v) : v;
    weight_ += weight;
  }
  /// As in reduce(): of nothing at all a sum is zero, a mean is not a number.
  [[nodiscard]] Vec3 value() const {
    if (!mean_) return sum_;
    return weight_ > 0 ? Vec3(sum_ / weight_) : Vec3::Constant(std::numeric_limits<Real>::quiet_NaN());
  }
  /// True for the statistics that this is for.
  static bool suits(const MeasuredColumn& spec) {
    const Statistic s = statistic_of(spec);
    return facts_of(spec.quantity).form != QuantityForm::scalar && (s == Statistic::mean || s == Statistic::sum);
  }

 private:
  bool mean_;
  Vec3 sum_ = Vec3::Zero();
  Real weight_ = 0;
};

}  // namespace talus
