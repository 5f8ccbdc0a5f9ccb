#include "talus/sim/solid_wall_builder.hpp"

#include <algorithm>
#include <cmath>

#include "talus/output/format.hpp"
#include "talus/sim/case_issue.hpp"
#include "talus/sim/model.hpp"

namespace talus {
namespace {

/// What overlaps at the start give particles less than this is nobody's worry [m/s].
constexpr Real tolerated_ejection = 0.1;

const ContactSpec& entry_of(const Case& c, const SolidBody& body, const WallBody& wall) {
  if (const ContactSpec* entry = contact_entry(c, body.name, wall.name)) return *entry;
  throw CaseIssue(Fault::missing_contact, "/bodies/" + body.name,
                  "\"" + body.name + "\" and \"" + wall.name +
                      "\" can meet, but /contacts has no entry for them; \"normal\": \"none\" says that they are meant "
                      "to pass through each other");
}

std::string pointer_to(const Case& c, const ContactSpec& entry) {
  return "/contacts/" + std::to_string(&entry - c.contacts.data());
}

}  // namespace

std::vector<std::unique_ptr<SolidWalls>> build_solid_walls(const Case& description, std::vector<SolidBody>& bodies,
                                                           std::vector<WallBody>& walls) {
  std::vector<std::unique_ptr<SolidWalls>> built;
  for (SolidBody& body : bodies) {
    auto contacts = std::make_unique<SolidWalls>(body);
    for (WallBody& wall : walls) {
      const ContactSpec& entry = entry_of(description, body, wall);
      if (std::holds_alternative<NoContact>(entry.normal.entry)) continue;
      at_place(pointer_to(description, entry), Fault::contradiction, [&] {
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
    GrainContactLine worst;
    contact->for_each_line([&](const GrainContactLine& line) {
      if (line.overlap > worst.overlap) worst = line;
    });
    if (worst.i < 0) continue;
    throw CaseIssue(Fault::initial_overlap, pointer_to(description, entry),
                    "\"" + body.name + "\" reaches into \"" + contact->b() + "\" at the start by up to " +
                        quantity(worst.overlap, "m") + ", near (" + number(worst.point.x()) + ", " +
                        number(worst.point.y()) + ", " + number(worst.point.z()) +
                        ") m: particles would fly off at up to " + quantity(speed, "m/s") +
                        "; move it (\"position\"), or say \"initial_overlap\": true if it is meant");
  }
}

}  // namespace talus
