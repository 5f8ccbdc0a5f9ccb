// The tangential law of a pair of grain bodies as one type, whichever the case names: chosen by a plain comparison per
// contact, which is the same one for all contacts of a loop.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "talus/law/contact/catalog.hpp"
#include "talus/law/contact/lane_by_lane.hpp"

namespace talus {

namespace detail {

template <class T>
struct Type {};

/// True of an entry that acts at the contact of round things: between grains, or where a solid meets a wall.
template <class Entry>
concept ReadyAtContact = requires(const Entry& entry) {
  entry.law();
};

/// std::variant of what `law()` of every entry that has one makes, in the order of the catalogue.
template <class... Made>
std::variant<Made...> ready_laws(Type<Catalog<>>, Type<Made>...);
template <class... Made, class Entry, class... Rest>
auto ready_laws(Type<Catalog<Entry, Rest...>>, Type<Made>... made) {
  if constexpr (ReadyAtContact<Entry>) {
    return ready_laws(Type<Catalog<Rest...>>{}, made..., Type<decltype(std::declval<Entry>().law())>{});
  } else {
    return ready_laws(Type<Catalog<Rest...>>{}, made...);
  }
}
template <class... Entries>
Type<Catalog<Entries...>> list_of_entries(const Catalog<Entries...>&);

}  // namespace detail

class GrainTangentialLaw {
  using Ready = decltype(detail::ready_laws(decltype(detail::list_of_entries(TangentialLaws{})){}));
  Ready ready_;

  template <class Law>
  static constexpr bool is_spring = requires(const Law& law, TangentialSpringHistory& history, SlidingPoint point,
                                             ContactPoint pair) {
    law.evaluate(history, point, pair);
  };

  template <std::size_t I = 0, class F>
  auto with_law(const F& f) const {
    if constexpr (I + 1 < std::variant_size_v<Ready>) {
      if (ready_.index() != I) return with_law<I + 1>(f);
    }
    return f(*std::get_if<I>(&ready_));
  }

 public:
  GrainTangentialLaw() = default;
  /// Of an entry that has a `law()`.
  explicit GrainTangentialLaw(const TangentialLaws::Variant& entry) {
    std::visit(
        [this]<class Entry>(const Entry& options) {
          if constexpr (detail::ReadyAtContact<Entry>) {
            ready_ = options.law();
          } else {
            throw std::invalid_argument(std::string(Entry::name) + " is no law between grains");
          }
        },
        entry);
  }

  /// What takes time to work out for a length of step [s] and is the same for all contacts.
  void prepare(Real dt) {
    std::visit(
        [dt](auto& law) {
          if constexpr (requires { law.prepare(dt); }) law.prepare(dt);
        },
        ready_);
  }

  [[nodiscard]] bool acts() const { return ready_.index() > 0; }

  /// Whether it remembers more than a spring does.
  [[nodiscard]] bool creeps() const {
    return with_law([]<class Law>(const Law&) { return !is_spring<Law>; });
  }

  /// `history`: GrainTangentialHistoryOf<T>, or of a law that does not creep TangentialSpringHistoryOf<T>.
  template <class History, class T>
  [[nodiscard]] SlidingAnswerOf<T> evaluate(History& history, const SlidingPointOf<T>& point,
                                            const ContactPointOf<T>& pair) const {
    constexpr bool serves_all = std::is_same_v<History, GrainTangentialHistoryOf<T>>;
    return with_law([&]<class Law>(const Law& law) -> SlidingAnswerOf<T> {
      if constexpr (serves_all || is_spring<Law>)
        return evaluate_lanes<SlidingAnswerOf, T>(law, history, point, pair);
      else
        throw std::logic_error("a law that creeps needs a history that has creep");
    });
  }

  /// Coefficient of the dashpot that acts on the motion of a moment; 0 of laws that have none [N s/m].
  [[nodiscard]] Real dashpot(const ContactPoint& pair, Real normal_stiffness) const {
    return with_law([&]<class Law>(const Law& law) -> Real {
      if constexpr (requires { law.dashpot(pair, normal_stiffness); })
        return law.dashpot(pair, normal_stiffness);
      else
        return 0;
    });
  }

  /// Of any branch, where the overlap of `deepest` is the largest to expect [N/m].
  template <class T>
  [[nodiscard]] T stiffest(const ContactPointOf<T>& deepest, const std::type_identity_t<T>& normal_stiffness) const {
    return with_law([&](const auto& law) { return law.stiffest(deepest, normal_stiffness); });
  }
};

}  // namespace talus
