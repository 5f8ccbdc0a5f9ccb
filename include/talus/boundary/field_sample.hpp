// What a load that is given in place and time is at some places of the reference state.
#pragma once

#include <array>
#include <vector>

#include "talus/core/field_function.hpp"

namespace talus {

/// A number at some places. What does not depend on the place is asked for once for all of them, and what does not
/// depend on time once for the run: a formula of both costs about 0.1 us for each place and step.
class FieldSample {
 public:
  FieldSample(FieldFunction function = {}) : function_(std::move(function)) {}

  [[nodiscard]] bool is_uniform() const { return function_.is_uniform(); }
  /// Asks for the values at `t` [s]; `places` [m] are always the same.
  void take(const std::vector<Vec3>& places, Real t) {
    if (is_uniform()) {
      uniform_ = function_.of_time()(t);
      return;
    }
    if (values_.size() == places.size() && function_.is_steady()) return;
    values_.resize(places.size());
    for (std::size_t n = 0; n < places.size(); ++n) values_[n] = function_(places[n], t);
  }
  /// At a place, as they were last asked for.
  [[nodiscard]] Real operator[](std::size_t place) const { return is_uniform() ? uniform_ : values_[place]; }

 private:
  FieldFunction function_;
  Real uniform_ = 0;
  std::vector<Real> values_;
};

/// A vector at some places.
class VectorSample {
 public:
  VectorSample() = default;
  /// In the plane the third component is left out.
  VectorSample(const std::array<FieldFunction, 3>& functions, int dimension) {
    for (int k = 0; k < dimension; ++k) component_[k] = functions[k];
  }

  [[nodiscard]] bool is_uniform() const {
    return component_[0].is_uniform() && component_[1].is_uniform() && component_[2].is_uniform();
  }
  void take(const std::vector<Vec3>& places, Real t) {
    for (FieldSample& component : component_) component.take(places, t);
  }
  [[nodiscard]] Vec3 operator[](std::size_t place) const {
    return {component_[0][place], component_[1][place], component_[2][place]};
  }

 private:
  std::array<FieldSample, 3> component_;
};

}  // namespace talus
