#include "talus/output/vtk_contacts.hpp"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkNew.h>

#include <numeric>

#include "vtk_frame.hpp"

namespace talus {
namespace {

/// Line k joins points 2k and 2k + 1.
vtkNew<vtkCellArray> point_pairs(std::size_t count) {
  constexpr vtkIdType ends = 2;
  const auto n = static_cast<vtkIdType>(count);
  vtkNew<vtkIdTypeArray> offsets, points;
  offsets->SetNumberOfValues(n + 1);
  points->SetNumberOfValues(ends * n);
  for (vtkIdType k = 0; k <= n; ++k) offsets->SetValue(k, ends * k);
  std::iota(points->GetPointer(0), points->GetPointer(0) + ends * n, vtkIdType{0});
  vtkNew<vtkCellArray> cells;
  cells->SetData(offsets, points);
  return cells;
}

}  // namespace

void write_contacts(const std::filesystem::path& path, const ContactFrame& frame) {
  const auto ends = computed_field("Points", 2 * frame.lines.size(),
                                   [&](Index i) -> const Vec3& { return frame.lines[i / 2][i % 2]; });
  vtkNew<vtkPolyData> data;
  set_points(*data, ends);
  data->SetLines(point_pairs(frame.lines.size()));
  add_fields(*data->GetCellData(), frame.fields, frame.lines.size());
  add_constant(*data, "TimeValue", frame.time);
  write_polydata(path, *data);
}

}  // namespace talus
