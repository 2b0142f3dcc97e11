//! Head and neck. The field has the lips apart, so that the mouth is an opening in the topology; then the vertices are moved
//! until the lips meet, which is the rest shape. Morph targets move the same vertices.

use super::lids::LID;
use crate::field::{Field, Section, Shape, smoothstep};
use crate::skeleton::{EYE, Skeleton};
use crate::surface::{Surface, polygonise, reduce};
use crate::weights::{jaw_share, top_four};
use glam::{Quat, Vec2, Vec3};

/// Height of the chin's underside.
pub(crate) const CHIN: f32 = 1.455;
/// Half the width of the mouth.
pub(crate) const MOUTH_HALF: f32 = 0.0250;
/// Opening between the lips in the field.
const GAP: f32 = 0.010;
/// Label of vertices inside the mouth.
pub(crate) const INSIDE: u8 = 1;

/// Height of the mouth line at a distance from the centre.
pub(crate) fn mouth_line(x: f32) -> f32 {
    let s = (x / MOUTH_HALF).abs().min(1.3);
    CHIN + 0.0500 + 0.0056 * s * s
}

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

/// Lip volume along the mouth, at a height above (or below) the mouth line.
fn lip(raise: f32, middle_raise: f32, z: f32, radius: f32, thin: f32) -> Shape {
    let points = (-6..=6).map(|i| {
        let t = i as f32 / 6.0;
        let x = t * MOUTH_HALF * 1.02;
        let open = (1.0 - t * t).max(0.0);
        let bow = middle_raise * (1.0 - (t * 3.2).abs()).max(0.0);
        (
            Vec3::new(x, mouth_line(x) + raise * open.sqrt() + bow, z - 0.014 * t * t),
            radius + (thin - radius) * t * t,
        )
    });
    Shape::Chain(points.collect())
}

/// The head with lips, mouth opening and sockets.
fn open_head() -> Field {
    let mut f = solid();
    f.add(lip(GAP * 0.5 + 0.0028, -0.0006, 0.0850, 0.0040, 0.0018), 0.007);
    f.add(lip(-GAP * 0.5 - 0.0034, 0.0, 0.0838, 0.0047, 0.0018), 0.007);
    f.carve_by(slit, 0.0025);
    f.carve(Shape::Ellipsoid(v(0.0, 0.051, 0.048), Vec3::new(0.0290, 0.0185, 0.0305), Quat::IDENTITY), 0.003);
    let eye = Vec3::from(EYE);
    // The skin bulges over the eyelids and ends in a rounded edge around them, the fold.
    f.add_both(&Shape::Ellipsoid(eye, Vec3::splat(LID + 0.0010), Quat::IDENTITY), 0.014);
    f.carve_by(eye_opening, 0.0034);
    f
}

/// Hole in the skin over an eye, wider than the opening of the eyelids: an elliptic cylinder back to the eye's centre.
fn eye_opening(p: Vec3) -> f32 {
    let flat = Vec2::new(p.x.abs() - EYE[0] - 0.0006, p.y - EYE[1] - 0.0012);
    let radii = Vec2::new(0.0202, if flat.y > 0.0 { 0.0158 } else { 0.0116 });
    let k0 = (flat / radii).length();
    let k1 = (flat / (radii * radii)).length().max(1e-4);
    (k0 * (k0 - 1.0) / k1).max(EYE[2] - p.z)
}

/// Opening between the lips: an elliptic cylinder bent along the mouth line.
fn slit(p: Vec3) -> f32 {
    let flat = Vec2::new(p.x, p.y - mouth_line(p.x));
    let radii = Vec2::new(MOUTH_HALF, GAP * 0.5);
    let k0 = (flat / radii).length();
    let k1 = (flat / (radii * radii)).length().max(1e-4);
    (k0 * (k0 - 1.0) / k1).max(0.058 - p.z)
}

/// Vertical displacement of a vertex that closes the lips.
fn closing(p: Vec3) -> f32 {
    let line = mouth_line(p.x);
    let t = p.x / MOUTH_HALF;
    let open = GAP * 0.5 * (1.0 - t * t).max(0.0).sqrt();
    let away = ((p.y - line).abs() - open).max(0.0) / 0.013;
    let front = smoothstep(0.052, 0.070, p.z);
    (line - p.y).signum() * (open - 0.0002).max(0.0) * (-away * away).exp() * front
}

