#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/boundary/facets.hpp"
#include "talus/numerics/cell_grid.hpp"

namespace talus {
namespace {

/// The next along a row is nearer than this many spacings: layers may be stretched by a tenth.
constexpr Real next_reach = 1.2;
/// Places agree to this share of a spacing.
constexpr Real same_place = 1e-6;

/// Particles by cross-section and layer.
struct Rows {
  Vec3 step = Vec3::Zero();                ///< from layer to layer [m]
  std::vector<std::vector<Index>> layers;  ///< of each the particles in the order of the cross-section
};

class Places {
 public:
  explicit Places(const SolidBody& body) : body_(body) { grid_.build(body.X, next_reach * body.spacing); }
  /// The particle at x [m], or -1.
  [[nodiscard]] Index at(const Vec3& x) const {
    Index found = -1;
    grid_.for_each_near(x, same_place * body_.spacing, [&](Index i, Real) { found = i; });
    return found;
  }
  template <class Visit>
  void for_each_next(Index i, Visit&& visit) const {
    grid_.for_each_near(body_.X[i], next_reach * body_.spacing, [&](Index j, Real) {
      if (j != i) visit(j);
    });
  }

 private:
  const SolidBody& body_;
  CellGrid grid_;
};

/// Rows along `step`; no layers where not all particles stand in such rows, alike and side by side.
Rows rows_along(const SolidBody& body, const Places& places, const Vec3& step) {
  Rows rows;
  rows.step = step;
  std::vector<Index> layer;
  for (Index i = 0; i < body.size(); ++i) {
    if (places.at(body.X[i] - step) < 0) layer.push_back(i);
  }
  const Real height = step.dot(body.X[layer.front()]);
  for (const Index i : layer) {
    if (std::abs(step.dot(body.X[i]) - height) > same_place * step.squaredNorm()) return rows;
  }
  std::size_t count = 0;
  std::vector<std::vector<Index>> layers;
  while (layer.front() >= 0) {
    layers.push_back(layer);
    count += layer.size();
    for (Index& i : layer) i = places.at(body.X[i] + step);
    if (std::ranges::count(layer, -1) != (layer.front() < 0 ? std::ssize(layer) : 0)) return rows;
  }
  if (count == body.X.size() && layers.size() > 1) rows.layers = std::move(layers);
  return rows;
}

Rows rows_of(const SolidBody& body) {
  const Places places(body);
  Rows rows;
  places.for_each_next(0, [&](Index j) {
    if (rows.layers.empty()) rows = rows_along(body, places, body.X[j] - body.X[0]);
  });
  return rows;
}

/// Directions of a cross-section, e1 x e2 along the rows.
struct Section {
  Vec3 e1, e2;
  SolidBody body;  ///< its particles, in the plane

  Section(const SolidBody& whole, const Rows& rows) {
    const Vec3 along = rows.step.normalized();
    e1 = along.unitOrthogonal();
    e2 = along.cross(e1);
    body.dimension = 2;
    body.spacing = whole.spacing;
    for (const Index i : rows.layers.front()) {
      body.X.emplace_back(e1.dot(whole.X[i]), e2.dot(whole.X[i]), 0);
      body.V.push_back(whole.V[i] / rows.step.norm());
    }
  }
};

/// A circle of points about the centre of a cross-section, by their angle.
struct Circle {
  Real radius = 0;
  std::vector<Index> point;
};

/// Of `places` about `centre`, from the innermost outwards.
std::vector<Circle> circles_of(const std::vector<Vec3>& places, const Vec3& centre, Real slack) {
  std::vector<Index> order(places.size());
  for (std::size_t n = 0; n < order.size(); ++n) order[n] = static_cast<Index>(n);
  const auto radius = [&](Index n) { return (places[n] - centre).norm(); };
  std::ranges::stable_sort(order, {}, radius);
  std::vector<Circle> circles;
  for (const Index n : order) {
    if (circles.empty() || radius(n) > circles.back().radius + slack) circles.push_back({radius(n), {}});
    circles.back().point.push_back(n);
  }
  for (Circle& circle : circles) {
    std::ranges::stable_sort(circle.point, {}, [&](Index n) {
      const Vec3 d = places[n] - centre;
      return std::atan2(d.y(), d.x());
    });
  }
  return circles;
}

using Triangle = std::array<Index, 3>;

/// Triangles between two circles, anticlockwise.
void fill_between(const std::vector<Vec3>& places, const Vec3& centre, const Circle& inner, const Circle& outer,
                  std::vector<Triangle>& triangles) {
  const auto angle = [&](const Circle& circle, std::size_t n) {
    const Vec3 d = places[circle.point[n % circle.point.size()]] - centre;
    return std::atan2(d.y(), d.x()) + 2 * std::numbers::pi * static_cast<Real>(n / circle.point.size());
  };
  const auto at = [](const Circle& circle, std::size_t n) { return circle.point[n % circle.point.size()]; };
  std::size_t i = 0, o = 0;
  while (i < inner.point.size() || o < outer.point.size()) {
    const bool inside =
        o == outer.point.size() || (i < inner.point.size() && angle(inner, i + 1) < angle(outer, o + 1));
    if (inside) {
      triangles.push_back({at(inner, i), at(outer, o), at(inner, i + 1)});
      ++i;
    } else {
      triangles.push_back({at(inner, i), at(outer, o), at(outer, o + 1)});
      ++o;
    }
  }
}

/// Triangles of an end, between the particles of the cross-section and then the corners of its outline; none where
/// these are not circles about one centre.
std::vector<Triangle> triangles_of(const Section& section, const Facets& outline) {
  std::vector<Vec3> places = section.body.X;
  places.insert(places.end(), outline.places.begin(), outline.places.end());
  Vec3 centre = Vec3::Zero();
  for (const Vec3& X : section.body.X) centre += X / static_cast<Real>(section.body.size());
  const std::vector<Circle> circles = circles_of(places, centre, same_place * section.body.spacing);
  const auto is_outline = [&](const Circle& circle) { return circle.point.front() >= section.body.size(); };
  std::vector<Triangle> triangles;
  for (std::size_t n = 0; n < circles.size(); ++n) {
    if (circles[n].point.size() < 3) return {};
    const bool at_border = n + 1 == circles.size() || (n == 0 && is_outline(circles[0]));
    for (const Index p : circles[n].point) {
      if ((p >= section.body.size()) != at_border) return {};
    }
    if (n > 0) fill_between(places, centre, circles[n - 1], circles[n], triangles);
  }
  if (is_outline(circles[0])) return triangles;
  for (std::size_t n = 2; n < circles[0].point.size(); ++n) {
    triangles.push_back({circles[0].point[0], circles[0].point[n - 1], circles[0].point[n]});
  }
  return triangles;
}

class RowFacets {
 public:
  RowFacets(const SolidBody& body, const Rows& rows)
      : body_(body), rows_(rows), section_(body, rows), outline_(facets_of_outline(section_.body)) {}

