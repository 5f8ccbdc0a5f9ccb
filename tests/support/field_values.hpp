// The numbers of an array of a frame, as its file has them.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "talus/output/field.hpp"

namespace talus {

inline std::vector<float> values(const std::vector<Field>& fields, const std::string& name) {
  for (const Field& field : fields) {
    if (field.name != name) continue;
    std::vector<float> out(field.size * static_cast<std::size_t>(field.components));
    field.fill(0, static_cast<Index>(field.size), out.data());
    return out;
  }
  FAIL("no array " << name);
  return {};
}

}  // namespace talus
