//! Volume of head and neck, without lips and eyelids, which are strips of their own.

use crate::field::{Field, Section, Shape};
use crate::skeleton::EYE;
use glam::{Quat, Vec2, Vec3};

/// Height of the chin's underside.
pub(crate) const CHIN: f32 = 1.455;

fn v(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, CHIN + y, z)
}

/// Skull, jaw, nose, ears and neck, without mouth opening and eye sockets.
pub(crate) fn solid() -> Field {
    let mut f = Field::default();
    f.add(Shape::Ellipsoid(v(0.0, 0.146, -0.010), Vec3::new(0.0765, 0.089, 0.094), Quat::IDENTITY), 0.0);
    f.add(
        Shape::Loft(vec![
            Section::new(CHIN + 0.005, 0.0, 0.050, 0.021, 0.025, 0.026, 2.2),
            Section::new(CHIN + 0.016, 0.0, 0.042, 0.0380, 0.0395, 0.045, 2.2),
            Section::new(CHIN + 0.034, 0.0, 0.030, 0.0520, 0.0525, 0.055, 2.2),
            Section::new(CHIN + 0.060, 0.0, 0.022, 0.0635, 0.0615, 0.060, 2.2),
            Section::new(CHIN + 0.088, 0.0, 0.016, 0.0710, 0.0680, 0.070, 2.2),
            Section::new(CHIN + 0.118, 0.0, 0.010, 0.0745, 0.0740, 0.080, 2.15),
            Section::new(CHIN + 0.150, 0.0, 0.004, 0.0745, 0.0820, 0.085, 2.1),
            Section::new(CHIN + 0.180, 0.0, 0.000, 0.0690, 0.0790, 0.085, 2.0),
        ]),
        0.022,
    );
    // Cheeks, brow ridge and chin.
    f.add_both(
        &Shape::Ellipsoid(v(0.041, 0.079, 0.050), Vec3::new(0.023, 0.020, 0.022), Quat::IDENTITY),
        0.028,
    );
    f.add_both(&Shape::Cone(v(0.014, 0.1440, 0.0762), v(0.043, 0.1455, 0.0590), 0.0080, 0.0085), 0.020);
    f.add(Shape::Ellipsoid(v(0.0, 0.0175, 0.0725), Vec3::new(0.018, 0.014, 0.0125), Quat::IDENTITY), 0.022);
    // Muzzle, which moves the lips slightly forward.
    f.add(Shape::Ellipsoid(v(0.0, 0.054, 0.062), Vec3::new(0.033, 0.027, 0.0255), Quat::IDENTITY), 0.022);
    neck(&mut f);
    nose(&mut f);
    ears(&mut f);
    f
}

fn neck(f: &mut Field) {
    f.add(Shape::Cone(Vec3::new(0.0, 1.36, -0.034), Vec3::new(0.0, 1.515, -0.020), 0.0510, 0.0450), 0.024);
    f.add_both(
        &Shape::Cone(Vec3::new(0.012, 1.395, 0.006), Vec3::new(0.052, 1.525, -0.030), 0.008, 0.010),
        0.02,
    );
    f.add_both(
        &Shape::Cone(Vec3::new(0.05, 1.375, -0.038), Vec3::new(0.115, 1.352, -0.030), 0.036, 0.03),
        0.05,
    );
    f.keep(Shape::Half(Vec3::new(0.0, 1.368, 0.0), -Vec3::Y), 0.0);
}

fn nose(f: &mut Field) {
    f.add(
        Shape::Chain(vec![
            (v(0.0, 0.140, 0.0775), 0.0068),
            (v(0.0, 0.116, 0.0865), 0.0062),
            (v(0.0, 0.0955, 0.0940), 0.0078),
        ]),
        0.016,
    );
    f.add(Shape::Ellipsoid(v(0.0, 0.0915, 0.0962), Vec3::new(0.0100, 0.0086, 0.0086), Quat::IDENTITY), 0.008);
    f.add_both(
        &Shape::Ellipsoid(v(0.0102, 0.0882, 0.0875), Vec3::new(0.0066, 0.0062, 0.0085), Quat::IDENTITY),
        0.007,
    );
    f.carve_both(
        &Shape::Ellipsoid(v(0.0058, 0.0824, 0.0925), Vec3::new(0.0032, 0.0030, 0.0048), Quat::IDENTITY),
        0.003,
    );
    // The groove between nose and lip.
    f.carve(Shape::Cone(v(0.0, 0.078, 0.0945), v(0.0, 0.069, 0.0945), 0.0022, 0.0028), 0.008);
}

fn ears(f: &mut Field) {
    let turn = Quat::from_rotation_y(-0.42) * Quat::from_rotation_z(-0.12) * Quat::from_rotation_x(-0.16);
    let mut ear = Field::default();
    let at = v(0.0775, 0.113, -0.012);
    ear.add(Shape::Ellipsoid(at, Vec3::new(0.0085, 0.0295, 0.0185), turn), 0.0);
    ear.add(
        Shape::Ellipsoid(at + Vec3::new(-0.002, -0.022, 0.008), Vec3::new(0.006, 0.0115, 0.009), turn),
        0.008,
    );
    ear.carve(
        Shape::Ellipsoid(at + Vec3::new(0.0095, 0.004, 0.004), Vec3::new(0.0065, 0.0195, 0.0105), turn),
        0.005,
    );
    ear.add(
        Shape::Ellipsoid(at + Vec3::new(0.003, -0.004, 0.0125), Vec3::new(0.0045, 0.0065, 0.004), turn),
        0.004,
    );
    let mut other = Field::default();
    let twin = Quat::from_xyzw(turn.x, -turn.y, -turn.z, turn.w);
    let m = |p: Vec3| Vec3::new(-p.x, p.y, p.z);
    other.add(Shape::Ellipsoid(m(at), Vec3::new(0.0085, 0.0295, 0.0185), twin), 0.0);
    other.add(
        Shape::Ellipsoid(m(at + Vec3::new(-0.002, -0.022, 0.008)), Vec3::new(0.006, 0.0115, 0.009), twin),
        0.008,
    );
    other.carve(
        Shape::Ellipsoid(m(at + Vec3::new(0.0095, 0.004, 0.004)), Vec3::new(0.0065, 0.0195, 0.0105), twin),
        0.005,
    );
    other.add(
        Shape::Ellipsoid(m(at + Vec3::new(0.003, -0.004, 0.0125)), Vec3::new(0.0045, 0.0065, 0.004), twin),
        0.004,
    );
    f.join(ear, 0.007).join(other, 0.007);
}

/// The head's skin: the solid with a bulge over each eyeball.
pub(crate) fn skin() -> Field {
    let mut f = solid();
    let eye = Vec3::from(EYE);
    f.add_both(&Shape::Ellipsoid(eye, Vec3::splat(SKIN_OVER_EYE), Quat::IDENTITY), 0.014);
    f
}

/// Radius of the skin's bulge over the centre of an eyeball.
const SKIN_OVER_EYE: f32 = 0.0236;

/// Depth of the field's front at a point of the frontal plane, by sphere tracing.
pub(crate) fn front(field: &Field, flat: Vec2) -> Vec3 {
    let mut p = flat.extend(0.14);
    for _ in 0..80 {
        let d = field.distance(p);
        if d.abs() < 1e-6 {
            break;
        }
        p.z -= d * 0.8;
    }
    p
}
