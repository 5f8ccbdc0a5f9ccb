#include "bulk_checks.hpp"

#include "talus/core/error.hpp"
#include "talus/core/nearest_word.hpp"
#include "talus/output/format.hpp"

namespace talus {
namespace {

/// More cells than these are a slip of the pen: a frame of them would have gigabytes.
constexpr Real most_cells = 20e6;

class BulkCheck {
 public:
  explicit BulkCheck(const Case& c) : case_(c) {}

  std::vector<Complaint> complaints() {
    for (const auto& [name, column] : case_.output.history.columns) {
      const std::string at = json::join("/output/history/columns", name);
      if (const auto* region = std::get_if<RegionColumn>(&column.entry)) check(*region, at);
      if (const auto* flow = std::get_if<FlowColumn>(&column.entry)) check(*flow, at);
    }
    if (case_.output.fields) check(*case_.output.fields, "/output/fields");
    return std::move(found_);
  }

 private:
  void complain(Fault fault, std::string pointer, std::string sentence) {
    found_.push_back({fault, std::move(pointer), std::move(sentence)});
  }

  /// Takes the sentence of an exception as a complaint.
  template <class F>
  void collect(const std::string& pointer, F&& f) {
    try {
      f();
    } catch (const CaseError& error) {
      complain(Fault::contradiction, pointer, error.what());
    }
  }

  void check(const RegionColumn& column, const std::string& at) {
    check_names(column.of, at + "/of");
    if (auto wrong = contradiction_in(column, at)) found_.push_back(std::move(*wrong));
    collect(at + "/region", [&] {
      std::visit([&](const auto& region) { region.check(case_.dimension); }, column.region.entry);
    });
  }

  void check(const FlowColumn& column, const std::string& at) {
    check_names(column.of, at + "/of");
    collect(at + "/through", [&] { column.through.check(case_.dimension); });
  }

  void check(const CoarseFieldSpec& fields, const std::string& at) {
    check_names(fields.of, at + "/of");
    collect(at + "/width", [&] { check_window(fields.kernel, fields.width, fields.cell_size(), case_.dimension); });
    if (!fields.box) return;
    Real cells = 1;
    for (int a = 0; a < case_.dimension; ++a) {
      const Real length = fields.box->max[a] - fields.box->min[a];
      if (!(length > 0)) {
        return complain(Fault::contradiction, at + "/box", "min has to be below max along " + std::string(1, "xyz"[a]));
      }
      cells *= CoarseGrid::cells_in(length, fields.cell_size());
    }
    if (cells <= most_cells) return;
    complain(Fault::bad_size, at + (fields.cell ? "/cell" : "/width"),
             "the box would have " + number(cells) + " cells, more than " + number(most_cells) + ": take larger ones");
  }

  void check_names(const GrainNames& of, const std::string& pointer) {
    Words known;
    for_each_body<GrainSpec>(case_, [&](const std::string& name, const GrainSpec&) { known.push_back(name); });
    if (known.empty()) return complain(Fault::contradiction, pointer, "this case has no grains");
    for (const std::string& name : of.names) {
      if (body_spec<GrainSpec>(case_, name)) continue;
      complain(Fault::unknown_name, pointer,
               "there is no body of grains " + json::quote(name) + suggestion(name, known));
    }
  }

  const Case& case_;
  std::vector<Complaint> found_;
};

}  // namespace

std::vector<Complaint> bulk_complaints(const Case& description) { return BulkCheck(description).complaints(); }

}  // namespace talus
