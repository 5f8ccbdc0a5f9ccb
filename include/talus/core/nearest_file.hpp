// "did you mean" for files.
#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace talus {

/// End of a message about a file or folder that is not there: `; did you mean "cases/sliding/model2.json"?`, of names
/// in the folders on the way. Empty when none is near. Files that are `not_meant`, such as the one that names it, are
/// not offered.
[[nodiscard]] std::string file_suggestion(const std::filesystem::path& path,
                                          std::span<const std::filesystem::path> not_meant = {});

}  // namespace talus
