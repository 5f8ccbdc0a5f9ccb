// How grains collide in a run: one partner after the other, or several at once.
//
//   in company = collisions that a grain begins while another one, not older than two contact durations, still lasts
//   free time  = mean from the end of a grain's last contact to its next collision                              [s]
//
// Hard grains collide one by one; springs that are too soft keep them busy until the next partner comes, which takes
// less energy than collisions would (detachment; Luding et al., Phys. Rev. E 50, R1762, 1994). For collisions that come
// at random every t_f and last t_c, the share in company is 1 - exp(-t_c/t_f), about t_c/t_f where it is small.
//
// A stay in contact counts once it has ended and the grain is free again: what comes to rest in a heap is not meant to
// detach, neither is what lies on a floor when somebody hits it. Of a clump only contacts of its spheres are known, not
// partners: clumps are left out, and so are grains that are held.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "talus/body/grain_body.hpp"
#include "talus/core/archive.hpp"
#include "talus/core/flag.hpp"
#include "talus/core/parallel.hpp"

namespace talus {

struct CollisionSums {
  Real begun = 0;      ///< collisions, each counted by every grain that takes part
  Real company = 0;    ///< of those, while the grain had another partner
  Real intervals = 0;  ///< times that a grain went from one stay in contact to the next
  Real free_time = 0;  ///< sum of those [s]

  CollisionSums& operator+=(const CollisionSums& other) {
    begun += other.begun;
    company += other.company;
    intervals += other.intervals;
    free_time += other.free_time;
    return *this;
  }
};

class CollisionWatch {
 public:
  /// After every step in which a contact has begun or ended; it ends at `t` [s], contacts last `contact_time` [s].
  /// Reads the number of contacts that stands with the force of a grain.
  void follow(std::span<const GrainBody> bodies, Real t, Real contact_time) {
    for (const GrainBody& body : bodies) {
      if (body.clumped) continue;
      for (const std::int64_t id : body.id) {
        if (id >= static_cast<std::int64_t>(stays_.size())) stays_.resize(static_cast<std::size_t>(id) + 1);
      }
      sums_ += parallel::reduce<CollisionSums>(body.size(), [&](Index i, CollisionSums& sums) {
        if (body.grains.rate[i].velocity.w == 0) return;
        note(stays_[static_cast<std::size_t>(body.id[i])], body.grains.load[i].force.w, t, contact_time, sums);
      });
    }
  }

  /// What lasts now does not count, as where steps have been left out.
  void forget() {
    for (Stay& stay : stays_) stay = {.contacts = unknown};
  }

  [[nodiscard]] const CollisionSums& seen() const { return sums_; }

  void state(Archive& a) {
    a("stay", stays_);
    a("sums", sums_);
  }

 private:
  static constexpr float unknown = -1;

  /// A grain's stay in contact with one partner or more.
  struct Stay {
    Real last = 0;          ///< when its last collision began or, while it is free, when the stay ended [s]
    float contacts = 0;     ///< now
    float begun = 0;        ///< collisions of the stay; unknown: it began before anybody looked
    float company = 0;      ///< of those, in company
    Flag was_free = false;  ///< `last` is the end of a stay
  };

  static void note(Stay& stay, Real contacts, Real t, Real contact_time, CollisionSums& sums) {
    const auto now = static_cast<float>(contacts);
    const float more = now - stay.contacts;
    if (more == 0) return;
    if (stay.contacts == unknown) {
      stay.begun = now > 0 ? unknown : 0;
    } else if (stay.contacts == 0) {
      if (stay.was_free) ++sums.intervals, sums.free_time += t - stay.last;
      stay = {.last = t, .begun = now, .company = now - 1};
    } else if (more > 0 && stay.begun != unknown) {
      stay.begun += more;
      if (t - stay.last <= 2 * contact_time) stay.company += more;
      stay.last = t;
    } else if (now == 0) {
      if (stay.begun != unknown) sums.begun += stay.begun, sums.company += stay.company;
      stay.was_free = true;
      stay.last = t;
    }
    stay.contacts = now;
  }

  std::vector<Stay> stays_;  ///< by id
  CollisionSums sums_;
};

}  // namespace talus
