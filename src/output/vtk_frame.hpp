// What all frames share: fields become VTK arrays, points become cells, and a finished data set becomes a file.
#pragma once

#include <vtkCellArray.h>
#include <vtkNew.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkXMLWriter.h>

#include <filesystem>
#include <span>
#include <utility>
#include <vector>

#include "talus/output/field.hpp"
#include "talus/output/file_queue.hpp"

namespace talus {

/// Does a job in the queue, or at once if there is none. It holds all that it needs.
template <class Job>
void in_turn(FileQueue* later, Job&& job) {
  if (later == nullptr) return job();
  later->add(std::forward<Job>(job));
}

/// Adds the fields to point or cell data; each has to have `size` entries. They are finished in the queue, if there
/// is one.
void add_fields(vtkFieldData& data, std::span<const Field> fields, std::size_t size, FileQueue* later);

/// A number or a vector that belongs to the whole data set.
void add_constant(vtkDataObject& data, const char* name, double value);
void add_constant(vtkDataObject& data, const char* name, const Vec3& value);

void set_points(vtkPolyData& data, const Field& positions);

/// Writes compressed binary XML under a temporary name and renames it; `writer` is one for data of this kind. Throws
/// FileError.
void write_xml(const std::filesystem::path& path, vtkXMLWriter& writer, vtkDataObject& data);

/// Now, or in the queue if there is one. That takes the data over: a thread that lets go of a data set looks at it once
/// more (VTK counts the references within it), when another may have freed it.
template <class Writer>
void write_xml(const std::filesystem::path& path, vtkSmartPointer<vtkDataObject>&& data, FileQueue* later) {
  in_turn(later, [path, data = std::move(data)] { write_xml(path, *vtkNew<Writer>(), *data); });
}

/// The same with cells of all points: cell k has the points [corners * k, corners * (k + 1)). `set` is a member of
/// vtkPolyData.
using SetCells = void (vtkPolyData::*)(vtkCellArray*);
void write_polydata(const std::filesystem::path& path, vtkSmartPointer<vtkPolyData>&& data, SetCells set, int corners,
                    FileQueue* later);

}  // namespace talus
