// Runs the files of folders through a fuzz target, without a fuzzer: what the tests do with the corpus.
#include "fuzz/target.hpp"

#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>

int main(int count, char** argument) {
  std::string at;
  std::size_t files = 0;
  try {
    for (int k = 1; k < count; ++k) {
      for (const auto& entry : std::filesystem::directory_iterator(argument[k])) {
        at = entry.path().string();
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
        ++files;
      }
    }
  } catch (const std::exception& error) {
    std::cerr << at << ": " << error.what() << "\n";
    return 1;
  }
  std::cout << files << " files\n";
  return files > 0 ? 0 : 1;
}
