// What the options of all hysteretic laws share: the words of their switches, and k1 as given or from Hertz's contact.
#pragma once

#include <array>
#include <optional>
#include <type_traits>

#include "talus/core/contradiction.hpp"
#include "talus/law/contact/contact_length.hpp"
#include "talus/law/contact/normal/hysteretic.hpp"
#include "talus/law/contact/stiffness_advisor.hpp"

namespace talus {

/// Stiffness on the way out.
enum class Unloading { constant, force, linear_cap };
constexpr auto choices(std::type_identity<Unloading>) {
  using U = Unloading;
  return std::array{Word<U>{"constant", U::constant, "k1/e^2: the same restitution at every speed"},
                    Word<U>{"force", U::force, "k1 (1 + S M): grows with the largest force"},
                    Word<U>{"linear_cap", U::linear_cap, "grows with the largest overlap up to k2_max"}};
}

/// What lies beyond delta_lim.
enum class PlasticLimit { k1, elastic };
constexpr auto choices(std::type_identity<PlasticLimit>) {
  using L = PlasticLimit;
  return std::array{Word<L>{"k1", L::k1, "loads along k1 at any depth"},
                    Word<L>{"elastic", L::elastic, "loads and unloads along k2_max beyond the limit"}};
}

/// Loading again from the adhesive branch.
enum class AdhesiveReload { reversible, reset };
constexpr auto choices(std::type_identity<AdhesiveReload>) {
  using A = AdhesiveReload;
  return std::array{Word<A>{"reversible", A::reversible, "back along the adhesive branch; M stays"},
                    Word<A>{"reset", A::reset, "at once along an elastic line; M falls with the overlap"}};
}

/// What all have.
struct HystereticBase {
  static constexpr bool for_solids = true, for_grains = true;
  static constexpr bool has_loading_stiffness = true;

  std::optional<Real> k1{};                       ///< [N/m]
  std::optional<StiffnessFromHertz> stiffness{};  ///< in place of k1
  Real gamma = 0;                                 ///< [N s/m]
  bool tension_cut = false;

 protected:
  [[nodiscard]] Contradiction base_contradiction() const {
    if (k1 && stiffness) return {"stiffness", "k1 and stiffness both set the loading branch: give one of them"};
    if (!k1 && !stiffness) return {"k1", "is missing: give k1, or stiffness from Hertz's contact"};
    return {};
  }
  /// Where k1 follows from the material, this is known with the grains only.
  [[nodiscard]] static Contradiction cap_contradiction(std::optional<Real> loading, Real k2_max) {
    if (loading && k2_max < *loading) return {"k2_max", "must not be smaller than k1"};
    return {};
  }

  /// Makes the law of k1, which "duration" adjusts to the restitution at the expected impact: a few rounds, as each one
  /// is at most an eighth of the one before.
  template <class Make>
  [[nodiscard]] HystereticLaw resolve(const ContactPoint& pair, const Make& make) const {
    if (k1) return make(*k1);
    constexpr int rounds = 20;
    Real restitution = 1;
    HystereticLaw law;
    for (int n = 0; n < rounds; ++n) {
      law = make(stiffness->stiffness(pair, restitution));
      restitution = law.plastic_restitution(pair, stiffness->impact_speed);
    }
    return law;
  }

  [[nodiscard]] HystereticLaw basic_law(Real loading) const {
    return {.k1 = loading, .k2_start = loading, .gamma = gamma, .tension_cut = tension_cut};
  }
  [[nodiscard]] HystereticLaw constant_law(Real loading, Real restitution) const {
    HystereticLaw made = basic_law(loading);
    made.k2_start = made.k2_max = loading / (restitution * restitution);
    return made;
  }
  [[nodiscard]] HystereticLaw force_law(Real loading, Real stiffening) const {
    HystereticLaw made = basic_law(loading);
    made.slope = stiffening * loading;
    return made;
  }

  struct Cap {
    Real k2_max;           ///< [N/m]
    Real depth;            ///< phi_f [-]
    ContactLength length;  ///< that phi_f refers to
    Real k_c;              ///< [N/m]
  };
  /// The reduced length is half the harmonic one, by which the law divides.
  [[nodiscard]] HystereticLaw capped_law(Real loading, const Cap& cap) const {
    HystereticLaw made = basic_law(loading);
    const Real part = cap.length == ContactLength::reduced ? Real(0.5) : Real(1);
    made.k2_max = cap.k2_max;
    made.slope_by_length = (cap.k2_max - loading) * (cap.k2_max - loading) / (cap.k2_max * cap.depth * part);
    made.k_c = cap.k_c;
    return made;
  }
};

template <class Law>
constexpr auto hysteretic_options() {
  return OptionTable{optional("k1", &Law::k1, dim::stiffness, "stiffness of first loading", positive),
                     optional("stiffness", &Law::stiffness, "k1 from Hertz's contact of the material, in place of k1"),
                     optional("gamma", &Law::gamma, dim::damping, "damping coefficient", non_negative),
                     optional("tension_cut", &Law::tension_cut, "the dashpot may not pull")};
}

namespace detail {
inline constexpr Dimension per_length{-1, 0, 0, 0};
inline constexpr Bound restitution_bound{.low = 0, .high = 1, .open_low = true};
}  // namespace detail

}  // namespace talus
