#include "talus/tlsph/stencil.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>

#include "talus/body/solid_body.hpp"
#include "talus/tlsph/reference_state.hpp"

namespace talus {
namespace {

/// Idle lanes cost as much as busy ones: with fewer in use than this, a list of bonds is faster.
constexpr Real least_used_share = 0.6;
/// Packs that are looked at before the whole body is.
constexpr Index sampled_packs = 64;
/// Distances that differ by less than this over dx are the same: round-off of positions far from the origin.
constexpr Real same_place = 1e-9;

/// Weights that differ by less than this part of the largest are the same.
constexpr Real same_weight = 1e-13;

/// Rows that are gone through together.
constexpr int rows_of_bundle = 8;

using Cell = std::array<std::int64_t, 3>;

/// A bond on its way into a stencil.
struct Draft {
  Index stride;
  Cell cell;
  Pack weight = 0;
  bool curved = false;
};

/// By place in a row, from -most_reach on.
using RowWeights = Eigen::Matrix<Real, 2 * most_reach + 1, 1>;

/// Places with a weight on either side of the middle of a row.
int reach_of(const RowWeights& weight) {
  int reach = most_reach;
  while (reach > 0 && weight[most_reach - reach] == 0 && weight[most_reach + reach] == 0) --reach;
  return reach;
}

/// A row of neighbours on its way into a stencil.
struct RowDraft {
  std::array<RowWeights, row_weight::count> weight = filled();
  bool curved = false;

