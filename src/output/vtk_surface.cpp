#include "talus/output/vtk_surface.hpp"

#include <vtkPointData.h>

#include "vtk_frame.hpp"

namespace talus {

void write_surface(const std::filesystem::path& path, const SurfaceFrame& frame, FileQueue* later) {
  auto data = vtkSmartPointer<vtkPolyData>::New();
  set_points(*data, stored_field("Points", frame.corners));
  add_fields(*data->GetPointData(), frame.fields, frame.corners.size(), later);
  add_constant(*data, "TimeValue", frame.time);
  add_constant(*data, "dimension", frame.dimension);
  for (const auto& [name, value] : frame.vectors) add_constant(*data, name.c_str(), value);
  if (frame.dimension == 2) return write_polydata(path, std::move(data), &vtkPolyData::SetLines, 2, later);
  write_polydata(path, std::move(data), &vtkPolyData::SetPolys, 3, later);
}

}  // namespace talus
