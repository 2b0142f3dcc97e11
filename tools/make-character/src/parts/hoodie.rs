//! The hoodie: body with a ribbed hem, sleeves with cuffs, a hood lying on the back, a pouch pocket and
//! drawstrings.

use crate::field::{Field, Section, Shape, smoothstep};
use crate::skeleton::Skeleton;
use crate::surface::{Surface, polygonise, reduce};
use crate::weights::{Volume, weigh, weigh_to};
use glam::{Quat, Vec3};

/// Label of the drawstrings.
pub(crate) const STRING: u8 = 1;
/// Lower edge of the hem.
pub(crate) const HEM: f32 = 0.872;

/// 0 outside and 1 inside the pouch pocket's outline (front view).
pub(crate) fn pocket(p: Vec3) -> f32 {
    let slant = smoothstep(0.985, 1.060, p.y);
    let half = 0.112 - 0.040 * slant;
    smoothstep(half + 0.003, half - 0.003, p.x.abs())
        * smoothstep(1.066, 1.060, p.y)
        * smoothstep(0.948, 0.954, p.y)
        * smoothstep(0.03, 0.06, p.z)
}

fn folds(p: Vec3) -> f32 {
    let side = p.x.signum();
    let wave = |phase: f32, f: f32| (phase * f).sin();
    // Soft folds where the body of the hoodie rests on the hem.
    let blouse = smoothstep(1.06, 0.985, p.y) * smoothstep(0.935, 0.965, p.y);
    let around = p.x.atan2(p.z);
    let body = blouse * 0.0032 * (wave(around, 7.0) * wave(p.y + 0.013 * wave(around, 3.0), 95.0));
    // Pulls from the armpit.
    let pit = Vec3::new(side * 0.165, 1.265, 0.0);
    let toward = (-(p.distance(pit) / 0.085).powi(2)).exp();
    let pull = 0.0030 * toward * wave((p.y - 0.6 * side * p.x) + 0.1 * p.z, 150.0);
    body + pull
}

fn sleeve_folds(p: Vec3, elbow: Vec3, wrist: Vec3) -> f32 {
    let along = (p - elbow).dot((wrist - elbow).normalize());
    let cross = p.z * 26.0;
    let bend = (-(along / 0.055).powi(2)).exp();
    let stack = smoothstep(0.10, 0.19, along) * smoothstep(0.225, 0.195, along);
    0.0026 * bend * (along * 165.0 + cross).sin()
        + 0.0034 * stack * (along * 190.0 + (cross * 0.8).sin() * 1.3).sin()
}

/// Makes the hoodie.
pub(crate) fn make(skeleton: &Skeleton, volumes: &[Volume], budget: usize) -> Surface {
    let authored = skeleton.authored();
    let posed = |name: &str, offset: Vec3| {
        let j = skeleton.index(name);
        authored[j].transform_point3(skeleton.joints[j].at + offset)
    };
    let mut f = Field::default();
    f.add(
        Shape::Loft(vec![
            Section::new(HEM - 0.012, 0.0, 0.002, 0.158, 0.118, 0.136, 2.5),
            Section::new(0.925, 0.0, 0.002, 0.160, 0.119, 0.137, 2.5),
            Section::new(0.960, 0.0, 0.002, 0.167, 0.124, 0.134, 2.4),
            Section::new(1.030, 0.0, 0.000, 0.159, 0.122, 0.118, 2.3),
            Section::new(1.110, 0.0, -0.006, 0.150, 0.117, 0.106, 2.3),
            Section::new(1.200, 0.0, -0.012, 0.153, 0.117, 0.106, 2.3),
            Section::new(1.280, 0.0, -0.018, 0.156, 0.111, 0.105, 2.3),
            Section::new(1.345, 0.0, -0.022, 0.134, 0.087, 0.092, 2.2),
            Section::new(1.395, 0.0, -0.024, 0.092, 0.060, 0.066, 2.0),
        ]),
        0.0,
    );
    f.add_both(
        &Shape::Cone(
            Vec3::new(0.050, 1.372, -0.026),
            posed("leftUpperArm", Vec3::new(-0.006, -0.012, 0.0)),
            0.044,
            0.0520,
        ),
        0.045,
    );
    for side in ["left", "right"] {
        let sign = if side == "left" { 1.0 } else { -1.0 };
        let name = |n: &str| format!("{side}{n}");
        let x = |d: f32| Vec3::new(d * sign, 0.0, 0.0);
        let shoulder = posed(&name("UpperArm"), x(-0.002) - Vec3::Y * 0.008);
        let elbow = posed(&name("LowerArm"), Vec3::ZERO);
        let cuff = posed(&name("LowerArm"), x(0.192));
        let wrist = posed(&name("LowerArm"), x(0.236));
        let mut sleeve = Field::default();
        sleeve.add(
            Shape::Chain(vec![(shoulder, 0.0570), (shoulder.lerp(elbow, 0.5), 0.0540), (elbow, 0.0520)]),
            0.0,
        );
        sleeve
            .add(Shape::Chain(vec![(elbow, 0.0520), (elbow.lerp(cuff, 0.55), 0.0485), (cuff, 0.0445)]), 0.02);
        sleeve.swell(move |p| sleeve_folds(p, elbow, wrist));
        let axis = (wrist - cuff).normalize();
        sleeve.keep(Shape::Half(cuff + axis * 0.002, axis), 0.012);
        sleeve.add(Shape::Cone(cuff - axis * 0.01, wrist - axis * 0.002, 0.0385, 0.0352), 0.005);
        sleeve.keep(Shape::Half(wrist, axis), 0.004);
        f.join(sleeve, 0.034);
    }
    f.swell(folds);
    // The waistband, pulled in with a soft step.
    f.swell(|p| {
        if p.x.abs() < 0.25 {
            -0.0075 * smoothstep(0.926, 0.918, p.y) * smoothstep(1.05, 0.95, p.y)
        } else {
            0.0
        }
    });
    f.swell(|p| 0.0042 * pocket(p));
    f.keep(Shape::Half(Vec3::new(0.0, HEM, 0.0), -Vec3::Y), 0.006);
    hood(&mut f);
    let low = Vec3::new(-0.56, 0.85, -0.24);
    let mut s = polygonise(&f, low, Vec3::new(0.56, 1.50, 0.20), 0.0062);
    weigh(&mut s, volumes, sleeve_and_body, 0.017, 6);
    let detail: Vec<f32> = s
        .positions
        .iter()
        .map(|p| 0.8 + 0.5 * smoothstep(1.28, 1.36, p.y) * smoothstep(0.16, 0.1, p.x.abs()))
        .collect();
    let mut s = reduce(&s, budget, |i| detail[i]);
    for sign in [1.0f32, -1.0] {
        s.append(&string(skeleton, sign));
    }
    s
}

