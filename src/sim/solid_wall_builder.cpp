#include "talus/sim/solid_wall_builder.hpp"

#include <algorithm>
#include <cmath>

#include "start_overlap.hpp"
#include "talus/sim/case_issue.hpp"
#include "talus/sim/contact_entries.hpp"

namespace talus {

std::vector<std::unique_ptr<SolidWalls>> build_solid_walls(const Case& description, std::vector<SolidBody>& bodies,
                                                           std::vector<WallBody>& walls) {
  std::vector<std::unique_ptr<SolidWalls>> built;
  for (SolidBody& body : bodies) {
    auto contacts = std::make_unique<SolidWalls>(body);
    for (WallBody& wall : walls) {
      const ContactSpec& entry = needed_entry(description, body.name, wall.name);
      if (std::holds_alternative<NoContact>(entry.normal.entry)) continue;
      at_place(contact_pointer(description, entry), Fault::contradiction, [&] {
        contacts->add(wall, {entry.normal, entry.tangential, entry.rolling, entry.twisting});
      });
    }
    if (!contacts->contacts().empty()) built.push_back(std::move(contacts));
  }
  return built;
}

void check_start(const SolidWalls& contacts, const Case& description, const Vec3& gravity) {
  const SolidBody& body = contacts.body();
  // A body that rests stores the work of its weight, and one that flies brings its own speed: both are meant.
  Vec3 low = body.x.front(), high = low;
  for (const Vec3& x : body.x) low = low.cwiseMin(x), high = high.cwiseMax(x);
  const Real meant =
      std::max({tolerated_ejection, 2 * body.max_speed, std::sqrt(2 * gravity.norm() * (high - low).norm())});
  const Real speed = std::sqrt(contacts.ejection2());
  if (speed <= meant) return;
  for (const auto& contact : contacts.contacts()) {
    const ContactSpec& entry = *contact_entry(description, body.name, contact->b());
    if (entry.initial_overlap) continue;
    const GrainContactLine deepest = deepest_line(*contact);
    if (deepest.i < 0) continue;
    throw CaseIssue(Fault::initial_overlap, contact_pointer(description, entry),
                    "\"" + body.name + "\" reaches into \"" + contact->b() + "\" " + depth_text(deepest) +
                        ": particles would fly off at up to " + quantity(speed, "m/s") +
                        "; move it (\"position\"), or say \"initial_overlap\": true if it is meant");
  }
}

}  // namespace talus
