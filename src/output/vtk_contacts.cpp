#include "talus/output/vtk_contacts.hpp"

#include <vtkCellData.h>

#include "vtk_frame.hpp"

namespace talus {

void write_contacts(const std::filesystem::path& path, const ContactFrame& frame, FileQueue* later) {
  const auto ends = computed_field("Points", 2 * frame.lines.size(),
                                   [&](Index i) -> const Vec3& { return frame.lines[i / 2][i % 2]; });
  auto data = vtkSmartPointer<vtkPolyData>::New();
  set_points(*data, ends);
  add_fields(*data->GetCellData(), frame.fields, frame.lines.size(), later);
  add_constant(*data, "TimeValue", frame.time);
  write_polydata(path, std::move(data), &vtkPolyData::SetLines, 2, later);
}

}  // namespace talus
