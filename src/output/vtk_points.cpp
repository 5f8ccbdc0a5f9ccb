#include "talus/output/vtk_points.hpp"

#include <vtkDataArray.h>
#include <vtkErrorCode.h>
#include <vtkFieldData.h>
#include <vtkGenericDataObjectReader.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPointSet.h>
#include <vtkXMLGenericDataObjectReader.h>

#include <cmath>
#include <system_error>

#include "talus/core/error.hpp"
#include "talus/core/json_value.hpp"
#include "talus/core/nearest_file.hpp"
#include "talus/geometry/refuse.hpp"

namespace talus {
namespace {

template <class Reader>
vtkSmartPointer<vtkPointSet> read(const std::filesystem::path& path) {
  vtkObject::GlobalWarningDisplayOff();  // the sentence below says it once
  vtkNew<Reader> reader;
  reader->SetFileName(path.c_str());
  reader->Update();
  return vtkPointSet::SafeDownCast(reader->GetOutput());
}

/// Of all particles, or empty.
std::vector<Real> volumes_of(vtkPointSet& data, const std::string& file) {
  vtkDataArray* array = data.GetPointData()->GetArray("volume");
  if (array == nullptr) return {};
  if (array->GetNumberOfComponents() != 1) refuse("the array \"volume\" of ", file, " has more than one component");
  std::vector<Real> volumes(static_cast<std::size_t>(array->GetNumberOfTuples()));
  for (std::size_t i = 0; i < volumes.size(); ++i) {
    volumes[i] = array->GetTuple1(static_cast<vtkIdType>(i));
    if (!(volumes[i] > 0))
      refuse("the volume of point ", i, " of ", file, " is ", volumes[i], "; it has to be positive");
  }
  return volumes;
}

}  // namespace

bool is_vtk_file(const std::filesystem::path& path) {
  const std::string end = path.extension().string();
  return end == ".vtp" || end == ".vtu" || end == ".vtk";
}

PointCloud read_points(const std::filesystem::path& path, Real spacing, int dimension) {
  const std::string file = json::quote(path.string());
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) {
    throw FileError("cannot read " + file + ": there is no such file" + file_suggestion(path));
  }
  const bool is_legacy = path.extension() == ".vtk";
  const auto data = is_legacy ? read<vtkGenericDataObjectReader>(path) : read<vtkXMLGenericDataObjectReader>(path);
  if (data == nullptr || data->GetNumberOfPoints() == 0) refuse(file, " is no VTK file that holds points");
  if (vtkDataArray* own = data->GetFieldData()->GetArray("spacing"); own != nullptr && own->GetNumberOfTuples() > 0) {
    spacing = own->GetTuple1(0);
  }
  PointCloud cloud;
  cloud.V = volumes_of(*data, file);
  const auto n = static_cast<std::size_t>(data->GetNumberOfPoints());
  if (cloud.V.empty()) cloud.V.assign(n, std::pow(spacing, dimension));
  for (std::size_t i = 0; i < n; ++i) {
    const double* x = data->GetPoint(static_cast<vtkIdType>(i));
    if (dimension == 2 && x[2] != 0) refuse("point ", i, " of ", file, " has z = ", x[2], " m in two dimensions");
    cloud.X.emplace_back(x[0], x[1], x[2]);
  }
  return cloud;
}

}  // namespace talus
