// Grains and their contacts at one instant, as plain data: what all bulk tools look at. No contact law, no solver.
#pragma once

#include "talus/numerics/periodic_box.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

namespace talus {

/// In 2-D masses and forces are those per metre of depth, volumes are areas, and z = 0.
struct BulkGrain {
  Vec3 x = Vec3::Zero();  ///< centre [m]
  Vec3 v = Vec3::Zero();  ///< [m/s]
  Real mass = 0;          ///< [kg; kg/m]
  Real volume = 0;        ///< [m^3; m^2]
  Real radius = 0;        ///< of the ball that stands for it when a region cuts it [m]
  std::int64_t id = -1;   ///< the same at every instant
  Real contacts = 0;      ///< how many it has; count_contacts() fills it
};

/// A force that one grain feels from another, or from a wall. The *branch* leads from the partner's centre, or from the
/// point on the wall, to the centre of the grain.
struct BulkContact {
  Vec3 centre = Vec3::Zero();  ///< of the grain that feels `force` [m]
  Vec3 branch = Vec3::Zero();  ///< [m]
  Vec3 point = Vec3::Zero();   ///< where they touch [m]
  Vec3 force = Vec3::Zero();   ///< [N; N/m]
  Vec3 normal = Vec3::Zero();  ///< into the grain that feels `force`
  Index i = -1, j = -1;        ///< rows of the grain and of its partner; -1: a wall, or a grain that is not looked at
  bool touches = true;         ///< false: a bond, whose grains may touch besides; it carries stress and is not counted
};

struct BulkSample {
  int dimension = 3;
  PeriodicBox box;
  std::vector<BulkGrain> grains;
  std::vector<BulkContact> contacts;
};

/// Tells every grain how many contacts it has, walls included.
inline void count_contacts(BulkSample& sample) {
  for (BulkGrain& grain : sample.grains) grain.contacts = 0;
  for (const BulkContact& contact : sample.contacts) {
    if (!contact.touches) continue;
    if (contact.i >= 0) ++sample.grains[contact.i].contacts;
    if (contact.j >= 0) ++sample.grains[contact.j].contacts;
  }
}

/// Calls visit(shift) for every whole number of periods that brings the box [low, high] [m] to overlap the window
/// [from, to]; without periods the shift is 0. Along an axis beyond `dimension` nothing is asked.
template <class Visit>
void for_each_image(const PeriodicBox& box, int dimension, const Vec3& low, const Vec3& high, const Vec3& from,
                    const Vec3& to, Visit&& visit) {
  if (!low.allFinite() || !high.allFinite()) return;  // a grain of a run that failed is nowhere
  Vec3 first = Vec3::Zero(), last = Vec3::Zero();
  for (int a = 0; a < dimension; ++a) {
    if (box.periodic(a)) {
      first[a] = std::ceil((from[a] - high[a]) / box.period()[a]);
      last[a] = std::floor((to[a] - low[a]) / box.period()[a]);
    } else if (high[a] < from[a] || low[a] > to[a]) {
      return;
    }
  }
  for (Real z = first.z(); z <= last.z(); ++z) {
    for (Real y = first.y(); y <= last.y(); ++y) {
      for (Real x = first.x(); x <= last.x(); ++x) visit(Vec3(box.period().cwiseProduct(Vec3(x, y, z))));
    }
  }
}

}  // namespace talus
