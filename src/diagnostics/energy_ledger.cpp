#include "talus/diagnostics/energy_ledger.hpp"

#include <algorithm>
#include <cmath>

namespace talus {
namespace {

/// Channels that a law states itself; the work of their forces is known separately.
constexpr std::array law_channels{Channel::elastic,         Channel::plastic,          Channel::contact_stored,
                                  Channel::contact_plastic, Channel::contact_adhesive, Channel::contact_viscous,
                                  Channel::sliding,         Channel::rolling,          Channel::twisting,
                                  Channel::contact_fracture, Channel::fracture};

Real sum_of(const std::array<Real, channel_count>& values) {
  Real sum = 0;
  for (const Real v : values) sum += v;
  return sum;
}

}  // namespace

void EnergyLedger::open(Real kinetic, Real elastic, Real contact_stored, Real rotational) {
  set(Channel::kinetic, kinetic);
  set(Channel::rotational, rotational);
  set(Channel::elastic, elastic);
  set(Channel::contact_stored, contact_stored);
  start_sum_ = sum_of(value_);
  start_account_ = law_account();
  close_step();
}

Real EnergyLedger::law_account() const {
  Real sum = 0;
  for (const Channel c : law_channels) sum += (*this)[c];
  return sum;
}

void EnergyLedger::close_step() {
  const Real before = (*this)[Channel::state_residual];
  set(Channel::state_residual, law_work_ - (law_account() - start_account_));
  state_defect_ = std::abs((*this)[Channel::state_residual] - before);
  Real magnitude = 0;
  for (const Real v : value_) magnitude += std::abs(v);
  largest_sum_ = std::max(largest_sum_, magnitude);
  largest_internal_ = std::max(largest_internal_, (*this)[Channel::elastic] + (*this)[Channel::plastic]);
  largest_work_residual_ = std::max(largest_work_residual_, missing());
  largest_state_residual_ = std::max(largest_state_residual_, std::abs((*this)[Channel::state_residual]));
}

/// Of the work ledger [J].
Real EnergyLedger::missing() const { return std::abs(sum_of(value_) - start_sum_); }

Real EnergyLedger::work_residual() const { return relative(missing()); }

Real EnergyLedger::state_residual() const { return relative(std::abs((*this)[Channel::state_residual])); }

}  // namespace talus
