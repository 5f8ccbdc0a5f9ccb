#include "talus/output/vtk_particles.hpp"

#include <vtkPointData.h>

#include "vtk_frame.hpp"

namespace talus {

void write_particles(const std::filesystem::path& path, const ParticleFrame& frame, FileQueue* later) {
  auto data = vtkSmartPointer<vtkPolyData>::New();
  set_points(*data, stored_field("Points", frame.positions));
  add_fields(*data->GetPointData(), frame.fields, frame.positions.size(), later);
  add_constant(*data, "TimeValue", frame.time);
  add_constant(*data, "spacing", frame.spacing);
  add_constant(*data, "dimension", frame.dimension);
  write_polydata(path, std::move(data), &vtkPolyData::SetVerts, 1, later);  // ParaView shows no point without a cell
}

}  // namespace talus
