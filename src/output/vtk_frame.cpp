#include "vtk_frame.hpp"

#include <vtkDoubleArray.h>
#include <vtkErrorCode.h>
#include <vtkFieldData.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkXMLPolyDataWriter.h>

#include <numeric>

#include "talus/core/error.hpp"
#include "talus/core/parallel.hpp"
#include "talus/output/atomic_file.hpp"

namespace talus {
namespace {

vtkSmartPointer<vtkFloatArray> array_for(const Field& field) {
  const auto array = vtkSmartPointer<vtkFloatArray>::New();
  array->SetName(field.name.c_str());
  array->SetNumberOfComponents(field.components);
  array->SetNumberOfTuples(static_cast<vtkIdType>(field.size));
  return array;
}

void fill(vtkFloatArray& array, const Field& field, Index from, Index to) {
  field.fill(from, to, array.GetPointer(vtkIdType{from} * field.components));
}

void set_cells(vtkPolyData& data, SetCells set, int corners) {
  const vtkIdType n = data.GetNumberOfPoints() / corners;
  vtkNew<vtkIdTypeArray> offsets, points;
  offsets->SetNumberOfValues(n + 1);
  points->SetNumberOfValues(corners * n);
  for (vtkIdType k = 0; k <= n; ++k) offsets->SetValue(k, corners * k);
  std::iota(points->GetPointer(0), points->GetPointer(0) + corners * n, vtkIdType{0});
  vtkNew<vtkCellArray> cells;
  cells->SetData(offsets, points);
  (data.*set)(cells);
}

}  // namespace

void add_fields(vtkFieldData& data, std::span<const Field> fields, std::size_t size, FileQueue* later) {
  std::vector<vtkSmartPointer<vtkFloatArray>> arrays;
  for (const Field& field : fields) {
    invariant(field.size == size, ("the field " + field.name + " has one entry per point or line").c_str());
    arrays.push_back(array_for(field));
    data.AddArray(arrays.back());
  }
  parallel::for_blocks(static_cast<Index>(size), [&](Index from, Index to, Index) {
    for (std::size_t f = 0; f < fields.size(); ++f) fill(*arrays[f], fields[f], from, to);
  });
  for (std::size_t f = 0; f < fields.size(); ++f) {
    if (!fields[f].finish) continue;
    in_turn(later, [array = arrays[f], finish = fields[f].finish] {
      finish({array->GetPointer(0), static_cast<std::size_t>(array->GetNumberOfValues())});
    });
  }
}

void add_constant(vtkDataObject& data, const char* name, double value) {
  vtkNew<vtkDoubleArray> array;
  array->SetName(name);
  array->InsertNextValue(value);
  data.GetFieldData()->AddArray(array);
}

void add_constant(vtkDataObject& data, const char* name, const Vec3& value) {
  vtkNew<vtkDoubleArray> array;
  array->SetName(name);
  array->SetNumberOfComponents(3);
  array->InsertNextTuple(value.data());
  data.GetFieldData()->AddArray(array);
}

void set_points(vtkPolyData& data, const Field& positions) {
  const auto array = array_for(positions);
  parallel::for_blocks(static_cast<Index>(positions.size),
                       [&](Index from, Index to, Index) { fill(*array, positions, from, to); });
  vtkNew<vtkPoints> points;
  points->SetData(array);
  data.SetPoints(points);
}

void write_xml(const std::filesystem::path& path, vtkXMLWriter& writer, vtkDataObject& data) {
  vtkObject::GlobalWarningDisplayOff();  // the error code below says it once, in words
  writer.SetInputDataObject(&data);
  // To memory: where a disk is full VTK 9.1 says success and frees twice what it has freed.
  writer.WriteToOutputStringOn();
  // Appended data, the writer's default, cannot be read by the ParaView 5.11 of Debian 12.
  writer.SetDataModeToBinary();
  writer.SetCompressorTypeToLZ4();
  const int written = writer.Write();
  const unsigned long code = writer.GetErrorCode();
  if (written != 1 || code != vtkErrorCode::NoError)
    throw FileError("cannot write \"" + path.string() + "\": " + vtkErrorCode::GetStringFromErrorCode(code));
  write_file(path, writer.GetOutputString());
}

void write_polydata(const std::filesystem::path& path, vtkSmartPointer<vtkPolyData>&& data, SetCells set, int corners,
                    FileQueue* later) {
  in_turn(later, [path, data = std::move(data), set, corners] {
    set_cells(*data, set, corners);
    write_xml(path, *vtkNew<vtkXMLPolyDataWriter>(), *data);
  });
}

}  // namespace talus
