#include "talus/output/vtk_particles.hpp"

#include <vtkCellArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>

#include <numeric>

#include "vtk_frame.hpp"

namespace talus {
namespace {

/// ParaView shows no point without a cell.
vtkNew<vtkCellArray> one_vertex_each(std::size_t size) {
  const auto n = static_cast<vtkIdType>(size);
  vtkNew<vtkIdTypeArray> offsets, points;
  offsets->SetNumberOfValues(n + 1);
  points->SetNumberOfValues(n);
  std::iota(offsets->GetPointer(0), offsets->GetPointer(0) + n + 1, vtkIdType{0});
  std::iota(points->GetPointer(0), points->GetPointer(0) + n, vtkIdType{0});
  vtkNew<vtkCellArray> cells;
  cells->SetData(offsets, points);
  return cells;
}

}  // namespace

void write_particles(const std::filesystem::path& path, const ParticleFrame& frame) {
  vtkNew<vtkPolyData> data;
  set_points(*data, stored_field("Points", frame.positions));
  data->SetVerts(one_vertex_each(frame.positions.size()));
  add_fields(*data->GetPointData(), frame.fields, frame.positions.size());
  add_constant(*data, "TimeValue", frame.time);
  add_constant(*data, "spacing", frame.spacing);
  add_constant(*data, "dimension", frame.dimension);
  write_polydata(path, *data);
}

}  // namespace talus
