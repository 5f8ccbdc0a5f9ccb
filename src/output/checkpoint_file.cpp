#include "talus/output/checkpoint_file.hpp"

#include <array>
#include <cstring>
#include <string>

#include "talus/output/atomic_file.hpp"

namespace talus {
namespace {

constexpr std::string_view magic = "talus checkpoint";

/// Eight tables, so that eight bytes are taken at once ("slicing-by-8" of M. Kounavis and F. Berry, 2005).
constexpr auto crc_tables = [] {
  constexpr std::uint32_t reversed_polynomial = 0xedb88320U;
  std::array<std::array<std::uint32_t, 256>, 8> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? reversed_polynomial : 0);
    table[0][byte] = crc;
  }
  for (std::size_t k = 1; k < table.size(); ++k) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      table[k][byte] = (table[k - 1][byte] >> 8) ^ table[0][table[k - 1][byte] & 0xff];
    }
  }
  return table;
}();

template <class T>
std::string_view bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// Takes a file apart from its front.
class Reader {
 public:
  Reader(const std::filesystem::path& path, std::string_view text) : path_(path), rest_(text) {}

  [[nodiscard]] std::string_view take(std::uint64_t size, const std::string& of) {
    if (size > rest_.size()) damaged("it ends within " + of);
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  template <class T>
  T number(const std::string& of) {
    T value{};
    std::memcpy(&value, take(sizeof value, of).data(), sizeof value);
    return value;
  }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  [[noreturn]] void damaged(const std::string& how) const {
    throw BadContent("\"" + path_.string() + "\" is damaged: " + how);
  }

 private:
  const std::filesystem::path& path_;
  std::string_view rest_;
};

Archive::Section read_section(Reader& reader, std::uint32_t& all) {
  const auto name_length = reader.number<std::uint32_t>("a section");
  const auto length = reader.number<std::uint64_t>("a section");
  const std::string name(reader.take(name_length, "the name of a section"));
  std::string bytes(reader.take(length, "section \"" + name + "\""));
  const auto expected = reader.number<std::uint32_t>("section \"" + name + "\"");
  std::uint32_t crc = crc32(bytes_of(length), crc32(bytes_of(name_length)));
  crc = crc32(bytes, crc32(name, crc));
  if (crc != expected) reader.damaged("section \"" + name + "\" is not what was written");
  all = crc32(bytes_of(crc), all);
  return {name, std::move(bytes)};
}

}  // namespace

std::uint32_t crc32(std::string_view bytes, std::uint32_t before) {
  const auto* p = reinterpret_cast<const unsigned char*>(bytes.data());
  std::size_t left = bytes.size();
  std::uint32_t crc = ~before;
  const auto& t = crc_tables;
  for (; left >= 8; left -= 8, p += 8) {
    std::uint32_t low = 0, high = 0;
    std::memcpy(&low, p, sizeof low);
    std::memcpy(&high, p + 4, sizeof high);
    low ^= crc;
    crc = t[7][low & 0xff] ^ t[6][low >> 8 & 0xff] ^ t[5][low >> 16 & 0xff] ^ t[4][low >> 24] ^  //
          t[3][high & 0xff] ^ t[2][high >> 8 & 0xff] ^ t[1][high >> 16 & 0xff] ^ t[0][high >> 24];
  }
  for (; left > 0; --left, ++p) crc = (crc >> 8) ^ t[0][(crc ^ *p) & 0xff];
  return ~crc;
}

void write_checkpoint(const std::filesystem::path& path, const std::vector<Archive::Section>& sections) {
  AtomicFile file(path);
  const auto count = static_cast<std::uint32_t>(sections.size());
  std::uint32_t all = crc32(bytes_of(count), crc32(bytes_of(checkpoint_version)));
  file.write(magic);
  file.write(bytes_of(checkpoint_version));
  file.write(bytes_of(count));
  for (const auto& [name, bytes] : sections) {
    const auto name_length = static_cast<std::uint32_t>(name.size());
    const auto length = static_cast<std::uint64_t>(bytes.size());
    std::uint32_t crc = 0;
    for (const std::string_view part :
         {bytes_of(name_length), bytes_of(length), std::string_view(name), std::string_view(bytes)}) {
      file.write(part);
      crc = crc32(part, crc);
    }
    file.write(bytes_of(crc));
    all = crc32(bytes_of(crc), all);
  }
  file.write(bytes_of(all));
  file.commit_durably();
}

std::vector<Archive::Section> read_checkpoint(const std::filesystem::path& path) {
  return checkpoint_sections(read_file(path), path);
}

std::vector<Archive::Section> checkpoint_sections(std::string_view bytes, const std::filesystem::path& path) {
  Reader reader(path, bytes);
  if (reader.take(magic.size(), "its first line") != magic)
    reader.damaged("it does not begin as a checkpoint of talus");
  const auto version = reader.number<std::uint32_t>("its version");
  if (version != checkpoint_version) {
    throw BadContent("\"" + path.string() + "\" is of version " + std::to_string(version) +
                     " of checkpoints, and this talus reads version " + std::to_string(checkpoint_version) +
                     " only: go on with the talus that wrote it, or run the case anew");
  }
  const auto count = reader.number<std::uint32_t>("the number of sections");
  std::uint32_t all = crc32(bytes_of(count), crc32(bytes_of(version)));
  std::vector<Archive::Section> sections;
  for (std::uint32_t k = 0; k < count; ++k) sections.push_back(read_section(reader, all));
  if (reader.number<std::uint32_t>("its checksum") != all) reader.damaged("its checksums do not fit together");
  if (!reader.at_end()) reader.damaged("there is more in it than was written");
  return sections;
}

}  // namespace talus
