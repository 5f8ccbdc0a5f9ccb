// How two bonded grains stand to each other, and what a bond does to both (contact 30-33).
#include "talus/contact/bond_frame.hpp"

#include <doctest/doctest.h>

#include <numbers>
#include <vector>

#include "support/relative_error.hpp"
#include "talus/law/contact/bond/parallel_bond.hpp"
#include "talus/law/contact/lane_by_lane.hpp"

namespace talus {
namespace {

ParallelBondBeam beam_of(Real damping_ratio = 0) {
  ParallelBond law;
  law.young = 2e6;
  law.damping_ratio = damping_ratio;
  return law.beam({1.2e-3, 1e-3, 2.1e-3, 5e5, 1e12, 3}, 0);
}

/// Two grains as they stand, with all that moves them.
struct Pose {
  Vec3 apart{1.9e-3, 0.7e-3, -0.4e-3};
  Quaternion i, j;

  explicit Pose(Random& random) : i(random.orientation(3)), j(random.orientation(3)) {}

  /// Moves i, turns both: by small amounts or large ones.
  [[nodiscard]] Pose moved(const Vec3& by, const Vec3& turn_i, const Vec3& turn_j) const {
    Pose pose = *this;
    pose.apart += by;
    pose.i = exponential_turn(turn_i) * i;
    pose.j = exponential_turn(turn_j) * j;
    return pose;
  }
};

Vec3 any_vector(Random& random, Real size) { return size * random.in_ball(3); }

Real stored(const BondAttachment& bond, const Pose& pose, const ParallelBondBeam& beam) {
  BondFrame frame(bond, pose.apart, pose.i, pose.j);
  return beam.evaluate(frame.strain(Vec3::Zero(), Vec3::Zero(), Vec3::Zero())).stored;
}

TEST_CASE("bond: forces and torques are the gradient of the energy, at any rotation") {
  Random random(4);
  const ParallelBondBeam beam = beam_of();
  for (const Real size : {2e-5, 0.1, 1.0}) {
    CAPTURE(size);
    const Pose start(random);
    const BondAttachment bond(start.apart, start.i, start.j);
    const Pose pose = start.moved(any_vector(random, 1e-3 * size), any_vector(random, size), any_vector(random, size));
    BondFrame frame(bond, pose.apart, pose.i, pose.j);
    const BondAnswer answer = beam.evaluate(frame.strain(Vec3::Zero(), Vec3::Zero(), Vec3::Zero()));
    const BondLoad load = frame.load(answer.force, answer.moment);
    const Real h = size < 1e-2 ? 0.1 * size : 1e-4 * size;  // small, the energy is a square and differences exact
    const auto slope = [&](const Vec3& by, const Vec3& turn_i, const Vec3& turn_j) {
      return (stored(bond, pose.moved(h * by, h * turn_i, h * turn_j), beam) -
              stored(bond, pose.moved(-h * by, -h * turn_i, -h * turn_j), beam)) /
             (2 * h);
    };
    const Real couple = load.torque_i.norm() + load.torque_j.norm();
    for (int a = 0; a < 3; ++a) {
      const Vec3 e = Vec3::Unit(a), none = Vec3::Zero();
      CHECK(std::abs(slope(1e-3 * e, none, none) - 1e-3 * load.force[a]) < 1e-6 * 1e-3 * load.force.norm());
      CHECK(std::abs(slope(none, e, none) + load.torque_i[a]) < 1e-6 * couple);
      CHECK(std::abs(slope(none, none, e) + load.torque_j[a]) < 1e-6 * couple);
    }
  }
}

TEST_CASE("bond: both torques and the arm of the force add up to nothing") {
  Random random(5);
  const Pose start(random);
  const BondAttachment bond(start.apart, start.i, start.j);
  const Pose pose = start.moved({2e-4, -1e-4, 3e-4}, {0.4, 0.3, -0.2}, {-0.5, 0.1, 0.6});
  BondFrame frame(bond, pose.apart, pose.i, pose.j);
  const BondAnswer answer = beam_of().evaluate(frame.strain(Vec3::Zero(), Vec3::Zero(), Vec3::Zero()));
  const BondLoad load = frame.load(answer.force, answer.moment);
  const Vec3 sum = pose.apart.cross(Vec3(-load.force)) + load.torque_i + load.torque_j;
  CHECK(sum.norm() < 1e-15 * load.torque_i.norm());
}

TEST_CASE("bond: a rigid motion leaves it without stress, a turn of everything turns its answer") {
  Random random(6);
  const Pose start(random);
  const BondAttachment bond(start.apart, start.i, start.j);
  const Quaternion Q = random.orientation(3);
  const auto turned = [&Q](Pose pose) {
    pose.apart = Q * pose.apart;
    pose.i = Q * pose.i;
    pose.j = Q * pose.j;
    return pose;
  };
  const Pose rigid = turned(start);
  BondFrame still(bond, rigid.apart, rigid.i, rigid.j);
  const BondStrain none = still.strain(Vec3::Zero(), Vec3::Zero(), Vec3::Zero());
  CHECK(none.displacement.norm() < 1e-15 * bond.length * 10);
  CHECK(none.rotation.norm() < 1e-14);

  const Pose bent = start.moved({2e-4, -1e-4, 3e-4}, {0.4, 0.3, -0.2}, {-0.5, 0.1, 0.6}), other = turned(bent);
  BondFrame one(bond, bent.apart, bent.i, bent.j), two(bond, other.apart, other.i, other.j);
  const ParallelBondBeam beam = beam_of(0.3);
  const Vec3 v{0.1, 0.2, 0.3}, a{10, 20, -30}, b{-30, 10, 5};
  const BondAnswer f = beam.evaluate(one.strain(v, a, b)), g = beam.evaluate(two.strain(Q * v, Q * a, Q * b));
  CHECK((g.force - Q * f.force).norm() < 1e-13 * f.force.norm());
  CHECK((g.moment - Q * f.moment).norm() < 1e-13 * f.moment.norm());
  CHECK(g.viscous_power == near(f.viscous_power, 1e-12));
}

TEST_CASE("bond: the power of its dashpots is that of their forces on both grains") {
  Random random(7);
  const Pose start(random);
  const BondAttachment bond(start.apart, start.i, start.j);
  const Pose pose = start.moved({2e-4, -1e-4, 3e-4}, {0.7, 0.3, -0.2}, {-0.5, 0.1, 0.9});
  const Vec3 v{0.1, 0.2, 0.3}, a{100, 200, -300}, b{-300, 100, 50};
  BondFrame frame(bond, pose.apart, pose.i, pose.j);
  const ParallelBondBeam damped = beam_of(0.2), elastic = beam_of(0);
  const BondStrain strain = frame.strain(v, a, b);
  const BondAnswer with = damped.evaluate(strain), without = elastic.evaluate(strain);
  const BondLoad drag = frame.load(with.force - without.force, with.moment - without.moment);
  const Real taken = drag.force.dot(v) - drag.torque_i.dot(a) - drag.torque_j.dot(b);
  CHECK(with.viscous_power > 0);
  CHECK(taken == near(with.viscous_power, 1e-12));
  CHECK(without.viscous_power == 0);
}

TEST_CASE("bond: a chain bent into a circle closes, with the same moment everywhere and no force") {
  constexpr int n = 12;
  const Real angle = 2 * std::numbers::pi / n, length = 2e-3;
  const Vec3 along{0, 1, 0};  // from j to i before bending
  const BondAttachment bond(length * along, Quaternion::Identity(), Quaternion::Identity());
  const Quaternion turn = exponential_turn({0, 0, angle});
  // Centres on a polygon: the chord lies half-way between both orientations.
  Quaternion j = Quaternion::Identity();
  Vec3 end = Vec3::Zero();
  const ParallelBondBeam beam = beam_of();
  for (int k = 0; k < n; ++k) {
    const Quaternion i = turn * j;
    const Vec3 apart = length * (exponential_turn({0, 0, (k + 0.5) * angle}) * along);
    BondFrame frame(bond, apart, i, j);
    const BondAnswer answer = beam.evaluate(frame.strain(Vec3::Zero(), Vec3::Zero(), Vec3::Zero()));
    CHECK((answer.moment - Vec3(0, 0, beam.bending.k * angle)).norm() < 1e-12 * answer.moment.norm());
    CHECK(answer.force.norm() < 1e-12 * beam.stretching.k * length);
    end += apart;
    j = i;
  }
  CHECK(end.norm() < 1e-14);
}

TEST_CASE("bond: of small motions the displacement is that of the middle") {
  Random random(8);
  const Pose start(random);
  const BondAttachment bond(start.apart, start.i, start.j);
  const Vec3 by = 1e-8 * Vec3(1, -2, 3), a = 1e-5 * Vec3(2, 1, -1), b = 1e-5 * Vec3(-1, 3, 2);
  const Pose pose = start.moved(by, a, b);
  BondFrame frame(bond, pose.apart, pose.i, pose.j);
  const BondStrain strain = frame.strain(Vec3::Zero(), Vec3::Zero(), Vec3::Zero());
  const Vec3 expected = by - Real(0.5) * (a + b).cross(start.apart);
  CHECK((strain.displacement - expected).norm() < 1e-4 * expected.norm());
  CHECK((strain.rotation - (a - b)).norm() < 1e-4 * (a - b).norm());
}

TEST_CASE("bond: the rotation is exact to round-off at any angle up to half a turn") {
  Random random(9);
  const Pose start(random);
  const BondAttachment bond(start.apart, start.i, start.j);
  for (const Real angle : {1e-12, 1e-6, 1e-3, 0.1, 0.2499, 0.2501, 0.7, 1.5, 2.5, 3.1, 3.14159}) {
    CAPTURE(angle);
    const Vec3 turn = angle * random.in_ball(3).normalized();
    const Pose pose = start.moved(Vec3::Zero(), turn, Vec3::Zero());
    BondFrame frame(bond, pose.apart, pose.i, pose.j);
    const BondStrain strain = frame.strain(Vec3::Zero(), turn, Vec3::Zero());
    CHECK((strain.rotation - turn).norm() < 2e-15 * std::max(angle, Real(1)));
    // Along the axis of the rotation its rate is the spin; across it, by half the angle over its sine.
    CHECK((strain.turn_rate - turn).norm() < 2e-15 * angle);
    const Vec3 across = turn.unitOrthogonal();
    CHECK(
        (frame.strain(Vec3::Zero(), across, Vec3::Zero()).turn_rate - angle / 2 / std::sin(angle / 2) * across).norm() <
        1e-14);
  }
}

TEST_CASE("bonds side by side are those that they are one by one") {
  Random random(10);
  BondAttachmentOf<Pack> bonds;
  ParallelBondBeamOf<Pack> beams;
  Vec3Of<Pack> apart;
  Eigen::Quaternion<Pack> i, j;
  std::vector<BondLoad> expected;
  for (int l = 0; l < lanes; ++l) {
    const Pose start(random);
    const Real size = l % 2 == 0 ? 1e-2 : 1;
    const Pose pose = start.moved(any_vector(random, 1e-4), any_vector(random, size), any_vector(random, size));
    const BondAttachment bond(start.apart, start.i, start.j);
    const ParallelBondBeam beam = beam_of(Real(0.1) * l);
    BondFrame frame(bond, pose.apart, pose.i, pose.j);
    const BondAnswer answer = beam.evaluate(frame.strain(Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()));
    expected.push_back(frame.load(answer.force, answer.moment));
    set_lane(bonds, l, bond);
    set_lane(beams, l, beam);
    set_lane(apart, l, pose.apart);
    set_lane(i.coeffs(), l, Eigen::Vector4d(pose.i.coeffs()));
    set_lane(j.coeffs(), l, Eigen::Vector4d(pose.j.coeffs()));
  }
  BondFrameOf<Pack> frame(bonds, apart, i, j);
  const auto same = [](const Vec3& v) { return Vec3Of<Pack>(v.x(), v.y(), v.z()); };
  const BondAnswerOf<Pack> answer =
      beams.evaluate(frame.strain(same(Vec3::UnitX()), same(Vec3::UnitY()), same(Vec3::UnitZ())));
  const BondLoadOf<Pack> loads = frame.load(answer.force, answer.moment);
  for (int l = 0; l < lanes; ++l) {
    CAPTURE(l);
    const auto load = lane_as<BondLoad>(loads, l);
    CHECK((load.force - expected[l].force).norm() < 1e-13 * expected[l].force.norm());
    CHECK((load.torque_i - expected[l].torque_i).norm() < 1e-13 * expected[l].torque_i.norm());
    CHECK((load.torque_j - expected[l].torque_j).norm() < 1e-13 * expected[l].torque_j.norm());
  }
}

}  // namespace
}  // namespace talus