/// Offset of a morph target at a rest point of the face; `share` is the point's jaw weight.
pub(crate) fn face_move(name: &str, p: Vec3, share: f32, skeleton: &Skeleton) -> Vec3 {
    let bell = |c: Vec3, r: Vec3| (-((p - c) / r).length_squared()).exp();
    match name {
        "jaw_open" => {
            let pivot = skeleton.at("jaw");
            (Quat::from_rotation_x(0.30) * (p - pivot) + pivot - p) * share
                + Vec3::new(0.0, -0.002, 0.0) * share
        }
        "smile" => {
            let side = p.x.signum();
            let corner = Vec3::new(side * MOUTH_HALF, mouth_line(MOUTH_HALF), 0.072);
            let fade = smoothstep(0.0, 0.012, p.x.abs());
            let cheek = bell(Vec3::new(side * 0.042, CHIN + 0.085, 0.062), Vec3::new(0.022, 0.018, 0.03));
            let front = smoothstep(0.02, 0.05, p.z);
            (Vec3::new(side * 0.0068, 0.0068, -0.0035) * bell(corner, Vec3::new(0.016, 0.018, 0.03)) * fade
                + Vec3::new(side * 0.001, 0.0025, 0.0028) * cheek)
                * front
        }
        "brow_up" => {
            let side = p.x.signum();
            let front = smoothstep(0.0, 0.04, p.z);
            Vec3::Y
                * 0.0062
                * bell(Vec3::new(side * 0.034, CHIN + 0.156, 0.075), Vec3::new(0.034, 0.016, 0.04))
                * front
        }
        _ => Vec3::ZERO,
    }
}

/// Smooths the normals in the corners of the mouth, where lips, slit and cheek meet within one cell.
fn soften_corners(s: &mut Surface) {
    let neighbours = s.neighbours();
    let corner = Vec3::new(MOUTH_HALF, mouth_line(MOUTH_HALF), 0.076);
    for _ in 0..6 {
        let from = s.normals.clone();
        for (i, near) in neighbours.iter().enumerate() {
            let p = s.positions[i];
            if s.labels[i] != INSIDE && Vec3::new(p.x.abs(), p.y, p.z).distance(corner) < 0.0105 {
                s.normals[i] = (from[i] + near.iter().map(|n| from[*n as usize]).sum::<Vec3>()).normalize();
            }
        }
    }
}

/// The finished head.
pub(crate) fn make(skeleton: &Skeleton, budget: usize) -> Surface {
    let field = open_head();
    let whole = solid();
    let mut s = polygonise(&field, Vec3::new(-0.16, 1.36, -0.13), Vec3::new(0.16, 1.72, 0.13), 0.0031);
    for i in 0..s.positions.len() {
        let p = s.positions[i];
        let near_mouth = p.x.abs() < 0.034 && (p.y - mouth_line(p.x)).abs() < 0.024 && p.z > 0.0;
        s.labels[i] = if near_mouth && whole.distance(p) < -0.0055 { INSIDE } else { 0 };
    }
    let drawn: Vec<f32> = s.positions.iter().map(|p| mouth_line(p.x) - p.y).collect();
    for p in &mut s.positions {
        p.y += closing(*p);
    }
    let flat = s.normals_of(&s.positions);
    for (i, flat) in flat.iter().enumerate() {
        let moved = closing(s.painted_at[i]).abs();
        s.normals[i] = s.normals[i].lerp(*flat, (moved / 0.0015).min(1.0)).normalize();
    }
    soften_corners(&mut s);
    let jaw: Vec<f32> = (0..s.positions.len())
        .map(|i| jaw_share(s.positions[i], drawn[i], (s.positions[i].x / MOUTH_HALF).abs()))
        .collect();
    let (head, neck, chest) = (skeleton.index("head"), skeleton.index("neck"), skeleton.index("upperChest"));
    let jaw_joint = skeleton.index("jaw");
    s.influences = (0..s.positions.len())
        .map(|i| {
            let p = s.positions[i];
            // The skull is rigid; the throat follows the neck farther up in front than behind.
            let up = smoothstep(1.435, 1.500, p.y - 0.22 * (p.z + 0.02).max(-0.04));
            let down = smoothstep(1.430, 1.385, p.y);
            let j = jaw[i] * up;
            top_four(vec![
                (head, up - j),
                (jaw_joint, j),
                (neck, (1.0 - up) * (1.0 - down)),
                (chest, (1.0 - up) * down),
            ])
        })
        .collect();
    for name in ["jaw_open", "smile", "brow_up"] {
        s.add_morph(name, |p, i| face_move(name, p, jaw[i], skeleton));
    }
    let detail: Vec<f32> = s
        .positions
        .iter()
        .map(|p| {
            let face = smoothstep(0.0, 0.05, p.z) * smoothstep(1.45, 1.48, p.y);
            let hidden = smoothstep(CHIN + 0.17, CHIN + 0.19, p.y).max(smoothstep(-0.02, -0.05, p.z));
            0.35 + 1.1 * face - 0.25 * hidden
        })
        .collect();
    reduce(&s, budget, |i| detail[i])
}
