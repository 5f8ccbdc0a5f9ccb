// The columns of history.csv that look at the bulk of grains. What several of them ask for is found once per row.
#pragma once

#include "talus/diagnostics/bulk/plane_flow.hpp"
#include "talus/diagnostics/bulk/region_state.hpp"
#include "talus/sim/flow_column.hpp"
#include "talus/sim/grain_sample.hpp"
#include "talus/sim/model.hpp"
#include "talus/sim/region_column.hpp"

#include <vector>

namespace talus {

class BulkColumns {
 public:
  /// A column that stands at `place` of a row.
  void add(std::size_t place, const RegionColumn& column, const Model& model);
  void add(std::size_t place, const FlowColumn& column, const Model& model);

  /// Fills the places of all its columns. Flows count from the first call on; `time` [s] never goes back.
  void record(const Model& model, Real time, std::vector<Real>& row);

  void state(Archive& a);

 private:
  struct RegionReader {
    std::size_t place;
    RegionColumn column;
    std::size_t region;  ///< which of the watched ones
  };
  struct FlowReader {
    std::size_t place;
    FlowQuantity quantity;
    GateCount count;
    std::size_t sample;
    Real before = 0;  ///< mass or number at the last row [kg, -]
    Real rate = 0;    ///< over the last interval [kg/s, 1/s]
  };
  struct WatchedRegion {
    Chosen<Regions> region;
    std::size_t sample;
    RegionState state{};
  };
  struct Sampling {
    GrainChoice choice;
    bool needs_contacts = false;
    BulkSample sample{};
  };

  std::size_t sampling(const GrainNames& of, const GrainSystem& grains);

  int dimension_ = 3;
  std::vector<Sampling> samplings_;
  std::vector<WatchedRegion> regions_;
  std::vector<RegionReader> region_readers_;
  std::vector<FlowReader> flow_readers_;
  Real last_time_ = 0;
  bool started_ = false;
};

}  // namespace talus
