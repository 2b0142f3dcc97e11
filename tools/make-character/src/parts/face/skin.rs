//! Shapes of brows, cheeks and nose.

use super::FacePoint;
use super::region::{Region, bell};
use crate::field::smoothstep;
use crate::parts::head::CHIN;
use crate::skeleton::EYE;
use glam::{Vec2, Vec3};

/// Weight around a point of the frontal plane, given by its height above the chin.
fn around(p: Vec3, x: f32, y: f32, radii: Vec2) -> f32 {
    let flat = (Vec2::new(p.x - x, p.y - CHIN - y)) / radii;
    (-flat.length_squared()).exp() * smoothstep(0.0, 0.035, p.z)
}

/// Fades the motion of the brow towards the lids.
fn above_lids(p: Vec3) -> f32 {
    smoothstep(EYE[1] + 0.004, EYE[1] + 0.030, p.y)
}

/// Shapes without sides.
pub(super) fn whole(name: &str, p: &FacePoint) -> Vec3 {
    match name {
        "browInnerUp" => {
            let one = |at: Vec3| {
                let k = around(at, 0.0150, 0.150, Vec2::new(0.0185, 0.020)) * above_lids(at);
                Vec3::new(0.0004, 0.0072, 0.0) * k
            };
            let other = one(Vec3::new(-p.at.x, p.at.y, p.at.z));
            one(p.at) + Vec3::new(-other.x, other.y, other.z)
        }
        "cheekPuff" => {
            let one =
                |at: Vec3| Vec3::new(0.0068, 0.0, 0.0052) * around(at, 0.043, 0.056, Vec2::new(0.020, 0.022));
            let other = one(Vec3::new(-p.at.x, p.at.y, p.at.z));
            (one(p.at) + Vec3::new(-other.x, other.y, other.z)) * (1.0 - p.deep)
        }
        _ => Vec3::ZERO,
    }
}

/// Left ones of the shapes with sides.
pub(super) fn left(stem: &str, p: &FacePoint) -> Vec3 {
    let at = p.at;
    match stem {
        "browDown" => {
            let k = around(at, 0.022, 0.151, Vec2::new(0.024, 0.018)) * smoothstep(-0.004, 0.008, at.x);
            Vec3::new(-0.0028, -0.0062, 0.0010) * k * above_lids(at)
        }
        "browOuterUp" => {
            let k = around(at, 0.045, 0.149, Vec2::new(0.021, 0.020));
            Vec3::new(0.0, 0.0062, 0.0) * k * above_lids(at)
        }
        "cheekSquint" => {
            let k = around(at, 0.041, 0.084, Vec2::new(0.021, 0.015));
            Vec3::new(0.0006, 0.0036, 0.0026) * k
        }
        "eyeSquint" => Vec3::new(0.0, 0.0016, 0.0010) * around(at, 0.036, 0.090, Vec2::new(0.022, 0.010)),
        "mouthSmile" => Vec3::new(0.0010, 0.0026, 0.0034) * around(at, 0.042, 0.078, Vec2::new(0.019, 0.015)),
        "noseSneer" => {
            let wing = around(at, 0.0125, 0.0885, Vec2::new(0.0105, 0.011));
            let bridge = around(at, 0.013, 0.122, Vec2::new(0.010, 0.012));
            let region = Region::of(p);
            let lip = region.upper * region.near * bell((region.x - 0.013) / 0.012);
            let fold = around(at, 0.024, 0.080, Vec2::new(0.013, 0.012));
            Vec3::new(0.0010, 0.0030, -0.0006) * wing
                + Vec3::new(0.0, 0.0012, 0.0012) * bridge
                + Vec3::new(0.0, 0.0024, 0.0002) * lip
                + Vec3::new(0.0004, 0.0016, 0.0016) * fold
        }
        _ => Vec3::ZERO,
    }
}
