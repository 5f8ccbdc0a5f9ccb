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
#include "talus/geometry/grains/initial_motion.hpp"
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

/// An array of all points, or nullptr where the file has none of that name.
vtkDataArray* array_of(vtkPointSet& data, const char* name, int components, const std::string& file) {
  vtkDataArray* array = data.GetPointData()->GetArray(name);
  if (array == nullptr) return nullptr;
  if (array->GetNumberOfComponents() != components) {
    refuse("the array \"", name, "\" of ", file, " has ", array->GetNumberOfComponents(), " components, not ",
           components);
  }
  return array;
}

/// One number of each point, or empty; `unit` for messages.
std::vector<Real> positive_of(vtkPointSet& data, const char* name, const char* unit, const std::string& file) {
  vtkDataArray* array = array_of(data, name, 1, file);
  if (array == nullptr) return {};
  std::vector<Real> values(static_cast<std::size_t>(array->GetNumberOfTuples()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = array->GetTuple1(static_cast<vtkIdType>(i));
    if (!(values[i] > 0)) {
      refuse("the ", name, " of point ", i, " of ", file, " is ", values[i], unit, "; it has to be positive");
    }
  }
  return values;
}

vtkSmartPointer<vtkPointSet> points_of(const std::filesystem::path& path, const std::string& file) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) {
    throw FileError("cannot read " + file + ": there is no such file" + file_suggestion(path));
  }
  const bool is_legacy = path.extension() == ".vtk";
  auto data = is_legacy ? read<vtkGenericDataObjectReader>(path) : read<vtkXMLGenericDataObjectReader>(path);
  if (data == nullptr || data->GetNumberOfPoints() == 0) refuse(file, " is no VTK file that holds points");
  return data;
}

}  // namespace

bool is_vtk_file(const std::filesystem::path& path) {
  const std::string end = path.extension().string();
  return end == ".vtp" || end == ".vtu" || end == ".vtk";
}

PointCloud read_points(const std::filesystem::path& path, Real spacing, int dimension) {
  const std::string file = json::quote(path.string());
  const auto data = points_of(path, file);
  if (vtkDataArray* own = data->GetFieldData()->GetArray("spacing"); own != nullptr && own->GetNumberOfTuples() > 0) {
    spacing = own->GetTuple1(0);
  }
  PointCloud cloud;
  cloud.V = positive_of(*data, "volume", "", file);
  const auto n = static_cast<std::size_t>(data->GetNumberOfPoints());
  if (cloud.V.empty()) cloud.V.assign(n, std::pow(spacing, dimension));
  for (std::size_t i = 0; i < n; ++i) {
    const double* x = data->GetPoint(static_cast<vtkIdType>(i));
    if (dimension == 2 && x[2] != 0) refuse("point ", i, " of ", file, " has z = ", x[2], " m in two dimensions");
    cloud.X.emplace_back(x[0], x[1], x[2]);
  }
  return cloud;
}

std::vector<GrainSeed> read_grains(const std::filesystem::path& path, const GrainTemplate& grain) {
  const std::string file = json::quote(path.string());
  const auto data = points_of(path, file);
  if (!grain.round() || data->GetPointData()->HasArray("centre") != 0) {
    refuse("points of ", file, " are read as spheres, not as clumps: list the centres of clumps in a CSV table");
  }
  const std::vector<Real> radii = positive_of(*data, "radius", " m", file);
  const auto n = static_cast<std::size_t>(data->GetNumberOfPoints());
  if (radii.size() != n) refuse(file, " has no array \"radius\" of its points, which grains need");
  vtkDataArray* const velocity = array_of(*data, "velocity", 3, file);
  vtkDataArray* const spin = array_of(*data, "angular_velocity", 3, file);
  const auto vector_at = [](const double* x) { return Vec3(x[0], x[1], x[2]); };
  std::vector<GrainSeed> seeds(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto at = static_cast<vtkIdType>(i);
    GrainSeed& seed = seeds[i];
    seed.centre = vector_at(data->GetPoint(at));
    seed.radius = radii[i];
    if (velocity != nullptr) seed.velocity = vector_at(velocity->GetTuple3(at));
    if (spin != nullptr) seed.spin = vector_at(spin->GetTuple3(at));
    seed.orientation = grain.axes;
    check_plane(seed, grain.dimension, "point " + std::to_string(i) + " of " + file + ": ");
  }
  return seeds;
}

}  // namespace talus
