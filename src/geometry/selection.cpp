#include "talus/geometry/selection.hpp"

#include <algorithm>
#include <utility>

#include "talus/geometry/refuse.hpp"

namespace talus {

namespace {

/// Particles of one layer lie within this many spacings of its outermost one: more than roughness, less than a layer.
constexpr Real layer_depth = 0.6;

/// Corners of a box are often written with as many digits as a particle's position: this many spacings are forgiven.
constexpr Real box_slack = 1e-6;

/// Peels layers off: each begins at the outermost particle that is left, so stretched cells are counted right.
std::vector<Index> outer_layers(std::span<const Vec3> X, const Vec3& direction, int layers, Real spacing) {
  Real inner_face = infinity;
  for (int layer = 0; layer < layers; ++layer) {
    Real outermost = -infinity;
    for (const Vec3& p : X) {
      const Real s = p.dot(direction);
      if (s < inner_face) outermost = std::max(outermost, s);
    }
    if (outermost == -infinity) break;
    inner_face = outermost - layer_depth * spacing;
  }
  std::vector<Index> selected;
  for (std::size_t i = 0; i < X.size(); ++i) {
    if (X[i].dot(direction) >= inner_face) selected.push_back(static_cast<Index>(i));
  }
  return selected;
}

std::vector<Index> inside_box(std::span<const Vec3> X, const BoxRegion& box, Real spacing) {
  if ((box.min.array() > box.max.array()).any()) {
    refuse("box: min ", in_brackets(box.min), " has to lie below max ", in_brackets(box.max), " m");
  }
  const Real slack = box_slack * spacing;
  std::vector<Index> selected;
  for (std::size_t i = 0; i < X.size(); ++i) {
    const bool above = ((X[i] - box.min).array() >= -slack).all();
    if (above && ((box.max - X[i]).array() >= -slack).all()) selected.push_back(static_cast<Index>(i));
  }
  return selected;
}

/// The first of equally near ones, so that the answer does not depend on anything but the order of particles.
std::vector<Index> nearest_to(std::span<const Vec3> X, const Vec3& point) {
  const auto closer = [&](const Vec3& a, const Vec3& b) { return (a - point).norm() < (b - point).norm(); };
  return {static_cast<Index>(std::min_element(X.begin(), X.end(), closer) - X.begin())};
}

std::vector<Index> everything(std::span<const Vec3> X) {
  std::vector<Index> selected(X.size());
  for (std::size_t i = 0; i < X.size(); ++i) selected[i] = static_cast<Index>(i);
  return selected;
}

std::vector<Index> numbered(std::span<const Vec3> X, std::vector<Index> numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  if (numbers.empty()) refuse("id: the list is empty");
  const Index last = static_cast<Index>(X.size()) - 1;
  if (numbers.front() < 0 || numbers.back() > last) {
    refuse("id: there is no particle ", numbers.front() < 0 ? numbers.front() : numbers.back(),
           "; the body's numbers go from 0 to ", last);
  }
  return numbers;
}

/// What a box that selects nothing should be compared with.
std::pair<Vec3, Vec3> bounds_of(std::span<const Vec3> X) {
  std::pair<Vec3, Vec3> bounds{X.front(), X.front()};
  for (const Vec3& p : X) {
    bounds.first = bounds.first.cwiseMin(p);
    bounds.second = bounds.second.cwiseMax(p);
  }
  return bounds;
}

}  // namespace

Vec3 outward(Side side, int dimension) {
  switch (side) {
    case Side::left:
      return -Vec3::UnitX();
    case Side::right:
      return Vec3::UnitX();
    case Side::bottom:
      return -Vec3::Unit(dimension - 1);
    case Side::top:
      return Vec3::Unit(dimension - 1);
    case Side::front:
    case Side::back:
      break;
  }
  if (dimension == 2) refuse("a body has no front or back in two dimensions; left, right, bottom, top are there");
  return side == Side::front ? Vec3(-Vec3::UnitY()) : Vec3(Vec3::UnitY());
}

std::vector<Index> Selection::resolve(std::span<const Vec3> X, Real spacing, int dimension, const Mat3& turn) const {
  const int ways =
      int{layer.has_value()} + int{box.has_value()} + int{nearest.has_value()} + int{id.has_value()} + int{all};
  if (ways != 1) refuse("a selection needs exactly one of layer, box, nearest, id and all; it has ", ways);
  if (layers != 1 && !layer) refuse("layers: ", layers, " goes with layer only");
  if (layers < 1) refuse("layers is ", layers, "; at least 1 is needed");
  if (X.empty()) refuse("the body has no particles to select from");
  if (all) return everything(X);
  if (nearest) return nearest_to(X, *nearest);
  if (id) return numbered(X, *id);
  if (layer) return outer_layers(X, turn * outward(*layer, dimension), layers, spacing);
  std::vector<Index> selected = inside_box(X, *box, spacing);
  if (selected.empty()) {
    const auto [low, high] = bounds_of(X);
    refuse("box: no particle lies between ", in_brackets(box->min), " and ", in_brackets(box->max),
           " m; the body's centres reach from ", in_brackets(low), " to ", in_brackets(high), " m");
  }
  return selected;
}

}  // namespace talus
