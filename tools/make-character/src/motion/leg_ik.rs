//! Two-bone IK of the legs (law of cosines), which places the feet at the steps of a pose.

use super::pose::{Pose, Step};
use glam::{Affine3A, Mat3, Quat, Vec3};

/// Sets both legs, feet and toes of a pose.
pub(crate) fn plant(pose: &mut Pose<'_>) {
    let s = pose.skeleton;
    let hips = s.index("hips");
    let hips_at = s.at("hips") + pose.hips;
    let hips_turn = pose.rotations[hips];
    for (side, name, sign) in [(0, "left", 1.0f32), (1, "right", -1.0)] {
        let index = |n: &str| s.index(&format!("{name}{n}"));
        let (thigh, shin, foot, toes) = (index("UpperLeg"), index("LowerLeg"), index("Foot"), index("Toes"));
        let step = pose.feet[side];
        let (ankle, turn) = ankle(step, s.joints[foot].at, s.joints[toes].at, sign);
        let hip = hips_at + hips_turn * (s.joints[thigh].at - s.at("hips"));
        let (v1, v2) = (s.offset(shin), s.offset(foot));
        let (l1, l2) = (v1.length(), v2.length());
        let to = ankle - hip;
        let reach = to.length().clamp(0.2, (l1 + l2) * 0.9995);
        let toward = to.normalize();
        let forward = Quat::from_rotation_y((step.out * sign * 0.7).to_radians())
            * (hips_turn * Vec3::Z * 0.4 + Vec3::Z);
        let pole = (forward - toward * forward.dot(toward)).normalize();
        let pole = if step.hinge > 0.0 {
            pole.lerp((hips_turn * Vec3::NEG_X).cross(toward).normalize(), step.hinge).normalize()
        } else {
            pole
        };
        let pole = Quat::from_axis_angle(toward, (-step.knee * sign).to_radians()) * pole;
        let cos = ((l1 * l1 + reach * reach - l2 * l2) / (2.0 * l1 * reach)).clamp(-1.0, 1.0);
        let sin = (1.0 - cos * cos).sqrt();
        let d1 = toward * cos + pole * sin;
        let d2 = (toward * reach - d1 * l1).normalize();
        let hinge = pole.cross(toward).normalize();
        let thigh_turn = align(v1, d1, Vec3::X, hinge);
        let shin_turn = align(v2, d2, Vec3::X, hinge);
        pose.rotations[thigh] = hips_turn.inverse() * thigh_turn;
        pose.rotations[shin] = thigh_turn.inverse() * shin_turn;
        pose.rotations[foot] = shin_turn.inverse() * turn;
        let bend = (-step.pitch).max(0.0) * step.toes;
        pose.rotations[toes] = Quat::from_rotation_x(-bend.to_radians());
    }
}

/// Position of the ankle and orientation of the foot for a step.
fn ankle(step: Step, ankle: Vec3, ball: Vec3, sign: f32) -> (Vec3, Quat) {
    let turn = Quat::from_rotation_y((step.out * sign).to_radians())
        * Quat::from_rotation_z((-step.tilt * sign).to_radians())
        * Quat::from_rotation_x(-step.pitch.to_radians());
    let yaw = Quat::from_rotation_y((step.out * sign).to_radians());
    // The foot rotates outward about its ankle, then pitches about heel or ball.
    let pivot = if step.pitch > 0.0 { Vec3::new(ankle.x, 0.0, -0.088) } else { ball };
    let stand = ankle + yaw * (pivot - ankle);
    let tipped =
        Affine3A::from_rotation_translation(turn, stand + step.at) * Affine3A::from_translation(-pivot);
    // Neither heel, ball nor toe tip may penetrate the ground.
    let bend = Quat::from_rotation_x(-((-step.pitch).max(0.0) * step.toes).to_radians());
    let tip = ball + bend * (Vec3::new(ball.x, 0.0, 0.166) - ball);
    let under = bend * Vec3::new(0.0, -ball.y, 0.0) + ball;
    let low = [Vec3::new(ankle.x, 0.0, -0.098), under, tip]
        .iter()
        .map(|p| tipped.transform_point3(*p).y)
        .fold(0.0, f32::min);
    (tipped.transform_point3(ankle) - Vec3::Y * low, turn)
}

/// Rotation from `from` to `to` that takes the hinge axis from `rest` to `hinge`.
pub(super) fn align(from: Vec3, to: Vec3, rest: Vec3, hinge: Vec3) -> Quat {
    let frame = |along: Vec3, side: Vec3| {
        let y = along.normalize();
        let x = (side - y * side.dot(y)).normalize();
        Mat3::from_cols(x, y, x.cross(y))
    };
    Quat::from_mat3(&(frame(to, hinge) * frame(from, rest).transpose())).normalize()
}
