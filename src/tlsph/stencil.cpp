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

/// Of so few particles in a pack each is fitted to second order by itself: one takes far less than a whole pack.
constexpr int most_lone = lanes / 4;

/// Fewer packs in a run are faster bond by bond: by rows, a run sums up those of a pack on either side of it, too.
constexpr Index least_packs_by_rows = 6;

/// Rows that are gone through together.
constexpr int rows_of_bundle = 8;

using Cell = std::array<std::int64_t, 3>;

/// A bond on its way into a stencil.
struct Draft {
  Index stride;
  Cell cell;
  Pack weight = 0;
  bool curved = false;             ///< some neighbour fits to second order with its pack
  std::array<bool, lanes> lone{};  ///< the lane's does by itself
};

bool before(const Draft& a, Index stride, const Cell& cell) {
  return a.stride != stride ? a.stride < stride : a.cell < cell;
}

}  // namespace

class StencilFinder {
 public:
  StencilFinder(const SolidBody& body, const ReferenceState& reference)
      : body_(body),
        reference_(reference),
        packs_((body.size() + lanes - 1) / lanes),
        grid_(same_place * body.spacing),
        rows_(body.dimension) {}

  std::optional<StencilTable> find() {
    if (!look_alike()) return std::nullopt;
    for (Index p = 0; p < packs_; ++p) add(p);
    table_.used_share_ = static_cast<Real>(table_.bond_count_) / static_cast<Real>(lanes_);
    if (table_.used_share_ < least_used_share) return std::nullopt;
    find_runs();
    for (PackRun& run : table_.runs_) run.touched = some_of(run, [](const Stencil& s) { return s.touched; });
    bundle_runs();
    table_.rows_ = rows_.take();
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
        at->lone[l] = reference_.surface.row[j] > 0 && is_sparse(j / lanes);
        at->curved = at->curved || fits(j);
      }
    }
    return drafts;
  }

  /// Whether some particles of a pack fit to second order, but not enough to make it worth while for all.
  [[nodiscard]] bool is_sparse(Index p) const {
    int fitted = 0;
    for (Index i = p * lanes; i < std::min((p + 1) * lanes, body_.size()); ++i)
      fitted += reference_.surface.row[i] > 0 ? 1 : 0;
    return fitted > 0 && fitted <= most_lone;
  }
  /// Whether a particle fits to second order with its pack.
  [[nodiscard]] bool fits(Index i) const { return reference_.surface.row[i] > 0 && !is_sparse(i / lanes); }

  void add(Index p) {
    const std::vector<Draft> drafts = draft(p);
    lanes_ += lanes * drafts.size();
    for (int l = 0; l < lanes; ++l) table_.bond_count_ += bonds_of(p, l);
    const auto [known, is_new] = known_.try_emplace(key_of(p, drafts), table_.stencils());
    if (is_new) table_.stencils_.push_back(make(p, drafts));
    table_.of_pack_.push_back(known->second);
  }

  /// All that decides a stencil, up to round-off.
  [[nodiscard]] std::string key_of(Index p, const std::vector<Draft>& drafts) const {
    std::string key;
    for (const Draft& d : drafts) {
      append_bytes(key, d.stride);
      append_bytes(key, d.cell);
      append_bytes(key, d.curved);
      append_bytes(key, d.lone);
      append_bytes(key, d.weight.v);
    }
    for (int l = 0; l < lanes; ++l) {
      const Index i = p * lanes + l;
      const bool there = i < body_.size();
      append_bytes(key, there ? reference_.surface.ridge[i] : Real(-1));
      append_bytes(key, there ? body_.V[i] : 0);
      append_bytes(key, there ? reference_.surface.energy_weight[i] : 0);
    }
    return key;
  }

  Stencil make(Index p, const std::vector<Draft>& drafts) {
    Stencil s;
    s.first = static_cast<Index>(table_.bonds_.size());
    s.first_curved = static_cast<Index>(table_.curved_.size());
    for (const Draft& d : drafts) {
      const StencilBond bond{d.stride, way_of(d, p), number_of(d.weight)};
      const auto& [X, q] = table_.ways_[bond.way];
      if (d.curved) table_.curved_.push_back(static_cast<Index>(table_.bonds_.size()));
      table_.bonds_.push_back(bond);
      s.weight += d.weight;
      for (int c = 0; c < 3; ++c) s.first_order[c] += d.weight * X[c];
      for (int k = 0; k < quadratic_terms(body_.dimension); ++k) s.second_order[k] += d.weight * q[k];
    }
    s.last = static_cast<Index>(table_.bonds_.size());
    s.last_curved = static_cast<Index>(table_.curved_.size());
    add_bonds_to_lone(drafts, s);
    s.L.setIdentity();
    bool fitted = false;
    for (int l = 0; l < lanes; ++l) {
      const Index i = p * lanes + l;
      if (i >= body_.size()) break;
      set_lane(s.L, l, reference_.L[i]);
      s.volume.set(l, body_.V[i]);
      s.energy_weight.set(l, reference_.surface.energy_weight[i]);
      fitted = fitted || fits(i);
    }
    if (p * lanes + lanes <= body_.size()) add_rows(s);
    if (fitted) add_inverse(p, s);
    add_lone_fits(p, s);
    s.touched =
        fitted || s.last_curved > s.first_curved || s.last_lone > s.first_lone || s.last_to_lone > s.first_to_lone;
    return s;
  }

  void add_bonds_to_lone(const std::vector<Draft>& drafts, Stencil& s) {
    s.first_to_lone = static_cast<Index>(table_.lone_bonds_.size());
    for (int l = 0; l < lanes; ++l) {
      for (Index b = s.first; b < s.last; ++b) {
        if (drafts[b - s.first].lone[l]) add_lone_bond(b, l);
      }
    }
    s.last_to_lone = static_cast<Index>(table_.lone_bonds_.size());
  }

  void add_lone_bond(Index b, int lane) {
    const StencilBond& bond = table_.bonds_[b];
    LoneBond& to = table_.lone_bonds_.emplace_back(LoneBond{lane, bond.stride, {}});
    for (int k = 0; k < 6; ++k) to.weight[k] = table_.weights_[bond.weight][lane] * table_.ways_[bond.way].q[k];
  }

  void add_lone_fits(Index p, Stencil& s) {
    s.first_lone = s.last_lone = static_cast<Index>(table_.lone_fits_.size());
    if (!is_sparse(p)) return;
    for (Index i = p * lanes; i < std::min((p + 1) * lanes, body_.size()); ++i) {
      const Index row = reference_.surface.row[i];
      if (row == 0) continue;
      const int terms = fit_terms(body_.dimension);
      const int lane = static_cast<int>(i % lanes);
      LoneFit fit{lane, static_cast<Index>(table_.lone_bonds_.size()), 0, {}};
      for (Index b = s.first; b < s.last; ++b) {
        if (table_.weights_[table_.bonds_[b].weight][lane] != 0) add_lone_bond(b, lane);
      }
      fit.last = static_cast<Index>(table_.lone_bonds_.size());
      std::copy_n(reference_.surface.inverse_of(row, body_.dimension), terms * terms, fit.inverse);
      table_.lone_fits_.push_back(fit);
      ++s.last_lone;
    }
  }

  /// B, and (L 0; 0 0) where the fit is linear.
  void add_inverse(Index p, Stencil& s) {
    const int D = body_.dimension, terms = fit_terms(D);
    std::vector<Pack> B(static_cast<std::size_t>(terms * terms), Pack(0));
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
    s.inverse = table_.inverses_.add(terms, B);
  }

  /// The same bonds by rows along the way from i to i + 1.
  void add_rows(Stencil& s) {
    std::vector<RowBond> bonds;
    for (Index b = s.first; b < s.last; ++b) {
      const StencilBond& bond = table_.bonds_[b];
      bonds.push_back({bond.stride, Vec3(table_.ways_[bond.way].X), table_.weights_[bond.weight]});
    }
    s.rows = rows_.place(bonds);
    if (s.rows.pattern < 0) return;
    for (int d = 0; d < row_places; ++d)
      s.along[d] = select(s.rows.there[d], Pack(rows_.pattern(s.rows.pattern).along[d]), Pack(0));
  }

  /// Packs that share a pattern of rows as runs, if they are enough; those between them as others.
  void find_runs() {
    const auto pattern = [&](Index p) { return table_.of(p).rows.pattern; };
    for (Index p = 0; p < packs_;) {
      Index same = p + 1;
      while (pattern(p) >= 0 && same < packs_ && pattern(same) == pattern(p)) ++same;
      if (same - p >= least_packs_by_rows)
        add_row_runs(p, same);
      else
        add_to_others(p, same);
      p = same;
    }
  }

  /// All about as long.
  void add_row_runs(Index first, Index last) {
    for (Index runs = (last - first - 1) / most_packs_of_run + 1; runs > 0; --runs) {
      const Index next = first + (last - first) / runs;
      add_row_run(first, next);
      first = next;
    }
  }

  void add_to_others(Index first, Index last) {
    for (Index p = first; p < last; ++p) {
      const bool begins =
          table_.runs_.empty() || table_.runs_.back().by_rows || table_.runs_.back().size() == most_packs_of_run;
      if (begins) table_.runs_.push_back({p, p});
      ++table_.runs_.back().last;
    }
  }

  void add_row_run(Index first, Index last) {
    PackRun run{first, last, true};
    const PackInRows &at_first = table_.of(first).rows, &at_last = table_.of(last - 1).rows;
    for (int d = 1; d <= most_reach; ++d) {
      for (int l = 0; l < std::min(d, lanes); ++l) {
        run.reads_before = run.reads_before || at_first.at(-d)[l];
        run.reads_after = run.reads_after || at_last.at(d)[lanes - 1 - l];
      }
    }
    const bool curves = some_of(run, [](const Stencil& s) { return s.last_curved > s.first_curved; });
    if (curves && rows_.pattern(at_first.pattern).axis >= 0) {
      run.curved = static_cast<Index>(table_.curved_at_.size());
      for (Index p = first - 1; p <= last; ++p)
        table_.curved_at_.push_back(
            rows_.curved(at_first.pattern, [&](Index stride) { return some_fit(p * lanes + stride); }));
    }
    table_.runs_.push_back(run);
  }

  /// Whether something holds for a stencil of a run.
  [[nodiscard]] bool some_of(const PackRun& run, auto&& holds) const {
    bool found = false;
    for (Index p = run.first; p < run.last; ++p) found = found || holds(table_.of(p));
    return found;
  }

  /// Whether some of as many particles as a pack has fit to second order with their packs.
  [[nodiscard]] bool some_fit(Index first) const {
    const Index last = std::min(first + lanes, body_.size());
    for (Index i = std::max(first, Index(0)); i < last; ++i) {
      if (fits(i)) return true;
    }
    return false;
  }

  /// Runs side by side go together, through all planes, before those beside them.
  void bundle_runs() {
    const Vec3 next = to_next_row();
    if (next.isZero()) return;
    const Vec3 across = next / (rows_of_bundle * next.squaredNorm());
    const auto bundle_of = [&](const PackRun& run) {
      return std::floor(body_.X[run.first * lanes].dot(across) + Real(same_place));
    };
    std::ranges::stable_sort(table_.runs_, {}, bundle_of);
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
    const auto way = [&](const StencilBond& b) { return Vec3(table_.ways_[b.way].X); };
    const Vec3 along = way(*step).normalized();
    const auto next = std::find_if(first, last, [&](const StencilBond& b) {
      return b.stride > 1 && std::abs(along.dot(way(b))) < same_place * body_.spacing;
    });
    return next == last ? Vec3(Vec3::Zero()) : way(*next);
  }

  /// The way to a neighbour, the same to the bit for all that go it, and the opposite from there.
  Index way_of(const Draft& d, Index p) {
    if (const auto known = ways_.find(d.cell); known != ways_.end()) return known->second;
    int l = 0;
    while (d.weight[l] == 0) ++l;
    const Index i = p * lanes + l;
    const Vec3 X = body_.X[i + d.stride] - body_.X[i];
    const Index there = add_way(d.cell, X);
    add_way({-d.cell[0], -d.cell[1], -d.cell[2]}, -X);
    return there;
  }

  Index add_way(const Cell& cell, const Vec3& X) {
    StencilWay way{{X[0], X[1], X[2]}, {}};
    second_order_monomials(body_.dimension, way.X, way.q);
    ways_[cell] = static_cast<Index>(table_.ways_.size());
    table_.ways_.push_back(way);
    return ways_[cell];
  }

  /// Of a weight among those of the table.
  Index number_of(const Pack& weight) {
    std::string key;
    append_bytes(key, weight.v);
    const auto [known, is_new] = weights_.try_emplace(key, static_cast<Index>(table_.weights_.size()));
    if (is_new) table_.weights_.push_back(weight);
    return known->second;
  }

  const SolidBody& body_;
  const ReferenceState& reference_;
  Index packs_;
  Real grid_;
  RowFinder rows_;
  StencilTable table_;
  std::unordered_map<std::string, Index> known_;
  std::map<Cell, Index> ways_;
  std::unordered_map<std::string, Index> weights_;
  std::size_t lanes_ = 0;
};

std::optional<StencilTable> StencilTable::find(const SolidBody& body, const ReferenceState& reference) {
  return StencilFinder(body, reference).find();
}

std::size_t StencilTable::bytes() const {
  return of_pack_.size() * sizeof(Index) + stencils_.size() * sizeof(Stencil) + bonds_.size() * sizeof(StencilBond) +
         ways_.size() * sizeof(StencilWay) + weights_.size() * sizeof(Pack) + curved_.size() * sizeof(Index) +
         inverses_.bytes() + lone_fits_.size() * sizeof(LoneFit) + lone_bonds_.size() * sizeof(LoneBond) +
         rows_.bytes() + runs_.size() * (sizeof(PackRun) + sizeof(Index)) + curved_at_.size() * sizeof(Index);
}

}  // namespace talus
