// The names under which a case sets the hysteretic law (hysteretic.hpp): the law itself with every switch open, and
// four models of the literature, which are choices of its parameters and nothing else.
//   walton_braun                 Walton & Braun (1986): k2 = k1/e^2, so that e is the same at every speed
//   walton_braun_variable        same: k2 = k1 (1 + S M), e(v) = (1 + S v sqrt(m*/k1))^(-1/2)
//   luding                       Luding (2008): adhesive, k2 rises up to k2_max at delta_lim
//   linear_plastic_viscoelastic  the same in MercuryDPM's parameters, with what that program does at limit and reload
#pragma once

#include <optional>

#include "talus/core/contradiction.hpp"
#include "talus/law/contact/normal/hysteretic_options.hpp"

namespace talus {

struct WaltonBraun : HystereticBase {
  static constexpr std::string_view name = "walton_braun";
  static constexpr std::string_view help = "grains: steeper unloading, the same restitution at every speed";

  Real restitution{};  ///< e [-]

  static constexpr auto options() {
    return joined(OptionTable{required("restitution", &WaltonBraun::restitution, dim::none,
                                       "rebound over impact speed, without damping", detail::restitution_bound)},
                  hysteretic_options<WaltonBraun>());
  }
  [[nodiscard]] Contradiction contradiction() const { return base_contradiction(); }
  [[nodiscard]] HystereticLaw law(const ContactPoint& pair) const {
    return resolve(pair, [&](Real loading) { return constant_law(loading, restitution); });
  }
};

struct WaltonBraunVariable : HystereticBase {
  static constexpr std::string_view name = "walton_braun_variable";
  static constexpr std::string_view help = "grains: unloading steeper after harder impacts, whose restitution falls";

  Real stiffening{};  ///< S [1/m]

  static constexpr auto options() {
    return joined(
        OptionTable{required("stiffening", &WaltonBraunVariable::stiffening, detail::per_length,
                             "S of k2 = k1 + S F_max: growth of the unloading stiffness with the largest force",
                             non_negative)},
        hysteretic_options<WaltonBraunVariable>());
  }
  [[nodiscard]] Contradiction contradiction() const { return base_contradiction(); }
  [[nodiscard]] HystereticLaw law(const ContactPoint& pair) const {
    return resolve(pair, [&](Real loading) { return force_law(loading, stiffening); });
  }
};

struct Luding : HystereticBase {
  static constexpr std::string_view name = "luding";
  static constexpr std::string_view help = "grains: adhesive, elastic and plastic; sticks after moderate impacts";

  Real k2_max{};                 ///< [N/m]
  Real k_c = 0;                  ///< [N/m]
  Real penetration_depth_max{};  ///< phi_f [-]
  ContactLength length = ContactLength::harmonic;
  PlasticLimit limit = PlasticLimit::elastic;
  AdhesiveReload adhesive_reload = AdhesiveReload::reset;

  static constexpr auto options() {
    return joined(
        OptionTable{
            required("k2_max", &Luding::k2_max, dim::stiffness, "largest unloading stiffness", positive),
            optional("k_c", &Luding::k_c, dim::stiffness, "adhesion: strongest pull over overlap", non_negative),
            required("penetration_depth_max", &Luding::penetration_depth_max, dim::none,
                     "plastic overlap at the limit, over the length", positive),
            optional("length", &Luding::length, "the length of a contact"),
            optional("limit", &Luding::limit, "what lies beyond the plastic limit"),
            optional("adhesive_reload", &Luding::adhesive_reload, "loading again while it pulls")},
        hysteretic_options<Luding>());
  }
  [[nodiscard]] Contradiction contradiction() const {
    const Contradiction base = base_contradiction();
    return base.found() ? base : cap_contradiction(k1, k2_max);
  }
  /// The same once k1 is known.
  [[nodiscard]] Contradiction contradiction(const ContactPoint& pair) const {
    return cap_contradiction(law(pair).k1, k2_max);
  }
  [[nodiscard]] HystereticLaw law(const ContactPoint& pair) const {
    return resolve(pair, [&](Real loading) {
      HystereticLaw made = capped_law(loading, {k2_max, penetration_depth_max, length, k_c});
      made.elastic_limit = limit == PlasticLimit::elastic;
      made.reset = adhesive_reload == AdhesiveReload::reset;
      return made;
    });
  }
};

struct LinearPlasticViscoelastic : HystereticBase {
  static constexpr std::string_view name = "linear_plastic_viscoelastic";
  static constexpr std::string_view help = "grains: adhesive, elastic and plastic, as in MercuryDPM";

  Real k2_max{};                 ///< [N/m]
  Real k_c = 0;                  ///< [N/m]
  Real penetration_depth_max{};  ///< phi_f, over the harmonic-mean radius [-]

