// Volumes that balls and discs share with planes and with each other: closed forms, and one quadrature.
//
// A ball cut by planes through three perpendicular directions is a solid bounded by flat faces and one piece of its own
// surface. Seen from the centre it is a bundle of cones, so V = (r S - Σ h_k A_k)/3, with h_k the distances of the
// planes, A_k their faces, and S the piece of the surface, whose area follows from the theorem of Gauss and Bonnet
// (bulk 2). The same in the plane, one dimension lower.
#pragma once

#include "talus/core/types.hpp"

namespace talus {

/// Part of the unit disc where x > b and y > c [-].
[[nodiscard]] Real disc_corner(Real b, Real c);

/// Part of the unit ball where x > a, y > b and z > c [-].
[[nodiscard]] Real ball_corner(Real a, Real b, Real c);

/// What a ball (2-D: disc) shares with the box [low, high] [m^3; m^2]; exact.
[[nodiscard]] Real ball_in_box(const Vec3& centre, Real radius, const Vec3& low, const Vec3& high, int dimension);

/// What two balls (discs) share whose centres are `distance` [m] apart [m^3; m^2]; exact.
[[nodiscard]] Real ball_in_ball(Real radius, Real other, Real distance, int dimension);

/// What a ball shares with a cylinder of radius `tube` [m] about an axis that passes it at `off` [m], between the
/// heights `bottom` and `top` [m] above its centre [m^3]. Lenses integrated along the axis: good to 1e-8 of the ball.
[[nodiscard]] Real ball_in_cylinder(Real radius, Real tube, Real off, Real bottom, Real top);

}  // namespace talus
