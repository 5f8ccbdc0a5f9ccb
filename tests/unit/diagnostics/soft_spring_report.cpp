// The numbers that tell soft springs, and what is said about them.
#include "talus/diagnostics/soft_spring_report.hpp"

#include <doctest/doctest.h>

#include <string>

#include "support/relative_error.hpp"

using namespace talus;

TEST_CASE("soft springs: numbers of soft springs, and a sentence for each that is too large") {
  SpringObservation stiff;
  stiff.overlap_ratio = 0.2;  // of a collision that nobody else is near to
  stiff.packed_overlap = 0.009;
  stiff.shared_volume = 0.009;
  stiff.solid_volume = 1;
  stiff.contact_duration = 1;
  stiff.company = 0.09;
  stiff.approach_time = 1.1;
  CHECK(judge_springs(stiff).warnings().empty());
  CHECK(judge_springs(stiff).excluded_volume == near(0.009));
  CHECK(judge_springs(stiff).detachment == 0.09);
  CHECK(judge_springs(stiff).brake == doctest::Approx(1 / 1.1));

  SpringObservation collision = stiff;  // as deep as it is fast
  collision.packed_overlap = 0;
  collision.shared_volume = 0.5;
  CHECK(judge_springs(collision).warnings().empty());

  const auto soft = [&](Real SpringObservation::*member, Real value, const char* words) {
    SpringObservation seen = stiff;
    seen.*member = value;
    const auto warnings = judge_springs(seen).warnings();
    REQUIRE(warnings.size() == 1);
    MESSAGE(warnings.front());
    CHECK(warnings.front().find(words) != std::string::npos);
  };
  soft(&SpringObservation::packed_overlap, 0.0234, "2.34 % of their radius");
  soft(&SpringObservation::shared_volume, 0.015, "1.5 % of their volume");
  soft(&SpringObservation::company, 0.25, "25 % begin while");
  soft(&SpringObservation::approach_time, 0.4, "2.5 times as long");

  // What was not measured says nothing.
  CHECK(judge_springs({}).warnings().empty());
}
