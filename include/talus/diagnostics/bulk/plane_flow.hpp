// Grains that go through a plane, or through a part of it: a turnstile that is looked at now and then.
#pragma once

#include <optional>
#include <vector>

#include "talus/core/archive.hpp"
#include "talus/core/option.hpp"
#include "talus/diagnostics/bulk/bulk_sample.hpp"
#include "talus/geometry/grains/regions/catalog.hpp"

namespace talus {

/// Told by a point and a normal; `within` leaves only the part of it that lies in a region: an orifice, an outlet.
struct Gate {
  Vec3 point = Vec3::Zero();   ///< of the plane [m]
  Vec3 normal = Vec3::Zero();  ///< what goes this way counts as plus
  std::optional<Chosen<Regions>> within{};

  static constexpr auto options() {
    return OptionTable{required("point", &Gate::point, dim::length, "a point of the plane"),
                       required("normal", &Gate::normal, dim::none,
                                "direction of the plane's normal; grains that pass the other way count as minus"),
                       optional("within", &Gate::within, "only where the plane lies in this region: an orifice")};
  }
  /// Throws CaseError when no plane is meant.
  void check(int dimension) const;
};

/// What has passed since the first look, minus what has come back.
class GateCount {
 public:
  explicit GateCount(const Gate& gate) : gate_(gate) {}

  /// Grains are known by their ids, from the first time they are seen. From one look to the next a grain counts as
  /// having gone straight, the shorter way round in a periodic box (bulk 10).
  void look(const BulkSample& sample);

  [[nodiscard]] Real mass() const { return mass_; }  ///< [kg; kg/m in 2-D]
  [[nodiscard]] Real number() const { return number_; }

  void state(Archive& a) {
    a("last place", last_);
    a("mass", mass_);
    a("number", number_);
  }

 private:
  /// How often the straight way goes through the plane or its periodic images; negative: against the normal.
  [[nodiscard]] int passages(const Vec3& from, const Vec3& way, const BulkSample& sample) const;
  [[nodiscard]] int passage(const Vec3& from, const Vec3& way, const BulkSample& sample) const;

  Gate gate_;
  std::vector<Vec3> last_;  ///< place of each id at the last look [m]; not a number: not seen yet
  Real mass_ = 0, number_ = 0;
};

}  // namespace talus
