#include "talus/sim/frame_choice.hpp"

#include <algorithm>

namespace talus {

ParticleFrame chosen(const std::vector<FrameArray>& wanted, ParticleFrame frame) {
  const auto names = [&](FrameArray array) { return std::ranges::count(wanted, array) > 0; };
  const bool usual = wanted.empty() || names(FrameArray::usual);
  std::erase_if(frame.fields, [&](const Field& field) {
    const bool rare =
        field.name == word_of(FrameArray::strain) || field.name == word_of(FrameArray::deformation_gradient);
    return !(usual && !rare) &&
           std::ranges::none_of(wanted, [&](FrameArray array) { return word_of(array) == field.name; });
  });
  return frame;
}

int numbers_of(const ParticleFrame& frame) {
  int sum = 3;
  for (const Field& field : frame.fields) sum += field.components;
  return sum;
}

}  // namespace talus
