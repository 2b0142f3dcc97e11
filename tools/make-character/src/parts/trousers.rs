//! Trousers: tapered, with a turned-up cuff over the ankle.

use crate::field::{Field, Section, Shape, smoothstep};
use crate::surface::{Surface, polygonise, reduce};
use crate::weights::{Volume, weigh};
use glam::{Quat, Vec3};

/// Upper edge of the turned-up cuff.
pub(crate) const CUFF: f32 = 0.158;

fn folds(p: Vec3) -> f32 {
    let side = p.x.signum();
    let knee = (-((p.y - 0.475) / 0.075).powi(2)).exp() * smoothstep(0.02, -0.05, p.z);
    let ankle = smoothstep(0.30, 0.20, p.y) * smoothstep(0.155, 0.175, p.y);
    let crotch = (-((p.y - 0.845) / 0.05).powi(2)).exp() * smoothstep(0.0, 0.06, p.z);
    let turn = (p.x - side * 0.094).atan2(p.z + 0.01);
    0.0016 * knee * (p.y * 150.0 + turn * 1.5).sin()
        + 0.0036 * ankle * (p.y * 165.0 + (turn * 2.0 + side).sin() * 1.6).sin()
        + 0.0024 * crotch * (p.y * 130.0 - p.x.abs() * 120.0).sin()
}

/// Makes the trousers.
pub(crate) fn make(volumes: &[Volume], budget: usize) -> Surface {
    let mut f = Field::default();
    f.add(
        Shape::Loft(vec![
            Section::new(0.860, 0.0, -0.004, 0.138, 0.086, 0.104, 2.4),
            Section::new(0.900, 0.0, -0.002, 0.138, 0.090, 0.106, 2.4),
            Section::new(0.950, 0.0, 0.000, 0.134, 0.090, 0.100, 2.4),
            Section::new(1.000, 0.0, 0.000, 0.128, 0.088, 0.094, 2.3),
        ]),
        0.0,
    );
    f.add_both(
        &Shape::Ellipsoid(Vec3::new(0.066, 0.868, -0.044), Vec3::new(0.070, 0.076, 0.066), Quat::IDENTITY),
        0.03,
    );
    let leg = Shape::Loft(vec![
        Section::new(0.100, 0.096, -0.028, 0.0455, 0.0490, 0.0490, 2.1),
        Section::new(0.200, 0.096, -0.026, 0.0475, 0.0500, 0.0530, 2.1),
        Section::new(0.330, 0.094, -0.022, 0.0540, 0.0530, 0.0650, 2.1),
        Section::new(0.480, 0.091, -0.002, 0.0585, 0.0600, 0.0620, 2.1),
        Section::new(0.620, 0.087, 0.000, 0.0690, 0.0730, 0.0730, 2.1),
        Section::new(0.760, 0.081, 0.000, 0.0765, 0.0850, 0.0860, 2.1),
        Section::new(0.880, 0.074, -0.002, 0.0680, 0.0880, 0.0980, 2.1),
    ]);
    f.add_both(&leg, 0.016);
    f.swell(folds);
    for sign in [1.0f32, -1.0] {
        f.add(
            Shape::Loft(vec![
                Section::new(0.110, 0.096 * sign, -0.028, 0.0525, 0.0550, 0.0550, 2.1),
                Section::new(CUFF, 0.096 * sign, -0.028, 0.0530, 0.0555, 0.0575, 2.1),
            ]),
            0.002,
        );
        f.keep(Shape::Half(Vec3::new(0.0, 0.110, 0.0), -Vec3::Y), 0.005);
    }
    let mut s = polygonise(&f, Vec3::new(-0.20, 0.09, -0.16), Vec3::new(0.20, 1.02, 0.14), 0.0068);
    let near_bones = |v: &Volume| matches!(v.stem.as_str(), "hips" | "spine" | "UpperLeg" | "LowerLeg");
    weigh(&mut s, volumes, near_bones, 0.022, 7);
    reduce(&s, budget, |_| 0.8)
}
