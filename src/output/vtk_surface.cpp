#include "talus/output/vtk_surface.hpp"

#include <vtkPointData.h>

#include "vtk_frame.hpp"

namespace talus {

void write_surface(const std::filesystem::path& path, const SurfaceFrame& frame, FileQueue* later) {
  const auto data = vtkSmartPointer<vtkPolyData>::New();
  set_points(*data, stored_field("Points", frame.corners));
  const int corners = frame.dimension == 2 ? 2 : 3;
  set_cells(data, frame.dimension == 2 ? &vtkPolyData::SetLines : &vtkPolyData::SetPolys, corners, later);
  add_fields(*data->GetPointData(), frame.fields, frame.corners.size(), later);
  add_constant(*data, "TimeValue", frame.time);
  add_constant(*data, "dimension", frame.dimension);
  for (const auto& [name, value] : frame.vectors) add_constant(*data, name.c_str(), value);
  write_polydata(path, data, later);
}

}  // namespace talus
