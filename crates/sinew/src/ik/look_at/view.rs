//! View cone: directions as angles up and to the left of straight ahead, within an ellipse.

use crate::ik::look_at::upright::ROLL_SHARE;
use crate::limit::{AngleRange, SwingEllipse};
use crate::math::angle::{atan2, sin_cos};
use crate::math::ops;
use glam::{Quat, Vec2, Vec3};
use std::f32::consts::{FRAC_PI_2, PI};

/// View cone in the space of the chain's parent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    /// Directions ahead and up.
    ahead: [Vec3; 2],
    cone: SwingEllipse,
}

impl View {
    /// View cone about +Z, in a space rotated by `above`, with angles down and up, and to the right and left.
    pub(crate) fn new(above: Quat, down_up: AngleRange, right_left: AngleRange) -> Self {
        let (ahead, up, left) = (above * Vec3::Z, above * Vec3::Y, above * Vec3::X);
        // A positive rotation about the axis to the left points down.
        let down = AngleRange::new(-down_up.max(), -down_up.min());
        Self { ahead: [ahead, up], cone: SwingEllipse::new(ahead, left, down, right_left) }
    }

    /// Angles up and to the left of a direction, as one rotation from straight ahead. Heads turn to targets
    /// behind over a shoulder, on the current side, with the pitch of the target's elevation.
    pub(crate) fn swing_to(&self, direction: Vec3, side: f32) -> Vec2 {
        let [ahead, up] = self.ahead;
        let (x, y, z) = (direction.dot(up.cross(ahead)), direction.dot(up), direction.dot(ahead));
        let sine = (x * x + y * y).sqrt();
        let angle = atan2(sine, z);
        let straight = (Vec2::new(y, x) / sine).try_normalize().unwrap_or(Vec2::Y) * angle;
        if z >= 0.0 {
            return straight;
        }
        // Directions within a cone wider than a right angle are met straight; beyond it, the way over the
        // shoulder takes over within `range`. For narrower cones both are the same at a right angle.
        let begins = (angle / self.share_of(straight).max(f32::MIN_POSITIVE)).max(FRAC_PI_2);
        let range = (begins - FRAC_PI_2).min(0.5 * (PI - begins));
        let behind = match angle - begins {
            within if within <= 0.0 => return straight,
            beyond if beyond < range => -z * (beyond / range),
            _ => -z,
        };
        // Near straight behind the side is kept; at first it is the left one.
        let near = if side == 0.0 { 1e-4 } else { 0.36 };
        let side = if x.abs() > near * -z { x } else { side };
        let direction = Vec2::new(y, ops::hypot(x, behind) * if side < 0.0 { -1.0 } else { 1.0 });
        direction.normalize_or_zero() * angle
    }

    /// Direction at angles up and to the left, in the space of the chain's parent.
    pub(crate) fn direction(&self, swing: Vec2) -> Vec3 {
        let [ahead, up] = self.ahead;
        let left = up.cross(ahead);
        let angle = swing.length();
        match swing.try_normalize() {
            Some(direction) => {
                let (sine, cosine) = sin_cos(angle * 0.5);
                let (across, along) = (2.0 * sine * cosine, 1.0 - 2.0 * sine * sine);
                ahead * along + (up * direction.x + left * direction.y) * across
            }
            None => ahead,
        }
    }

    /// Direction up, in the space of the chain's parent.
    pub(crate) fn up(&self) -> Vec3 {
        self.ahead[1]
    }

    /// Angles as a share of the cone's extent in their direction.
    #[inline]
    pub(crate) fn share_of(&self, swing: Vec2) -> f32 {
        // Down is a positive rotation about the axis to the left.
        self.cone.share_of(-swing.x, swing.y)
    }

    /// Whether a direction of any length is far enough inside the cone neither to slow down nor to lose its
    /// roll; may be false for some that are.
    #[inline]
    pub(crate) fn is_clear(&self, direction: Vec3, softness: f32) -> bool {
        let nearest = (self.cone.nearest() * hard(softness).min(ROLL_SHARE[0])).min(FRAC_PI_2);
        direction.dot(self.ahead[0]) > sin_cos(nearest).1 * direction.length()
    }

    /// Factor that brings angles, given as a share of the cone,
    /// inside it, slowed down over the share `softness`.
    #[inline]
    pub(crate) fn capped(share: f32, softness: f32) -> f32 {
        let hard = hard(softness);
        if share <= hard {
            return 1.0;
        }
        let room = 1.0 - hard;
        let beyond = if room > 0.0 { (share - hard) / room } else { 1.0 };
        (hard + room * (beyond / (1.0 + beyond))) / share
    }

    /// Yaw of a direction to the left of straight ahead, radians.
    pub(crate) fn yaw(&self, direction: Vec3) -> f32 {
        let [ahead, up] = self.ahead;
        atan2(direction.dot(up.cross(ahead)), direction.dot(ahead))
    }
}

/// Share of the cone at which slowing down begins; 1 for a softness that is NaN.
fn hard(softness: f32) -> f32 {
    if softness.is_nan() { 1.0 } else { 1.0 - softness.clamp(0.0, 1.0) }
}
