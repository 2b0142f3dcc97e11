//! Trainers: a sole with an edge, a soft upper, a toe cap, laces, and the sock above the collar.

use crate::field::{Field, Shape};
use crate::skeleton::Skeleton;
use crate::surface::{Surface, polygonise, reduce};
use crate::weights::{Volume, weigh};
use glam::{Quat, Vec3};

/// Top of the sole's edge.
pub(crate) const SOLE: f32 = 0.0275;

fn p(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(0.098 + x, y, z)
}

/// The left shoe.
pub(crate) fn make(skeleton: &Skeleton, volumes: &[Volume], budget: usize) -> Surface {
    let e = |c: Vec3, x: f32, y: f32, z: f32| Shape::Ellipsoid(c, Vec3::new(x, y, z), Quat::IDENTITY);
    let mut f = Field::default();
    f.add(e(p(-0.001, 0.052, -0.052), 0.0365, 0.050, 0.043), 0.0);
    f.add(Shape::Cone(p(-0.001, 0.070, -0.034), p(-0.002, 0.108, -0.034), 0.0425, 0.0415), 0.02);
    f.add(Shape::Cone(p(0.0, 0.060, -0.012), p(0.003, 0.034, 0.085), 0.0405, 0.0360), 0.03);
    f.add(e(p(0.003, 0.030, 0.102), 0.0440, 0.0360, 0.0580), 0.02);
    f.keep(Shape::Half(Vec3::new(0.0, 0.112, 0.0), Vec3::new(0.0, 1.0, 0.12).normalize()), 0.006);
    // Tongue and laces.
    f.add(Shape::Chain(vec![(p(0.0, 0.080, 0.022), 0.018), (p(0.0, 0.115, -0.001), 0.0135)]), 0.006);
    for i in 0..4 {
        let t = i as f32 / 3.0;
        let at = p(0.001, 0.1000 - 0.0300 * t, 0.0215 + 0.037 * t);
        f.add(Shape::Cone(at - Vec3::X * 0.0165, at + Vec3::X * 0.0165, 0.0036, 0.0036), 0.0015);
    }
    f.keep(Shape::Half(Vec3::new(0.0, 0.010, 0.0), -Vec3::Y), 0.0);
    let mut sole = Field::default();
    sole.add(e(p(-0.001, 0.014, -0.050), 0.0400, 0.4, 0.0500), 0.0);
    sole.add(e(p(0.004, 0.014, 0.098), 0.0480, 0.4, 0.0680), 0.05);
    sole.add(Shape::Cone(p(0.0, 0.014, -0.04), p(0.002, 0.014, 0.09), 0.034, 0.040), 0.02);
    sole.keep(Shape::Half(Vec3::new(0.0, SOLE, 0.0), Vec3::new(0.0, 1.0, 0.02).normalize()), 0.004);
    sole.keep(Shape::Half(Vec3::new(0.0, 0.0, 0.0), -Vec3::Y), 0.004);
    f.join(sole, 0.0015);
    // Sock.
    f.add(Shape::Cone(p(-0.002, 0.09, -0.030), p(-0.002, 0.150, -0.028), 0.0335, 0.0330), 0.0015);
    let mut s = polygonise(&f, Vec3::new(0.03, -0.01, -0.12), Vec3::new(0.17, 0.20, 0.19), 0.0036);
    let left = |v: &Volume| {
        v.joint < skeleton.index("rightShoulder") && matches!(v.stem.as_str(), "LowerLeg" | "Foot" | "Toes")
    };
    weigh(&mut s, volumes, left, 0.010, 3);
    for (i, p) in s.positions.iter().enumerate() {
        if p.z < 0.02 {
            // Only the sock bends at the ankle; the shoe follows the foot.
            let rise = crate::field::smoothstep(0.105, 0.150, p.y);
            let (leg, foot) = (skeleton.index("leftLowerLeg"), skeleton.index("leftFoot"));
            s.influences[i] = crate::weights::top_four(vec![(foot, 1.0 - rise), (leg, rise)]);
        }
    }
    reduce(&s, budget, |i| if s.positions[i].y < 0.004 { 0.2 } else { 0.8 })
}
