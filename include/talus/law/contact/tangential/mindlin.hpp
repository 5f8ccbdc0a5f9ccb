// Mindlin's tangential contact of elastic spheres, beside Hertz's (Mindlin 1949; Mindlin & Deresiewicz 1953), without
// partial slip: the contact circle of radius sqrt(R* delta) sticks or slides as a whole.
//   k_t = 8 G* sqrt(R* delta)                                                                          (contact-law 8)
//   secant       f = -k_t xi: the whole displacement acts with the stiffness of the moment
//   incremental  df = -k_t ds; on normal unloading f falls with the radius, f dk_t/k_t                 (contact-law 9)
// Between two evaluations k_t changes by a finite step: while it rises f is kept and ds acts with the mean of both
// stiffnesses, while it falls xi is kept. In both forms the loss is
//   1/2 (k xi + k' xi').ds - 1/2 (k' xi'^2 - k xi^2),                                                (contact-law 10)
// the work of the elastic force less what is stored, so that books close exactly. It is never negative for
// "incremental". "secant" gains 1/2 (k' - k) xi^2 where a contact that is sheared is pressed harder: real contacts do
// not (Elata & Berryman 1996), it is there because other programs have it.
// Dashpot: c = damping sqrt(k_t m*); a restitution e sets damping = 2 sqrt(5/6) beta(e), Tsuji's.
//
// f on i, xi, ds [m], k_t [N/m], G* reduced shear modulus, 1/G* = sum of (2 - nu)/G [Pa].
#pragma once

#include <type_traits>

#include "talus/core/contradiction.hpp"
#include "talus/law/contact/normal/hertz.hpp"
#include "talus/law/contact/normal/viscous_part.hpp"
#include "talus/law/contact/sliding_point.hpp"
#include "talus/law/contact/tangential/friction_coefficients.hpp"

namespace talus {

enum class MindlinForm { incremental, secant };
constexpr auto choices(std::type_identity<MindlinForm>) {
  using F = MindlinForm;
  return std::array{
      Word<F>{"incremental", F::incremental, "adds up force; it falls with the contact on unloading"},
      Word<F>{"secant", F::secant, "stiffness of the moment times the whole displacement; may gain energy"}};
}

/// The law, ready to evaluate.
struct MindlinLaw {
  MindlinForm form = MindlinForm::incremental;
  Real damping = 0;     ///< over sqrt(k_t m*) [-]
  Real mu_static = 0;   ///< [-]
  Real mu_dynamic = 0;  ///< [-]

  template <class T>
  [[nodiscard]] static T stiffness(const ContactPointOf<T>& pair) {
    return 8 * pair.reduced_shear * sqrt(pair.reduced_radius * max(T(0), pair.overlap));
  }
  /// [N/m], for the time step; `deepest` has the overlap to expect
  template <class T>
  [[nodiscard]] T stiffest(const ContactPointOf<T>& deepest, const std::type_identity_t<T>& /*of_normal*/) const {
    return stiffness(deepest);
  }

  /// Coefficient of the dashpot [N s/m].
  template <class T>
  [[nodiscard]] T dashpot(const ContactPointOf<T>& pair, const std::type_identity_t<T>& /*of_normal*/) const {
    return damping > 0 ? damping * sqrt(stiffness(pair) * pair.reduced_mass) : T(0);
  }

  template <class T>
  [[nodiscard]] SlidingAnswerOf<T> evaluate(TangentialSpringHistoryOf<T>& history, const SlidingPointOf<T>& point,
                                            const ContactPointOf<T>& pair) const {
    const Vec3Of<T> before = carried(history.sliding.xi, point.turn);
    const T entered = entered_share(pair);
    const T k_before = history.k, k = stiffness(pair);
    const T kept = form == MindlinForm::incremental ? select(k > k_before, k_before / k, 1) : T(1);
    history.sliding.xi = kept * before;
    const T c = touching_share(pair) * dashpot(pair, 0);
    SlidingAnswerOf<T> answer = slide(history.sliding, point.ds, point.rate,
                                      {.k = k,
                                       .c = c,
                                       .static_limit = mu_static * point.load,
                                       .dynamic_limit = mu_dynamic * point.load,
                                       .moved = Real(0.5) * (1 + kept) * entered});
    const T work = Real(0.5) * entered * Vec3Of<T>(k_before * before + k * history.sliding.xi).dot(point.ds);
    answer.sliding_loss = work - answer.stored + Real(0.5) * k_before * before.squaredNorm();
    const auto touches = pair.overlap > 0;
    history.sliding.slip = select(touches, history.sliding.slip, 0);
    history.k = k;  // 0 where they are apart
    return answer;
  }
};

struct Mindlin : FrictionCoefficients {
  static constexpr std::string_view name = "mindlin";
  static constexpr std::string_view help = "grains: friction of elastic spheres, k_t = 8 G* sqrt(R* delta)";
  static constexpr bool for_solids = false, for_grains = true;

  MindlinForm form = MindlinForm::incremental;
  std::optional<Real> damping{};      ///< [-]
  std::optional<Real> restitution{};  ///< [-]

  static constexpr auto options() {
    return joined(
        friction_options<Mindlin>(),
        OptionTable{optional("form", &Mindlin::form, "how force follows displacement while the normal force changes"),
                    optional("damping", &Mindlin::damping, dim::none,
                             "tangential damping over sqrt(k_t m*); m* is the reduced mass", non_negative),
                    optional("restitution", &Mindlin::restitution, dim::none,
                             "in place of damping: as Tsuji's normal damper of this restitution", between(0, 1))});
  }

  [[nodiscard]] Contradiction contradiction() const {
    if (damping && restitution) return {"restitution", "damping and restitution both set the dashpot: give one"};
    return friction_contradiction(*this);
  }

  [[nodiscard]] bool needs_loading_stiffness() const { return false; }
  [[nodiscard]] MindlinLaw law() const {
    const Real tsuji = restitution ? 2 * std::sqrt(Real(5) / 6) * TsujiDamping{*restitution}.ratio() : Real(0);
    return {form, damping.value_or(tsuji), static_limit(), dynamic_limit()};
  }
};

}  // namespace talus
