// Cases that build on other files: "extends" of a whole file, "include" in any object.
//
// Both bring in one file or a list of files, below what stands here: objects merge key by key, null removes a key
// (RFC 7386). Paths are relative to the file that names them; values keep the place where they were written.
#pragma once

#include <filesystem>

#include "talus/core/error_list.hpp"
#include "talus/core/json_value.hpp"

namespace talus {

/// Merge patch (RFC 7386): `patch` on top of `target`.
void merge(json::Value& target, const json::Value& patch);

/// Puts all that a file builds on below what stands in it; `path` says what its own paths are relative to. A cycle goes
/// to `errors`; throws FileError for a file that is not there.
void add_bases(json::Value& root, const std::filesystem::path& path, ErrorList& errors);

}  // namespace talus
