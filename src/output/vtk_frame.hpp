// What all frames share: fields become VTK arrays, points become cells, and a finished data set becomes a file.
#pragma once

#include <vtkCellArray.h>
#include <vtkNew.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkXMLWriter.h>

#include <filesystem>
#include <span>
#include <vector>

#include "talus/output/field.hpp"
#include "talus/output/file_queue.hpp"

namespace talus {

/// Adds the fields to point or cell data; each has to have `size` entries.
void add_fields(vtkFieldData& data, std::span<const Field> fields, std::size_t size);

/// A number or a vector that belongs to the whole data set.
void add_constant(vtkDataObject& data, const char* name, double value);
void add_constant(vtkDataObject& data, const char* name, const Vec3& value);

/// Cell k has the points [corners * k, corners * (k + 1)).
[[nodiscard]] vtkNew<vtkCellArray> consecutive_cells(std::size_t count, int corners);

/// A point set of `size` points that `fill` writes as float32 triples.
void set_points(vtkPolyData& data, const Field& positions);

/// Writes compressed binary XML under a temporary name and renames it; `writer` is one for data of this kind. Throws
/// FileError.
void write_xml(const std::filesystem::path& path, vtkXMLWriter& writer, vtkDataObject& data);

/// Now, or in the queue if there is one.
template <class Writer>
void write_xml(const std::filesystem::path& path, const vtkSmartPointer<vtkDataObject>& data, FileQueue* later) {
  const auto write = [path, data] { write_xml(path, *vtkNew<Writer>(), *data); };
  if (later == nullptr) return write();
  later->add(write);
}
void write_polydata(const std::filesystem::path& path, const vtkSmartPointer<vtkPolyData>& data, FileQueue* later);

}  // namespace talus
