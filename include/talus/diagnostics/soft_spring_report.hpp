// What springs of grains that are too soft do to a result: excluded volume (Ketterhagen et al. 2005), detachment
// (Luding et al. 1994), brake failure (Schaefer and Wolf 1995). A deep overlap harms where grains are packed: a
// collision of two that part again is the same whatever its depth, until it outlasts the encounter.
#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "talus/core/types.hpp"

namespace talus {

/// What a run measures to judge its springs.
struct SpringObservation {
  Real overlap_ratio = 0;     ///< largest delta/R [-]
  Real packed_overlap = 0;    ///< the same, in packings [-]
  Real held_overlap = 0;      ///< the same where neither partner gives way: not judged, it may be placed so [-]
  Real shared_volume = 0;     ///< of all overlaps at one time [m^3]
  Real solid_volume = 0;      ///< of all grains [m^3]
  Real contact_duration = 0;  ///< t_c, mean of a contact [s]
  Real free_time = 0;         ///< mean from the end of a contact to the next collision; 0: not measured [s]
  Real company = 0;           ///< share of collisions that begin while another one of the grain lasts [-]
  Real approach_time = 0;     ///< in which the load comes and goes, R/v; 0: not measured [s]
};

struct SoftSpringReport {
  Real overlap_ratio = 0;    ///< largest delta/R [-]
  Real packed_overlap = 0;   ///< the same, in packings [-]
  Real excluded_volume = 0;  ///< shared over solid volume [-]
  Real detachment = 0;       ///< share of collisions in company, about t_c/t_free where small [-]
  Real brake = 0;            ///< t_c/(R/v) [-]

  static constexpr Real overlap_limit = 0.01;    ///< of delta/R in packings and of the shared volume: the usual 1 %
  static constexpr Real detachment_limit = 0.1;  ///< our reading of "small"
  static constexpr Real brake_limit = 1;         ///< contacts that outlast their approach

  /// One sentence each for what may distort the result, with what to do.
  [[nodiscard]] std::vector<std::string> warnings() const {
    std::vector<std::string> found;
    // Without a packing, what is hidden is that of collisions, which are as deep as they are fast.
    if (packed_overlap > 0 && std::max(packed_overlap, excluded_volume) > overlap_limit) {
      found.push_back(sentence(
          "Packed grains overlap by up to %.3g %% of their radius and hide %.3g %% of their volume (good: below "
          "%.3g %% each): the packing is softer and denser than solid grains allow; half the overlap takes a spring "
          "twice (at rest) to four times (impacts) as stiff.",
          100 * packed_overlap, 100 * excluded_volume, 100 * overlap_limit));
    }
    if (detachment > detachment_limit) {
      found.push_back(
          sentence("Of all collisions, %.3g %% begin while the grain still touches another partner (good: below %.3g "
                   "%%): grains do not detach in between and lose less than their restitution says. A stiffer spring "
                   "helps where they fly freely in between, not in a dense flow, where they rattle at any stiffness.",
                   100 * detachment, 100 * detachment_limit));
    }
    if (brake > brake_limit) {
      found.push_back(
          sentence("Contacts last %.3g times as long as their approach (good: below %.3g): they respond after "
                   "the load has gone and brake too little; take a stiffer spring.",
                   brake, brake_limit));
    }
    return found;
  }

 private:
  template <class... Numbers>
  static std::string sentence(const char* text, Numbers... numbers) {
    std::array<char, 400> words;
    std::snprintf(words.data(), words.size(), text, numbers...);
    return words.data();
  }
};

inline SoftSpringReport judge_springs(const SpringObservation& seen) {
  const auto over = [](Real a, Real b) { return b > 0 ? a / b : Real(0); };
  return {seen.overlap_ratio, seen.packed_overlap, over(seen.shared_volume, seen.solid_volume), seen.company,
          over(seen.contact_duration, seen.approach_time)};
}

}  // namespace talus
