use crate::math::angle::{atan2, half};
use glam::{Quat, Vec3};

/// Swing–twist decomposition of a rotation: first a twist about the bone, then a swing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SwingTwist {
    /// Swing.
    pub(crate) swing: Quat,
    /// Sine and cosine of half the twist; the cosine is not negative.
    pub(crate) twist: (f32, f32),
}

impl SwingTwist {
    /// Decomposition of a rotation; `bone` is the unit axis of the twist.
    #[inline]
    pub(crate) fn of(turn: Quat, bone: Vec3) -> Self {
        let along = turn.xyz().dot(bone);
        let length = (along * along + turn.w * turn.w).sqrt();
        // A swing by half a turn has any twist; it gets none.
        if length < 1e-9 {
            return Self { swing: turn, twist: (0.0, 1.0) };
        }
        let sign = 1.0f32.copysign(turn.w) / length;
        let (sine, cosine) = (along * sign, turn.w * sign);
        let back = (bone * -sine).extend(cosine);
        let swing = turn * Quat::from_vec4(back);
        Self { swing, twist: (sine, cosine) }
    }

    /// Twist angle, radians.
    #[inline]
    pub(crate) fn twist(self) -> f32 {
        2.0 * atan2(self.twist.0, self.twist.1)
    }

    /// Axis and angle of the swing; none for a swing near zero.
    #[inline]
    pub(crate) fn swing_arc(self) -> Option<SwingArc> {
        let axis = self.swing.xyz() * 1.0f32.copysign(self.swing.w);
        let sine = axis.length();
        (sine > 1e-7).then(|| SwingArc { about: axis / sine, half: (sine, self.swing.w.abs()) })
    }

    /// Sine and cosine of half the angle about `axis` (perpendicular to `bone`) of the bone, projected into
    /// the plane of the hinge.
    #[inline]
    pub(crate) fn about_hinge(self, axis: Vec3, bone: Vec3) -> (f32, f32) {
        let pointing = self.swing * bone;
        half(pointing.dot(axis.cross(bone)), pointing.dot(bone))
    }
}

/// Axis (unit, perpendicular to the bone) and angle of a swing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SwingArc {
    pub(crate) about: Vec3,
    /// Sine and cosine of half its angle, neither negative.
    pub(crate) half: (f32, f32),
}

impl SwingArc {
    /// Angle, radians.
    #[inline]
    pub(crate) fn angle(self) -> f32 {
        2.0 * atan2(self.half.0, self.half.1)
    }

    /// Excess over an angle, given as sine and cosine of half of it: the sine of half the difference.
    #[inline]
    pub(crate) fn beyond(self, (sine, cosine): (f32, f32)) -> f32 {
        self.half.0 * cosine - self.half.1 * sine
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_twist_is_the_angle_about_the_bone() {
        let bone = Vec3::new(1.0, 2.0, -0.5).normalize();
        for angle in [-3.0, -1.0, 0.0, 0.5, 3.0] {
            let swing = Quat::from_axis_angle(bone.any_orthonormal_vector(), 0.7);
            let turn = swing * Quat::from_axis_angle(bone, angle);
            for turn in [turn, -turn] {
                let parts = SwingTwist::of(turn, bone);
                assert!((parts.twist() - angle).abs() < 1e-5, "{angle}");
                assert!(parts.swing.dot(swing).abs() > 1.0 - 1e-6, "{angle}");
            }
        }
    }
}
