// Where the spheres of a body touch a wall: pairs of sphere and facet, and the geometry of each. Knows no law.
#pragma once

#include <span>
#include <vector>

#include "talus/body/grain_body.hpp"
#include "talus/body/wall_body.hpp"
#include "talus/contact/facet_pairs.hpp"
#include "talus/numerics/pack.hpp"
#include "talus/numerics/periodic_box.hpp"

namespace talus {

/// One pair of sphere and facet, in space.
template <class T>
struct WallTouchOf {
  Vec3Of<T> normal = Vec3Of<T>::Zero();  ///< from the wall to the sphere
  Vec3Of<T> point = Vec3Of<T>::Zero();   ///< on the wall's surface [m]
  T overlap = 0;                         ///< [m]
  T active = 0;                          ///< 1, or 0 where they are apart or it is another facet's business

  [[nodiscard]] auto acts() const { return active > 0; }
};
using WallTouch = WallTouchOf<Real>;

class WallTouches {
 public:
  WallTouches(const GrainBody& body, const WallBody& wall, const PeriodicBox& box)
      : body_(body), wall_(wall), box_(box) {}

  /// Lists pairs within the grid's skin of the wall as it stands.
  void find(const LevelGrid& grid, Real skin, std::span<const Index> old_place);
  /// Finds out which pairs of spheres [from, to) touch.
  void update(Index from, Index to);

  [[nodiscard]] Index size() const { return pairs_.size(); }
  /// Pairs that did not touch when they were found.
  [[nodiscard]] Index spare() const { return spare_; }
  [[nodiscard]] std::span<const Index> first() const { return pairs_.first(); }
  [[nodiscard]] std::span<const Index> sphere() const { return pairs_.sphere(); }
  [[nodiscard]] const WallTouch& operator[](Index pair) const { return touch_[pair]; }
  [[nodiscard]] const PairCarry& carried() const { return pairs_.carried(); }
  /// True when the facets of two pairs of one sphere share a corner, or are seen by different images of it.
  [[nodiscard]] bool adjacent(Index p, Index q) const;

  void state(Archive& a);

 private:
  /// What a pair sees of its sphere.
  struct Image {
    Vec3 shift;       ///< from where the sphere is, until pairs are listed again [m]
    Vec3 seen;        ///< where it was then, 0 along axes in which a facet without bounds sees no images [m]
    Real off_middle;  ///< from there to the middle of the facet, along all periodic axes [m]
  };

  template <class Surface>
  void list_images(const Surface& surface, Real skin);
  template <class Surface>
  void hide_images(const Surface& surface, Index sphere);
  /// Whether the facet of pair q, of another image, goes on where p touches, and comes nearer.
  template <class Surface>
  [[nodiscard]] bool goes_on(const Surface& surface, Index p, Index q) const;

  const GrainBody& body_;
  const WallBody& wall_;
  const PeriodicBox& box_;
  FacetPairs pairs_;
  Index spare_ = 0;
  std::vector<WallTouch> touch_;
  std::vector<Image> image_, former_image_;  ///< by pair
  std::vector<BoundingBox> bounds_;          ///< of the facets in space, when pairs were last listed
};

}  // namespace talus
