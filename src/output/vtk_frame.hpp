// What particle and contact files share: fields become VTK arrays, and a finished data set becomes a file.
#pragma once

#include <vtkPolyData.h>

#include <filesystem>
#include <span>
#include <vector>

#include "talus/output/field.hpp"

namespace talus {

/// Adds the fields to point or cell data; each has to have `size` entries.
void add_fields(vtkFieldData& data, std::span<const Field> fields, std::size_t size);

/// A one-number array that belongs to the whole data set.
void add_constant(vtkPolyData& data, const char* name, double value);

/// A point set of `size` points that `fill` writes as float32 triples.
void set_points(vtkPolyData& data, const Field& positions);

/// Writes compressed binary XML under a temporary name and renames it. Throws FileError.
void write_polydata(const std::filesystem::path& path, vtkPolyData& data);

}  // namespace talus
