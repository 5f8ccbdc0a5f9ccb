// The particles of a body and its images in symmetry planes by one number: particles first, then those of every image.
#pragma once

#include <vector>

#include "talus/body/solid_body.hpp"

namespace talus {

class MirroredParticles {
 public:
  explicit MirroredParticles(const SolidBody& body) : body_(&body) {}

  [[nodiscard]] Index count() const { return body_->size() * (1 + static_cast<Index>(body_->images.size())); }
  [[nodiscard]] Index original(Index p) const { return body_->images.empty() ? p : p % body_->size(); }
  /// A vector of the original as `p` has it; and back, as R is its own inverse.
  [[nodiscard]] Vec3 turned(Index p, const Vec3& a) const { return p < body_->size() ? a : Vec3(image_of(p).R * a); }
  /// Where `p` is while the originals are at `x` [m].
  [[nodiscard]] Vec3 place(Index p, const std::vector<Vec3>& x) const {
    if (p < body_->size()) return x[p];
    return image_of(p).R * x[original(p)] + image_of(p).shift;
  }
  [[nodiscard]] std::vector<Vec3> places(const std::vector<Vec3>& x) const {
    std::vector<Vec3> all(static_cast<std::size_t>(count()));
    for (Index p = 0; p < count(); ++p) all[p] = place(p, x);
    return all;
  }

 private:
  [[nodiscard]] const Reflection& image_of(Index p) const { return body_->images[p / body_->size() - 1]; }

  const SolidBody* body_;
};

}  // namespace talus