  [[nodiscard]] std::optional<Facets> find() {
    const std::vector<Triangle> triangles = triangles_of(section_, outline_);
    if (triangles.empty()) return std::nullopt;
    add_places();
    add_sides();
    add_end(triangles, rows_.layers.front(), Vec3(-rows_.step), 0);
    add_end(triangles, rows_.layers.back(), rows_.step, static_cast<Index>(rows_.layers.size()));
    return std::move(found_);
  }

 private:
  [[nodiscard]] Index corner(Index of_outline, Index level) const {
    return level * static_cast<Index>(outline_.places.size()) + of_outline;
  }
  /// Corners of the outline at every border between layers, the lowest first.
  void add_places() {
    const Index levels = static_cast<Index>(rows_.layers.size()) + 1;
    const Vec3 along = rows_.step.normalized();
    const Real lowest = along.dot(body_.X[rows_.layers[0][0]] - Real(0.5) * rows_.step);
    for (Index level = 0; level < levels; ++level) {
      for (const Vec3& place : outline_.places) {
        found_.places.push_back(place.x() * section_.e1 + place.y() * section_.e2 + lowest * along +
                                Real(level) * rows_.step);
      }
    }
  }
  void add_sides() {
    for (Index layer = 0; layer < static_cast<Index>(rows_.layers.size()); ++layer) {
      for (const Facet& stretch : outline_.facets) {
        const Index a = stretch.corners[0], b = stretch.corners[1];
        found_.facets.push_back(
            {.particle = rows_.layers[layer][stretch.particle],
             .corner_count = 4,
             .corners = {corner(a, layer), corner(b, layer), corner(b, layer + 1), corner(a, layer + 1)}});
      }
    }
  }
  /// `out`: a layer further.
  void add_end(const std::vector<Triangle>& triangles, const std::vector<Index>& particles, const Vec3& out,
               Index level) {
    const Index count = section_.body.size(), base = static_cast<Index>(found_.places.size());
    for (const Index i : particles) found_.places.push_back(body_.X[i] + Real(0.5) * out);
    for (Triangle t : triangles) {
      if (level == 0) std::swap(t[1], t[2]);
      Facet facet{.particle = particles[*std::ranges::find_if(t, [&](Index p) { return p < count; })],
                  .corner_count = 3};
      for (int k = 0; k < 3; ++k) facet.corners[k] = t[k] < count ? base + t[k] : corner(t[k] - count, level);
      found_.facets.push_back(facet);
    }
  }

  const SolidBody& body_;
  const Rows& rows_;
  Section section_;
  Facets outline_;
  Facets found_;
};

}  // namespace

std::optional<Facets> facets_of_rows(const SolidBody& body) {
  const Rows rows = rows_of(body);
  if (rows.layers.empty()) return std::nullopt;
  return RowFacets(body, rows).find();
}

}  // namespace talus
