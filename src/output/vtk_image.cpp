#include "talus/output/vtk_image.hpp"

#include <vtkCellData.h>
#include <vtkImageData.h>
#include <vtkXMLImageDataWriter.h>

#include "vtk_frame.hpp"

namespace talus {

void write_image(const std::filesystem::path& path, const ImageFrame& frame, FileQueue* later) {
  const auto& [nx, ny, nz] = frame.count;
  auto data = vtkSmartPointer<vtkImageData>::New();
  data->SetDimensions(nx + 1, ny + 1, frame.dimension == 2 ? 1 : nz + 1);
  data->SetOrigin(frame.low.data());
  data->SetSpacing(frame.cell, frame.cell, frame.cell);
  add_fields(*data->GetCellData(), frame.fields, static_cast<std::size_t>(data->GetNumberOfCells()), later);
  add_constant(*data, "TimeValue", frame.time);
  write_xml<vtkXMLImageDataWriter>(path, std::move(data), later);
}

}  // namespace talus
