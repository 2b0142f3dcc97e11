//! Teeth and tongue.

use super::head::{CHIN, face_move};
use crate::field::{Field, Shape, smoothstep};
use crate::skeleton::Skeleton;
use crate::surface::{Surface, polygonise, reduce};
use crate::weights::{top_four, weigh_to};
use glam::{Quat, Vec3};

/// Label of the gums.
pub(crate) const GUM: u8 = 1;
/// Label of the tongue.
pub(crate) const TONGUE: u8 = 2;

fn row(y: f32, gum: f32, z: f32, width: f32) -> Field {
    let mut f = Field::default();
    let at = Vec3::new(0.0, CHIN + y, z);
    let up = Vec3::Y * gum;
    f.add(Shape::Ring(at, Quat::IDENTITY, width, 0.0215, 0.0028), 0.0);
    f.add(Shape::Ring(at + up * 0.0045, Quat::IDENTITY, width, 0.0215, 0.0030), 0.003);
    f.add(Shape::Ring(at + up * 0.0100, Quat::IDENTITY, width, 0.0205, 0.0034), 0.001);
    f.keep(Shape::Half(Vec3::new(0.0, 0.0, z - 0.016), -Vec3::Z), 0.002);
    f
}

fn cast(field: &Field, budget: usize) -> Surface {
    let low = Vec3::new(-0.04, CHIN + 0.01, 0.0);
    let mut s = polygonise(field, low, low + Vec3::new(0.08, 0.08, 0.1), 0.0015);
    s.openness.fill(1.0);
    reduce(&s, budget, |_| 0.5)
}

/// Upper teeth, lower teeth and tongue; the lower ones follow the jaw.
pub(crate) fn make(skeleton: &Skeleton) -> Surface {
    let jaw = skeleton.index("jaw");
    let open = |s: &mut Surface| {
        let shares: Vec<f32> = s.positions.iter().map(|p| smoothstep(0.0, 0.045, p.z)).collect();
        s.add_morph("jaw_open", |p, i| face_move("jaw_open", p, shares[i], skeleton));
    };
    let mut upper = cast(&row(0.0515, 1.0, 0.0508, 0.0212), 170);
    upper.labels = upper.positions.iter().map(|p| u8::from(p.y > CHIN + 0.0600)).collect();
    weigh_to(&mut upper, skeleton.index("head"));
    let mut lower = cast(&row(0.0445, -1.0, 0.0480, 0.0180), 150);
    lower.labels = lower.positions.iter().map(|p| u8::from(p.y < CHIN + 0.0385)).collect();
    weigh_to(&mut lower, jaw);
    open(&mut lower);
    let mut field = Field::default();
    field.add(
        Shape::Ellipsoid(
            Vec3::new(0.0, CHIN + 0.0420, 0.048),
            Vec3::new(0.0145, 0.0060, 0.0225),
            Quat::from_rotation_x(0.10),
        ),
        0.0,
    );
    field.carve(
        Shape::Cone(
            Vec3::new(0.0, CHIN + 0.0515, 0.03),
            Vec3::new(0.0, CHIN + 0.0490, 0.068),
            0.0035,
            0.0025,
        ),
        0.005,
    );
    let mut tongue = cast(&field, 150);
    tongue.labels.fill(TONGUE);
    let head = skeleton.index("head");
    tongue.influences = tongue
        .positions
        .iter()
        .map(|p| {
            let share = smoothstep(0.02, 0.05, p.z);
            top_four(vec![(jaw, share), (head, 1.0 - share)])
        })
        .collect();
    open(&mut tongue);
    upper.append(&lower);
    upper.append(&tongue);
    upper
}
