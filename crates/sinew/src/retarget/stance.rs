use super::align::{ReferencePose, TORSO};
use crate::humanoid::HumanBone::*;
use glam::{Mat3, Quat, Vec3};
use std::f32::consts::FRAC_PI_4;

/// How a body rests as a whole.
pub(super) struct Stance {
    /// Turns it to face +Z, and its hips to stand level as well where it does not rest standing.
    pub(super) facing: Quat,
    pub(super) hips: Quat,
    /// Whether it is the rest pose of a body that stands.
    pub(super) is_stance: bool,
    /// Whether its shins hang, so that its feet stand.
    pub(super) stands: bool,
    /// Whether it stands upright.
    pub(super) upright: bool,
}

impl Stance {
    pub(super) fn of(body: &ReferencePose) -> Self {
        let across = [(RightUpperLeg, LeftUpperLeg), (RightUpperArm, LeftUpperArm)];
        let left = across.iter().find_map(|&(from, to)| body.way(from, to)).unwrap_or(Vec3::X);
        let level = left.with_y(0.0).try_normalize().unwrap_or(Vec3::X);
        let near =
            |way: Option<Vec3>, to: Vec3, angle: f32| way.is_none_or(|way| way.angle_between(to) < angle);
        let shins = [(LeftLowerLeg, LeftFoot), (RightLowerLeg, RightFoot)];
        let stands = shins.iter().all(|&(from, to)| near(body.way(from, to), Vec3::NEG_Y, FRAC_PI_4 * 0.8));
        let upright = stands && near(body.way(Hips, Head), Vec3::Y, FRAC_PI_4 * 0.5);
        let facing = about_y(level, Vec3::X);
        let up = TORSO.into_iter().chain([Head]).find_map(|bone| body.way(Hips, bone)).unwrap_or(Vec3::Y);
        let hips = match upright {
            true => facing,
            // From the body's own axes to the world's.
            false => {
                let x = left.try_normalize().unwrap_or(Vec3::X);
                let y = up.reject_from(x).try_normalize().unwrap_or(x.any_orthonormal_vector());
                Quat::from_mat3(&Mat3::from_cols(x, y, x.cross(y))).inverse()
            }
        };
        Self { facing, hips, is_stance: true, stands, upright }
    }
}

/// The turn about +Y that takes one level direction to another.
pub(super) fn about_y(from: Vec3, to: Vec3) -> Quat {
    Quat::from_rotation_y(to.x.atan2(to.z) - from.x.atan2(from.z))
}
