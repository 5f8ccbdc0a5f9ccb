#include "talus/tlsph/release.hpp"

#include <algorithm>

#include "talus/core/archive_checks.hpp"
#include "talus/numerics/tensor.hpp"

namespace talus {
namespace {

/// Of the 1 in the depth of a body, 0.5 at a face, about 0.3 at a corner.
constexpr Real lowest_support = 0.15;
/// Of what a particle had in the sound body: thin bodies have little from the start.
constexpr Real lowest_share = 0.5;

/// Smallest eigenvalue of M, what the neighbours contribute to the worst of the directions [-].
Real support_of(const SolidBody& body, const ReferenceState& reference, Index i) {
  return smallest_eigenvalue(Symmetric::part_of(moments_of(body, reference, i)));
}

/// True when the straight line from A to B comes nearer to particle i than half a spacing, between its ends.
bool passes(const SolidBody& body, const Vec3& A, const Vec3& B, Index i) {
  const Vec3 along = B - A, to = body.X[i] - A;
  const Real t = to.dot(along) / along.squaredNorm();
  return t > 0 && t < 1 && (to - t * along).norm() < Real(0.5) * body.spacing;
}

}  // namespace

FailedParticles::FailedParticles(const SolidBody& body, const ReferenceState& reference) : gone_(body.size(), 0) {
  for (Index i = 0; i < body.size(); ++i) {
    least_support_.push_back(std::min(lowest_support, lowest_share * support_of(body, reference, i)));
  }
}

std::vector<Index> FailedParticles::cut(SolidBody& body, ReferenceState& reference) {
  std::vector<Index> lost, changed;
  for (Index i = 0; i < body.size(); ++i) {
    if (body.state[i].damage >= 1 && !gone_[i]) lost.push_back(i);
  }
  for (std::size_t k = 0; k < lost.size(); ++k) {  // the list grows
    const Index i = lost[k];
    gone_[i] = 1;
    std::vector<Index> neighbours;
    cut_bonds(body, i, reference, neighbours);
    for (const Index j : neighbours) {
      if (gone_[j] || body.state[j].damage >= 1 || support_of(body, reference, j) >= least_support_[j]) continue;
      body.state.change(j, [](MaterialState& state) { state.damage = 1; });
      lost.push_back(j);
    }
    changed.insert(changed.end(), neighbours.begin(), neighbours.end());
    changed.push_back(i);
  }
  count_ += static_cast<Index>(lost.size());
  std::sort(changed.begin(), changed.end());
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  for (const Index i : changed) {
    reference.L.set(i, gone_[i] ? Mat3(Mat3::Zero()) : correction_of(body, reference, i));
    reference.around[i] = around_of(body, reference, i);
    reference.surface.row[i] = 0;  // second-order fits are for whole surfaces
  }
  return changed;
}

void FailedParticles::state(Archive& a, ReferenceState& reference) {
  const std::vector<Bond> bonds = a.reads() ? reference.bond : std::vector<Bond>{};
  const std::vector<Index> rows = a.reads() ? reference.surface.row : std::vector<Index>{};
  a.fixed("gone", gone_);
  a("count", count_);
  a.fixed("bonds", reference.bond);
  a.fixed("kernel", reference.kernel);
  reference.L.fixed(a, "correction");
  a.fixed("around", reference.around);
  a.fixed("rows of fits", reference.surface.row);
  if (!a.reads()) return;
  expect(is_count(count_), "count");
  // Bonds lose their weight and particles their fit, nothing else.
  const auto neighbour = [](const Bond& bond) { return bond.neighbour; };
  expect(std::ranges::equal(reference.bond, bonds, {}, neighbour, neighbour), "bonds");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    expect(reference.surface.row[i] == 0 || reference.surface.row[i] == rows[i], "rows of fits");
  }
}

/// Cuts the bonds of i and those that pass through its place, with which two rows would hold together across a crack of
/// one row; `changed` gets the particles at their ends.
void FailedParticles::cut_bonds(const SolidBody& body, Index i, ReferenceState& reference,
                                std::vector<Index>& changed) {
  const auto cut = [&](Index from, Index b) {
    const Index to = reference.bond[b].neighbour;
    const auto first = reference.bond.begin() + reference.first[to];
    const auto last = reference.bond.begin() + reference.first[to + 1];
    const auto back = std::lower_bound(first, last, from, [](const Bond& bond, Index k) { return bond.neighbour < k; });
    for (const Index side : {b, static_cast<Index>(back - reference.bond.begin())}) {
      reference.bond[side].weight = 0;
      if (!reference.kernel.empty()) reference.kernel[side] = 0;
    }
    changed.insert(changed.end(), {from, to});
  };
  for (Index b = reference.first[i]; b < reference.first[i + 1]; ++b) {
    const Index j = reference.bond[b].neighbour;
    for (Index c = reference.first[j]; c < reference.first[j + 1]; ++c) {
      const auto [k, weight] = reference.bond[c];
      if (weight != 0 && k != i && passes(body, body.X[j], body.X[k], i)) cut(j, c);
    }
    if (reference.bond[b].weight != 0) cut(i, b);
  }
}

}  // namespace talus
