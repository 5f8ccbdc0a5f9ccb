// Static and dynamic friction, and how a case gives them.
#pragma once

#include <optional>

#include "talus/core/contradiction.hpp"
#include "talus/core/option.hpp"

namespace talus {

/// `mu` sets both; `mu_static` and `mu_dynamic` override it, and one of them alone sets both as well.
struct FrictionCoefficients {
  std::optional<Real> mu{};
  std::optional<Real> mu_static{};
  std::optional<Real> mu_dynamic{};

  [[nodiscard]] Real static_limit() const { return mu_static.value_or(mu.value_or(mu_dynamic.value_or(0))); }
  [[nodiscard]] Real dynamic_limit() const { return mu_dynamic.value_or(mu.value_or(mu_static.value_or(0))); }
};

/// Sliding must not resist more than sticking.
inline Contradiction order_contradiction(const FrictionCoefficients& mu) {
  if (mu.dynamic_limit() <= mu.static_limit()) return {};
  if (!mu.mu_dynamic) return {"mu_static", "mu_static is below mu, which sets mu_dynamic: sticking must hold no less"};
  if (!mu.mu_static) return {"mu_dynamic", "mu_dynamic is above mu, which sets mu_static: sliding must resist no more"};
  return {"mu_dynamic", "mu_dynamic is above mu_static: sliding must resist no more than sticking"};
}

/// No law has a coefficient of its own: one is to be given.
inline Contradiction friction_contradiction(const FrictionCoefficients& mu) {
  if (mu.mu || mu.mu_static || mu.mu_dynamic) return order_contradiction(mu);
  return {"mu", "is missing: give mu, mu_static or mu_dynamic; one alone stands for both limits"};
}

/// The three rows that every Coulomb law shares.
template <class Law>
constexpr auto friction_options() {
  return OptionTable{
      optional("mu", &Law::mu, dim::none, "coefficient of friction, static and dynamic", non_negative),
      optional("mu_static", &Law::mu_static, dim::none, "coefficient at which sticking gives way", non_negative),
      optional("mu_dynamic", &Law::mu_dynamic, dim::none, "coefficient while slipping", non_negative)};
}

}  // namespace talus
