#include "talus/dem/grain_filling.hpp"

#include "talus/core/parallel.hpp"
#include "talus/dem/grain_motion.hpp"
#include "talus/dem/rigid_motion.hpp"

namespace talus {
namespace {

template <class T>
void permute(std::vector<T>& values, std::span<const Index> order, std::vector<T>& scratch) {
  scratch.resize(order.size());
  parallel::for_each(static_cast<Index>(order.size()), [&](Index k) { scratch[k] = values[order[k]]; });
  values.swap(scratch);
}

/// Room to sort in; grows once.
struct Scratch {
  std::vector<Row> rows;
  std::vector<RateRows> motions;
  std::vector<Inertia> inertias;
  std::vector<LoadRows> loads;
  std::vector<Quaternion> quaternions;
  std::vector<std::int64_t> ids;
  std::vector<Real> numbers;
  std::vector<Vec3> vectors;
  std::vector<std::uint8_t> flags;
  std::vector<std::array<std::int32_t, 3>> rounds;
};

void permute(SphereRows& rows, std::span<const Index> order, Scratch& scratch) {
  permute(rows.position, order, scratch.rows);
  permute(rows.rate, order, scratch.motions);
  permute(rows.inertia, order, scratch.inertias);
  permute(rows.load, order, scratch.loads);
  if (rows.keeps_ahead) permute(rows.ahead, order, scratch.motions);
}

void add_row(GrainBody& body, const ClumpBody& kind, const GrainSeed& seed, bool held) {
  SphereRows& g = body.grains;
  const Real mass = kind.mass_of(seed.radius);
  const Vec3 inertia = kind.inertia_of(seed.radius);
  const Real moment = inertia.z();  // of a sphere any, of a disc that about z
  const Real reach = body.clumped ? kind.grain.reach() * seed.radius : seed.radius;
  g.position.emplace_back(seed.centre, reach);
  g.rate.push_back({Row(seed.velocity, held ? 0 : 1 / mass), Row(seed.spin, held ? 0 : 1 / moment)});
  g.inertia.push_back({mass, moment});
  if (g.keeps_ahead) g.ahead.push_back(g.rate.back());
  g.load.emplace_back();
  body.orientation.push_back(seed.orientation);
  body.volume.push_back(kind.grain.volume(seed.radius));
  if (!body.left.empty()) body.left.push_back(0);
  body.origin.push_back(seed.centre);
  if (body.goes_round()) body.rounds.emplace_back();
  if (!body.clumped) return;
  // Infinite moments for what is held: it does not turn either.
  constexpr Real never = 1e300;
  body.clumps.inertia.push_back(held ? Vec3::Constant(never) : inertia);
  body.clumps.angular_momentum.push_back(held ? Vec3::Zero() : angular_momentum(seed.orientation, seed.spin, inertia));
}

void add_spheres(GrainBody& body, const ClumpBody& kind, const GrainSeed& seed, Index grain) {
  ClumpState& c = body.clumps;
  if (c.first.empty()) c.first.push_back(0);
  for (const Ball& ball : kind.grain.balls) {
    const Vec3 arm = seed.radius * ball.centre;
    c.spheres.position.emplace_back(seed.centre + seed.orientation * arm, seed.radius * ball.radius);
    c.spheres.rate.push_back(body.grains.rate[grain]);
    c.spheres.inertia.push_back(body.grains.inertia[grain]);
    if (c.spheres.keeps_ahead) c.spheres.ahead.push_back(c.spheres.rate.back());
    c.spheres.load.emplace_back();
    c.arm.push_back(arm);
    c.owner.push_back(grain);
    body.sphere_id.push_back(static_cast<std::int64_t>(body.sphere_id.size()));
  }
  c.first.push_back(static_cast<Index>(c.arm.size()));
}

/// Order of the spheres that goes with an order of the grains; `first` and `owner` are rebuilt.
void order_spheres(ClumpState& c, std::span<const Index> order, std::vector<Index>& spheres) {
  spheres.clear();
  spheres.reserve(c.owner.size());
  std::vector<Index> first{0}, owner;
  for (std::size_t k = 0; k < order.size(); ++k) {
    for (Index s = c.first[order[k]]; s < c.first[order[k] + 1]; ++s) {
      spheres.push_back(s);
      owner.push_back(static_cast<Index>(k));
    }
    first.push_back(static_cast<Index>(spheres.size()));
  }
  c.first.swap(first);
  c.owner.swap(owner);
}

}  // namespace

void add_grains(GrainBody& body, const ClumpBody& kind, std::span<const GrainSeed> seeds, bool held,
                std::int64_t& next_id) {
  body.clumped = !kind.grain.round();
  const Index first = body.size();
  for (const GrainSeed& seed : seeds) {
    add_row(body, kind, seed, held);
    body.id.push_back(next_id++);
    if (body.clumped) add_spheres(body, kind, seed, body.size() - 1);
  }
  place_grains(body, first);
}

void reorder(GrainBody& body, std::span<const Index> order, std::vector<Index>& old_place) {
  thread_local Scratch scratch;
  permute(body.grains, order, scratch);
  permute(body.orientation, order, scratch.quaternions);
  permute(body.id, order, scratch.ids);
  permute(body.volume, order, scratch.numbers);
  if (!body.left.empty()) permute(body.left, order, scratch.flags);
  permute(body.origin, order, scratch.vectors);
  if (body.goes_round()) permute(body.rounds, order, scratch.rounds);
  if (!body.clumped) return old_place.assign(order.begin(), order.end());
  ClumpState& c = body.clumps;
  permute(c.inertia, order, scratch.vectors);
  permute(c.angular_momentum, order, scratch.vectors);
  order_spheres(c, order, old_place);
  permute(c.spheres, old_place, scratch);
  permute(c.arm, old_place, scratch.vectors);
  permute(body.sphere_id, old_place, scratch.ids);
}

void shift(GrainBody& body, Index i, const Vec3& by) {
  body.grains.position[i].add(by);
  if (!body.clumped) return;
  for (Index s = body.clumps.first[i]; s < body.clumps.first[i + 1]; ++s) body.clumps.spheres.position[s].add(by);
}

}  // namespace talus
