// How a law grows damage and lets go of what has failed.
#pragma once

#include <optional>

#include "talus/law/material/elastic_constants.hpp"
#include "talus/law/material/failure/catalog.hpp"
#include "talus/law/material/response.hpp"

namespace talus {

[[nodiscard]] inline bool has_failed(const MaterialState& state) { return state.damage >= 1; }

/// The answer of what has failed before: no stress, no energy.
inline Response nothing_left() {
  Response r;
  r.P.setZero();
  r.failed = true;
  return r;
}

/// Grows the damage by a step that has just been answered with `r`, unless that was a refusal. The step in which it
/// reaches one still has its full stress and energy, so that whoever takes the particle out knows what it lets go.
/// Kept out of line: inlined into every law it would slow down those without failure.
template <class Catalogue>
[[gnu::noinline]] void judge(const Chosen<Catalogue>& failure, FailurePoint at, MaterialState& state, Response& r) {
  if (!r.valid) return;
  // tr(tau) = P : F
  if (r.equivalent_stress > 0) at.triaxiality = r.P.cwiseProduct(at.F).sum() / (3 * r.equivalent_stress);
  state.damage = damage_after(failure, state.damage, at);
  r.failed = has_failed(state);
}

/// What a material that does not flow has beside its law: constants, and when it fails. A `Law` adds answer(F), which
/// is its response while it is whole.
template <class Law>
struct BrittleLaw : ElasticConstants {
  static constexpr bool plastic = false;

  std::optional<Chosen<ElasticFailures>> failure{};  ///< or none

  static constexpr auto options() {
    return joined(elastic_options(),
                  OptionTable{optional("failure", &BrittleLaw::failure, "when the material is gone")});
  }

  [[nodiscard]] Response respond(const Mat3& F, MaterialState& state, Real /*dt*/) const {
    if (failure && has_failed(state)) return nothing_left();
    Response r = law().answer(F);
    if (failure) judge(*failure, {.F = F}, state, r);
    return r;
  }
  [[nodiscard]] bool takes_packs() const { return !failure; }
  [[nodiscard]] ResponseOf<Pack> respond(const Mat3Of<Pack>& F, MaterialStateOf<Pack>& /*state*/, Real /*dt*/) const {
    return law().answer(F);
  }

 private:
  [[nodiscard]] const Law& law() const { return static_cast<const Law&>(*this); }
};

}  // namespace talus
