#include "law_checks.hpp"

#include <utility>

#include "talus/core/json_value.hpp"
#include "talus/core/nearest_word.hpp"

namespace talus {
namespace {

class LawChecker {
 public:
  LawChecker(const Case& c, const ContactPair& pair) : case_(c), a_(pair.a), b_(pair.b) {}

  void check_laws(const ContactSpec& contact, const std::string& at) {
    check_role(contact.normal, at + "/normal");
    check_role(contact.tangential, at + "/tangential");
    check_role(contact.rolling, at + "/rolling");
    check_role(contact.twisting, at + "/twisting");
    check_role(contact.bond, at + "/bond");
    check_bonded(contact, at + "/bond");
    if (is_solid(a_) && is_solid(b_)) return check_laws_of_solids(contact, at);
    if (std::holds_alternative<NoContact>(contact.normal.entry)) return;
    if ((is_solid(a_) && is_wall(b_)) || (is_wall(a_) && is_solid(b_))) return check_laws_at_wall(contact, at);
    if (is_wall(a_) && is_wall(b_)) {
      refuse(Fault::contradiction, at + "/between", "two walls do not feel each other: leave this entry out");
    } else {
      check_use<true>(contact.normal, "normal contact law", at + "/normal");
      check_use<true>(contact.tangential, "tangential contact law", at + "/tangential");
      check_ratios(contact, at);
    }
  }

  std::vector<Complaint> take() { return std::move(complaints_); }

 private:
  /// A solid on a wall: the laws of grains, and what solids have of their own.
  void check_laws_at_wall(const ContactSpec& contact, const std::string& at) {
    if (!std::holds_alternative<Penalty>(contact.normal.entry)) {
      check_use<true>(contact.normal, "normal contact law", at + "/normal", {Penalty::name});
    }
    if (!std::holds_alternative<CoulombStickSlip>(contact.tangential.entry)) {
      check_use<true>(contact.tangential, "tangential contact law", at + "/tangential", {CoulombStickSlip::name});
    }
    check_ratios(contact, at);
    refuse_turning(contact, at);
  }

  /// Particles of solids have no spin of their own.
  void refuse_turning(const ContactSpec& contact, const std::string& at) {
    const auto check = [&](const auto& law, const std::string& role) {
      if (std::holds_alternative<NoTorque>(law.entry)) return;
      refuse(Fault::contradiction, at + role, "solids have no spin that could be resisted: leave this out");
    };
    check(contact.rolling, "/rolling");
    check(contact.twisting, "/twisting");
  }

  /// Only grains can be bonded, and to grains.
  void check_bonded(const ContactSpec& contact, const std::string& at) {
    if (std::holds_alternative<NoBond>(contact.bond.entry)) return;
    if (is_solid(a_) || is_solid(b_)) {
      refuse(Fault::contradiction, at, "bonds join grains, not solids: leave this out");
    } else if (is_wall(a_) || is_wall(b_)) {
      refuse(Fault::contradiction, at,
             "grains are bonded to grains, not to walls: put grains that are \"held\" in the place of the wall");
    }
  }

  /// A ratio of stiffness needs a normal law that has one to refer to.
  void check_ratios(const ContactSpec& contact, const std::string& at) {
    const bool known = std::visit(
        []<class Law>(const Law&) {
          if constexpr (requires { Law::has_loading_stiffness; }) return Law::has_loading_stiffness;
          return true;
        },
        contact.normal.entry);
    const auto check = [&](const auto& law, const std::string& role) {
      const bool asks = std::visit(
          [](const auto& entry) {
            if constexpr (requires { entry.needs_loading_stiffness(); }) return entry.needs_loading_stiffness();
            return false;
          },
          law.entry);
      if (known || !asks) return;
      refuse(Fault::contradiction, at + "/" + role + "/ratio",
             json::quote(std::string(contact.normal.name())) +
                 " has no stiffness of first loading that a ratio could refer to: give \"k\"" +
                 (role == "tangential" ? " or use \"mindlin\"" : ""));
    };
    check(contact.tangential, "tangential");
    check(contact.rolling, "rolling");
    check(contact.twisting, "twisting");
  }

  template <class C>
  void check_role(const Chosen<C>& law, const std::string& at) {
    auto wrong = std::visit([&](const auto& entry) { return contradiction_in(entry, at); }, law.entry);
    if (wrong) complaints_.push_back(std::move(*wrong));
  }

  /// Refuses a law that is none of grains (of solids); `known` are others that would do.
  template <bool Grains, class C>
  void check_use(const Chosen<C>& law, const std::string& kind, const std::string& at, Words known = {}) {
    const auto fits = []<class Law>() {
      if constexpr (Grains) return Law::for_grains;
      return Law::for_solids;
    };
    const bool right = std::visit([&]<class Law>(const Law&) { return fits.template operator()<Law>(); }, law.entry);
    if (right) return;
    const std::string where = known.empty() ? Grains ? " of grains" : " of solids" : " of a solid on a wall";
    C::for_each([&]<class Law>() {
      if (fits.template operator()<Law>()) known.push_back(Law::name);
    });
    refuse(Fault::contradiction, at + "/model",
           json::quote(std::string(law.name())) + " is no " + kind + where + "; there is " + list_of(known));
  }

  void check_laws_of_solids(const ContactSpec& contact, const std::string& at) {
    check_use<false>(contact.normal, "normal contact law", at + "/normal");
    // A normal law that serves grains brings the friction of grains along.
    const bool shared = std::visit([]<class Law>(const Law&) { return Law::for_grains; }, contact.normal.entry);
    if (shared && !std::holds_alternative<NoContact>(contact.normal.entry)) {
      check_use<true>(contact.tangential, "tangential contact law", at + "/tangential");
      check_ratios(contact, at);
    } else {
      check_use<false>(contact.tangential, "tangential contact law", at + "/tangential");
    }
    refuse_turning(contact, at);
    const bool field = std::holds_alternative<FieldBarrier>(contact.normal.entry);
    const auto* potential = std::get_if<KernelPotential>(&contact.normal.entry);
    if (a_ == b_ && potential != nullptr && !potential->stiffness && !potential->alpha.value) {
      refuse(Fault::contradiction, at + "/normal/alpha",
             "no load at the start tells how strong the contact of a body with itself has to be: give a number");
    }
    if (field && std::holds_alternative<CoulombPairwise>(contact.tangential.entry)) {
      refuse(Fault::contradiction, at + "/tangential/model",
             "\"coulomb_pairwise\" needs pairs of particles, which \"field_barrier\" has none of; use "
             "\"coulomb_stick_slip\"");
    }
  }

  [[nodiscard]] bool is_solid(const std::string& name) const { return body_spec<SolidSpec>(case_, name) != nullptr; }
  [[nodiscard]] bool is_wall(const std::string& name) const { return body_spec<WallSpec>(case_, name) != nullptr; }

  void refuse(Fault fault, const std::string& pointer, const std::string& sentence) {
    complaints_.push_back({fault, pointer, sentence});
  }

  const Case& case_;
  const std::string &a_, &b_;
  std::vector<Complaint> complaints_;
};

}  // namespace

std::vector<Complaint> law_complaints(const Case& description, const ContactPair& pair) {
  LawChecker checker(description, pair);
  checker.check_laws(description.contacts[pair.entry], "/contacts/" + std::to_string(pair.entry));
  return checker.take();
}

}  // namespace talus