  static constexpr auto options() {
    using L = LinearPlasticViscoelastic;
    return joined(
        OptionTable{required("k2_max", &L::k2_max, dim::stiffness, "largest unloading stiffness", positive),
                    optional("k_c", &L::k_c, dim::stiffness, "adhesion: strongest pull over overlap", non_negative),
                    required("penetration_depth_max", &L::penetration_depth_max, dim::none,
                             "plastic overlap at the limit, over the harmonic-mean radius", positive)},
        hysteretic_options<L>());
  }
  [[nodiscard]] Contradiction contradiction() const {
    const Contradiction base = base_contradiction();
    return base.found() ? base : cap_contradiction(k1, k2_max);
  }
  /// The same once k1 is known.
  [[nodiscard]] Contradiction contradiction(const ContactPoint& pair) const {
    return cap_contradiction(law(pair).k1, k2_max);
  }
  [[nodiscard]] HystereticLaw law(const ContactPoint& pair) const {
    return resolve(pair, [&](Real loading) {
      HystereticLaw made = capped_law(loading, {k2_max, penetration_depth_max, ContactLength::harmonic, k_c});
      made.elastic_limit = made.reset = true;
      return made;
    });
  }
};

/// Every switch open.
struct Hysteretic : HystereticBase {
  static constexpr std::string_view name = "hysteretic";
  static constexpr std::string_view help = "grains: the law behind walton_braun and luding, every switch open";

  Unloading unloading = Unloading::constant;
  std::optional<Real> restitution{};            ///< e of `constant` [-]
  std::optional<Real> stiffening{};             ///< S of `force` [1/m]
  std::optional<Real> k2_max{};                 ///< of `linear_cap` [N/m]
  std::optional<Real> penetration_depth_max{};  ///< phi_f of `linear_cap` [-]
  Real k_c = 0;                                 ///< [N/m]
  ContactLength length = ContactLength::harmonic;
  PlasticLimit limit = PlasticLimit::k1;
  AdhesiveReload adhesive_reload = AdhesiveReload::reversible;

  static constexpr auto options() {
    using H = Hysteretic;
    return joined(
        OptionTable{
            required("unloading", &H::unloading, "stiffness on the way out"),
            optional("restitution", &H::restitution, dim::none, "of constant unloading, without adhesion",
                     detail::restitution_bound),
            optional("stiffening", &H::stiffening, detail::per_length, "S of unloading by force", non_negative),
            optional("k2_max", &H::k2_max, dim::stiffness, "largest unloading stiffness of linear_cap", positive),
            optional("penetration_depth_max", &H::penetration_depth_max, dim::none,
                     "plastic overlap at the limit of linear_cap, over the length", positive),
            optional("k_c", &H::k_c, dim::stiffness, "adhesion: strongest pull over overlap", non_negative),
            optional("length", &H::length, "the length of a contact"),
            optional("limit", &H::limit, "what lies beyond the plastic limit of linear_cap"),
            optional("adhesive_reload", &H::adhesive_reload, "loading again while it pulls")},
        hysteretic_options<H>());
  }

  [[nodiscard]] Contradiction contradiction() const {
    const bool constant = unloading == Unloading::constant, force = unloading == Unloading::force;
    const bool capped = unloading == Unloading::linear_cap;
    if (const Contradiction base = base_contradiction(); base.found()) return base;
    if (constant != restitution.has_value()) return {"restitution", "belongs to unloading constant, which needs it"};
    if (force != stiffening.has_value()) return {"stiffening", "belongs to unloading force, which needs it"};
    if (capped != k2_max.has_value()) return {"k2_max", "belongs to unloading linear_cap, which needs it"};
    if (capped != penetration_depth_max.has_value()) {
      return {"penetration_depth_max", "belongs to unloading linear_cap, which needs it"};
    }
    if (!capped && limit == PlasticLimit::elastic) return {"limit", "only unloading linear_cap has a plastic limit"};
    return capped ? cap_contradiction(k1, *k2_max) : Contradiction{};
  }
  /// The same once k1 is known.
  [[nodiscard]] Contradiction contradiction(const ContactPoint& pair) const {
    return k2_max ? cap_contradiction(law(pair).k1, *k2_max) : Contradiction{};
  }

  [[nodiscard]] HystereticLaw law(const ContactPoint& pair) const {
    return resolve(pair, [&](Real loading) {
      HystereticLaw made = branches(loading);
      made.k_c = k_c;
      made.elastic_limit = limit == PlasticLimit::elastic;
      made.reset = adhesive_reload == AdhesiveReload::reset;
      return made;
    });
  }

 private:
  [[nodiscard]] HystereticLaw branches(Real loading) const {
    if (unloading == Unloading::constant) return constant_law(loading, restitution.value_or(1));
    if (unloading == Unloading::force) return force_law(loading, stiffening.value_or(0));
    return capped_law(loading, {k2_max.value_or(loading), penetration_depth_max.value_or(1), length, k_c});
  }
};

}  // namespace talus
