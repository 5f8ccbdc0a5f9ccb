// "did you mean" for files.
#pragma once

#include <filesystem>
#include <string>

namespace talus {

/// End of a message about a file or folder that is not there: `; did you mean "cases/sliding/model2.json"?`, of names
/// in the folders on the way. Empty when none is near.
[[nodiscard]] std::string file_suggestion(const std::filesystem::path& path);

}  // namespace talus