  void add(int place, const Draft& draft, const StencilBond& bond) {
    const Real w = draft.weight[0];
    for (int c = 0; c < 3; ++c) weight[row_weight::first_order + c][most_reach + place] = w * bond.X[c];
    for (int k = 0; k < 6; ++k) weight[row_weight::second_order + k][most_reach + place] = w * bond.q[k];
    weight[row_weight::direct][most_reach + place] = w;
    curved = curved || draft.curved;
  }
  static std::array<RowWeights, row_weight::count> filled() {
    std::array<RowWeights, row_weight::count> zeros;
    zeros.fill(RowWeights::Zero());
    return zeros;
  }
};

bool before(const Draft& a, Index stride, const Cell& cell) {
  return a.stride != stride ? a.stride < stride : a.cell < cell;
}

template <class T>
void append(std::string& key, const T& value) {
  key.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

class StencilFinder {
 public:
  StencilFinder(const SolidBody& body, const ReferenceState& reference)
      : body_(body),
        reference_(reference),
        packs_((body.size() + lanes - 1) / lanes),
        grid_(same_place * body.spacing) {}

  std::optional<StencilTable> find() {
    if (!look_alike()) return std::nullopt;
    for (Index p = 0; p < packs_; ++p) add(p);
    table_.used_share_ = static_cast<Real>(used_) / static_cast<Real>(lanes_);
    if (table_.used_share_ < least_used_share) return std::nullopt;
    find_runs();
    bundle_runs();
    for (const StencilBond& b : table_.bonds_)
      table_.largest_stride_ = std::max(table_.largest_stride_, std::abs(b.stride));
    return std::move(table_);
  }

 private:
  /// Whether some packs spread over the body have their bonds in common.
  bool look_alike() {
    const Index step = std::max(Index(1), packs_ / sampled_packs);
    std::size_t used = 0, places = 0;
    for (Index p = 0; p < packs_; p += step) {
      const std::vector<Draft> drafts = draft(p);
      places += lanes * drafts.size();
      for (int l = 0; l < lanes; ++l) used += bonds_of(p, l);
    }
    return static_cast<Real>(used) >= least_used_share * static_cast<Real>(places);
  }

  [[nodiscard]] std::size_t bonds_of(Index p, int l) const {
    const Index i = p * lanes + l;
    return i < body_.size() ? static_cast<std::size_t>(reference_.first[i + 1] - reference_.first[i]) : 0;
  }

  /// The bonds of a pack, those with the same stride and the same way to go as one.
  std::vector<Draft> draft(Index p) const {
    std::vector<Draft> drafts;
    for (int l = 0; l < lanes; ++l) {
      const Index i = p * lanes + l;
      if (i >= body_.size()) break;
      for (const auto& [j, weight] : reference_.bonds_of(i)) {
        if (weight == 0) continue;  // at the very edge of the support
        const Vec3 X = body_.X[j] - body_.X[i];
        Cell cell;
        for (int c = 0; c < 3; ++c) cell[c] = std::llround(X[c] / grid_);
        auto at = std::lower_bound(drafts.begin(), drafts.end(), j - i,
                                   [&](const Draft& d, Index stride) { return before(d, stride, cell); });
        if (at == drafts.end() || at->stride != j - i || at->cell != cell) at = drafts.insert(at, {j - i, cell});
        at->weight.set(l, Real(weight) / body_.V[i]);
        at->curved = at->curved || reference_.surface.row[j] > 0;
      }
    }
    return drafts;
  }

  void add(Index p) {
    const std::vector<Draft> drafts = draft(p);
    lanes_ += lanes * drafts.size();
    for (int l = 0; l < lanes; ++l) used_ += bonds_of(p, l);
    const auto [known, is_new] = known_.try_emplace(key_of(p, drafts), table_.stencils());
    if (is_new) table_.stencils_.push_back(make(p, drafts));
    table_.of_pack_.push_back(known->second);
    const bool fitted = table_.stencils_[known->second].inverse >= 0;
    table_.fitted_before_.push_back(table_.fitted_before_.back() + (fitted ? 1 : 0));
  }

  /// All that decides a stencil, up to round-off.
  [[nodiscard]] std::string key_of(Index p, const std::vector<Draft>& drafts) const {
    std::string key;
    for (const Draft& d : drafts) {
      append(key, d.stride);
      append(key, d.cell);
      append(key, d.curved);
      append(key, d.weight.v);
    }
    for (int l = 0; l < lanes; ++l) {
      const Index i = p * lanes + l;
      append(key, i < body_.size() ? reference_.surface.ridge[i] : Real(-1));
    }
    return key;
  }

  Stencil make(Index p, const std::vector<Draft>& drafts) {
    Stencil s;
    s.first = static_cast<Index>(table_.bonds_.size());
    s.first_curved = static_cast<Index>(table_.curved_.size());
    for (const Draft& d : drafts) {
      StencilBond bond{d.stride, {}, {}};
      const Vec3 X = place_of(d.cell, p, d);
      for (int c = 0; c < 3; ++c) bond.X[c] = X[c];
      if (body_.dimension == 2)
        second_order_monomials<2>(bond.X, bond.q);
      else
        second_order_monomials<3>(bond.X, bond.q);
      if (d.curved) table_.curved_.push_back(static_cast<Index>(table_.bonds_.size()));
      table_.bonds_.push_back(bond);
      table_.weights_.push_back(d.weight);
      s.weight += d.weight;
      for (int c = 0; c < 3; ++c) s.first_order[c] += d.weight * X[c];
      for (int k = 0; k < quadratic_terms(body_.dimension); ++k) s.second_order[k] += d.weight * bond.q[k];
    }
    s.last = static_cast<Index>(table_.bonds_.size());
    s.last_curved = static_cast<Index>(table_.curved_.size());
    s.L.setIdentity();
    bool fitted = false;
    for (int l = 0; l < lanes; ++l) {
      const Index i = p * lanes + l;
      if (i >= body_.size()) break;
      for (int c = 0; c < 9; ++c) s.L.data()[c].set(l, reference_.L[i].data()[c]);
      fitted = fitted || reference_.surface.row[i] > 0;
    }
    if (p * lanes + lanes <= body_.size()) add_rows(drafts, s);
    s.touched = fitted || s.last_curved > s.first_curved;
    if (fitted) add_inverse(p, s);
    return s;
  }

  /// B, and (L 0; 0 0) where the fit is linear.
  void add_inverse(Index p, Stencil& s) {
    const int D = body_.dimension, terms = fit_terms(D);
    s.inverse = static_cast<Index>(table_.inverses_.size());
    table_.inverses_.resize(table_.inverses_.size() + static_cast<std::size_t>(terms * terms), Pack(0));
    Pack* B = table_.inverses_.data() + s.inverse;
    for (int l = 0; l < lanes; ++l) {
      const Index i = p * lanes + l;
      if (i >= body_.size()) break;
      const Index row = reference_.surface.row[i];
      const Real* of_row = reference_.surface.inverse_of(row, D);
      for (int a = 0; a < terms; ++a) {
        for (int b = 0; b < terms; ++b) {
          const Real linear = a < D && b < D ? reference_.L[i](a, b) : 0;
          B[a * terms + b].set(l, row > 0 ? of_row[a * terms + b] : linear);
        }
      }
    }
  }

  /// The same bonds by rows along the way from i to i + 1, where all lanes have the same.
  void add_rows(const std::vector<Draft>& drafts, Stencil& s) {
    const StencilBond* bonds = table_.bonds_.data() + s.first;
    const auto next = std::find_if(drafts.begin(), drafts.end(), [](const Draft& d) { return d.stride == 1; });
    if (next == drafts.end()) return;
    const Vec3 step(bonds[next - drafts.begin()].X);
    std::map<Index, RowDraft> rows;  // by stride
    int reach = 1;
    for (std::size_t b = 0; b < drafts.size(); ++b) {
      for (int l = 1; l < lanes; ++l) {
        if (drafts[b].weight[l] != drafts[b].weight[0]) return;
      }
      const int place = static_cast<int>(std::lround(Vec3(bonds[b].X).dot(step) / step.squaredNorm()));
      reach = std::max(reach, std::abs(place));
      if (reach > std::min(most_reach, lanes)) return;
      rows[bonds[b].stride - place].add(place, drafts[b], bonds[b]);
    }
    s.reach = reach;
    for (int kind = 0; kind < row_weight::count; ++kind) {
      s.first_group[kind] = static_cast<Index>(table_.groups_.size());
      group_rows(rows, kind);
    }
    s.first_group[row_weight::count] = static_cast<Index>(table_.groups_.size());
    if (!rows_pay(s)) s.reach = 0;
    add_along(rows, s);
  }

  void add_along(const std::map<Index, RowDraft>& rows, Stencil& s) const {
    for (const auto& [stride, row] : rows) {
      for (int d = -s.reach; d <= s.reach; ++d) s.along[most_reach + d] += row.weight[row_weight::direct][most_reach + d];
    }
    const RowWeights& own = rows.at(0).weight[row_weight::direct];
    s.own_row_reaches = s.reach > 0;
    for (int d = 1; d <= s.reach; ++d) {
      if (own[most_reach - d] == 0 || own[most_reach + d] == 0) s.own_row_reaches = false;
    }
  }

  /// Whether the tensors of rows, weighted together, are less work than those of bonds.
  [[nodiscard]] bool rows_pay(const Stencil& s) const {
    Index work = 0;
    for (Index g = s.first_group[row_weight::first_order]; g < s.first_group[row_weight::second_order]; ++g) {
      const RowGroup& group = table_.groups_[g];
      work += group.last - group.first + 2 * group.reach + 1;
    }
    return work < 2 * (s.last - s.first);  // of bonds: 3 for each
  }

  /// Rows whose weights of this kind are the same, or opposite.
  void group_rows(const std::map<Index, RowDraft>& rows, int kind) {
    struct Draft {
      RowWeights weight;
      std::vector<Index> plus{}, minus{};
    };
    std::vector<Draft> groups;
    Real largest = 0;
    for (const auto& [stride, row] : rows) largest = std::max(largest, row.weight[kind].cwiseAbs().maxCoeff());
    for (const auto& [stride, row] : rows) {
      const RowWeights& w = row.weight[kind];
      const bool is_second_order = kind >= row_weight::second_order && kind < row_weight::direct;
      if (is_second_order && !row.curved) continue;  // only zeros stand there
      const auto same = [&](const RowWeights& other) {
        return (w - other).cwiseAbs().maxCoeff() <= same_weight * largest;
      };
      if (same(RowWeights::Zero())) continue;
      auto at = groups.begin();
      while (at != groups.end() && !same(at->weight) && !same(-at->weight)) ++at;
      if (at == groups.end()) at = groups.insert(at, Draft{w});
      (same(at->weight) ? at->plus : at->minus).push_back(stride);
    }
    for (const Draft& g : groups) {
      auto& strides = table_.row_strides_;
      RowGroup group{reach_of(g.weight), static_cast<Index>(strides.size()), 0, 0, {}};
      strides.insert(strides.end(), g.plus.begin(), g.plus.end());
      group.minus = static_cast<Index>(strides.size());
      strides.insert(strides.end(), g.minus.begin(), g.minus.end());
      group.last = static_cast<Index>(strides.size());
      for (int d = 0; d <= 2 * group.reach; ++d) group.weight[d] = g.weight[most_reach - group.reach + d];
      table_.groups_.push_back(group);
    }
  }

  /// Packs that share a stencil with rows as runs, at least two of them; those between them as others.
  void find_runs() {
    const std::vector<Index>& of_pack = table_.of_pack_;
    for (Index p = 0; p < packs_;) {
      Index same = p;
      while (same < packs_ && of_pack[same] == of_pack[p]) ++same;
      const bool by_rows = table_.stencils_[of_pack[p]].reach > 0 && same - p >= 2;
      const Index last = std::min(by_rows ? same : p + 1, p + most_packs_of_run);
      PackRun* before = table_.runs_.empty() ? nullptr : &table_.runs_.back();
      if (!by_rows && before != nullptr && !before->by_rows && before->size() < most_packs_of_run)
        before->last = last;
      else
        table_.runs_.push_back({p, last, by_rows});
      p = last;
    }
  }

  /// Runs side by side go together, through all planes, before those beside them.
  void bundle_runs() {
    const Vec3 next = to_next_row();
    if (!next.isZero()) {
      const Vec3 across = next / (rows_of_bundle * next.squaredNorm());
      const auto bundle_of = [&](const PackRun& run) {
        return std::floor(body_.X[run.first * lanes].dot(across) + Real(same_place));
      };
      std::stable_sort(table_.runs_.begin(), table_.runs_.end(),
                       [&](const PackRun& a, const PackRun& b) { return bundle_of(a) < bundle_of(b); });
    }
    for (const PackRun& run : table_.runs_) {
      for (Index p = run.first; p < run.last; ++p) table_.order_.push_back(p);
    }
  }

  /// The way from a row of particles to the next in memory, across the rows; zero where there are no rows.
  [[nodiscard]] Vec3 to_next_row() const {
    std::vector<Index> packs_of(table_.stencils_.size());
    for (const Index s : table_.of_pack_) ++packs_of[s];
    const Index usual = std::max_element(packs_of.begin(), packs_of.end()) - packs_of.begin();
    const Stencil& s = table_.stencils_[usual];
    const auto first = table_.bonds_.begin() + s.first, last = table_.bonds_.begin() + s.last;
    const auto step = std::find_if(first, last, [](const StencilBond& b) { return b.stride == 1; });
    if (step == last) return Vec3::Zero();
    const Vec3 along = Vec3(step->X).normalized();
    const auto next = std::find_if(first, last, [&](const StencilBond& b) {
      return b.stride > 1 && std::abs(along.dot(Vec3(b.X))) < same_place * body_.spacing;
    });
    return next == last ? Vec3(Vec3::Zero()) : Vec3(next->X);
  }

  /// The way to a neighbour, the same to the bit for all that go it, and the opposite from there.
  Vec3 place_of(const Cell& cell, Index p, const Draft& d) {
    if (const auto known = places_.find(cell); known != places_.end()) return known->second;
    int l = 0;
    while (d.weight[l] == 0) ++l;
    const Index i = p * lanes + l;
    const Vec3 X = body_.X[i + d.stride] - body_.X[i];
    places_[cell] = X;
    places_[{-cell[0], -cell[1], -cell[2]}] = -X;
    return X;
  }

  const SolidBody& body_;
  const ReferenceState& reference_;
  Index packs_;
  Real grid_;
  StencilTable table_;
  std::unordered_map<std::string, Index> known_;
  std::map<Cell, Vec3> places_;
  std::size_t used_ = 0, lanes_ = 0;
};

std::optional<StencilTable> StencilTable::find(const SolidBody& body, const ReferenceState& reference) {
  return StencilFinder(body, reference).find();
}

std::size_t StencilTable::bytes() const {
  return of_pack_.size() * sizeof(Index) + stencils_.size() * sizeof(Stencil) + bonds_.size() * sizeof(StencilBond) +
         weights_.size() * sizeof(Pack) + curved_.size() * sizeof(Index) + inverses_.size() * sizeof(Pack) +
         groups_.size() * sizeof(RowGroup) + row_strides_.size() * sizeof(Index) + runs_.size() * sizeof(PackRun) +
         (order_.size() + fitted_before_.size()) * sizeof(Index);
}

}  // namespace talus
