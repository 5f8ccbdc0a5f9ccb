#include "held_builder.hpp"

#include "talus/sim/case_issue.hpp"

namespace talus {
namespace {

void check_turning(const GrainBody& body, const WallRotation& rotation, const PeriodicBox& box,
                   const std::string& pointer) {
  if (body.clumped) {
    throw CaseIssue(Fault::contradiction, pointer, "clumps that are held do not turn: let them move by \"velocity\"");
  }
  for (int a = 0; a < 3; ++a) {
    if (!box.periodic(a) || rotation.axis.cross(Vec3::Unit(a)).isZero(0)) continue;
    throw CaseIssue(Fault::contradiction, pointer,
                    std::string("the box repeats along ") + "xyz"[a] +
                        ": held grains can only turn about that axis, for what comes back on the other side would turn "
                        "about another centre");
  }
}

}  // namespace

std::optional<HeldGrains> make_held(const Case& description, const GrainSpec& spec, const GrainBody& body, Index number,
                                    const PeriodicBox& box) {
  if (!spec.held && !spec.hold_at) return std::nullopt;
  if (spec.motion) {
    const std::string pointer = "/bodies/" + body.name + "/motion";
    at_place(pointer, Fault::contradiction, [&] { check_motion(*spec.motion, description.dimension); });
    if (spec.motion->rotation) check_turning(body, *spec.motion->rotation, box, pointer + "/rotation");
  }
  return HeldGrains(number, HeldMotion{spec.held, spec.hold_at, spec.release_at, spec.motion}, start_time(description));
}

}  // namespace talus
