#include "talus/contact/bond_contact.hpp"
#include "talus/contact/make_grain_contact.hpp"

namespace talus {

std::unique_ptr<GrainContact> make_bond_contact(SphereSet& a, SphereSet& b, const Chosen<BondLaws>& law,
                                                const PeriodicBox& box) {
  return std::visit(
      [&]<class Entry>(const Entry& entry) -> std::unique_ptr<GrainContact> {
        if constexpr (requires { entry.beam(BondEnds{}, 0); }) {
          return std::make_unique<BondContact<Entry>>(a, b, entry, box);
        } else {
          return nullptr;
        }
      },
      law.entry);
}

}  // namespace talus