/// The hood, lying in a soft roll around the neck and down the back.
fn hood(f: &mut Field) {
    let mut hood = Field::default();
    let tilt = Quat::from_rotation_x(0.40);
    hood.add(Shape::Ring(Vec3::new(0.0, 1.410, -0.022), tilt, 0.077, 0.079, 0.021), 0.0);
    hood.add(Shape::Ring(Vec3::new(0.0, 1.387, -0.026), tilt, 0.088, 0.084, 0.020), 0.014);
    hood.add(
        Shape::Ellipsoid(
            Vec3::new(0.0, 1.358, -0.122),
            Vec3::new(0.088, 0.062, 0.032),
            Quat::from_rotation_x(0.30),
        ),
        0.030,
    );
    hood.add(
        Shape::Cone(Vec3::new(-0.030, 1.300, -0.128), Vec3::new(0.030, 1.300, -0.128), 0.028, 0.028),
        0.035,
    );
    hood.carve(
        Shape::Ellipsoid(
            Vec3::new(0.0, 1.440, -0.088),
            Vec3::new(0.060, 0.052, 0.026),
            Quat::from_rotation_x(0.45),
        ),
        0.012,
    );
    hood.swell(|p| 0.0018 * (p.x * 70.0 + (p.y * 40.0).sin()).sin() * smoothstep(-0.04, -0.09, p.z));
    f.join(hood, 0.014);
    // The opening for the neck, with a V in front.
    f.carve(Shape::Cone(Vec3::new(0.0, 1.350, -0.016), Vec3::new(0.0, 1.500, -0.014), 0.0580, 0.066), 0.008);
    f.carve(Shape::Cone(Vec3::new(0.0, 1.352, 0.060), Vec3::new(0.0, 1.430, 0.070), 0.008, 0.034), 0.010);
}

/// A drawstring hanging from the collar.
fn string(skeleton: &Skeleton, sign: f32) -> Surface {
    let p = |x: f32, y: f32, z: f32| Vec3::new(x * sign, y, z);
    let mut f = Field::default();
    f.add(
        Shape::Chain(vec![
            (p(0.036, 1.358, 0.068), 0.0031),
            (p(0.040, 1.335, 0.083), 0.0031),
            (p(0.043, 1.290, 0.096), 0.0031),
            (p(0.044, 1.235, 0.1055), 0.0031),
        ]),
        0.0,
    );
    f.add(Shape::Cone(p(0.044, 1.236, 0.1055), p(0.044, 1.216, 0.108), 0.0045, 0.0040), 0.001);
    let low = Vec3::new(if sign > 0.0 { 0.02 } else { -0.06 }, 1.20, 0.04);
    let mut s = polygonise(&f, low, low + Vec3::new(0.04, 0.18, 0.09), 0.0019);
    s.labels.fill(STRING);
    s.openness.fill(1.0);
    weigh_to(&mut s, skeleton.index("upperChest"));
    reduce(&s, 110, |_| 0.5)
}

fn sleeve_and_body(v: &Volume) -> bool {
    matches!(
        v.stem.as_str(),
        "hips"
            | "UpperLeg"
            | "spine"
            | "chest"
            | "upperChest"
            | "neck"
            | "Shoulder"
            | "UpperArm"
            | "UpperArmTwist"
            | "LowerArm"
            | "LowerArmTwist"
    )
}
