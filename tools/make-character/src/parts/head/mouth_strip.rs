//! Lips and lining of the mouth: rings of vertices from the skin around the mouth, over the lips, to the
//! throat. Half of them, on the side x ≥ 0; the columns go from the middle of the upper lip around the corner
//! to the middle of the lower.

use super::field::{CHIN, front};
use crate::field::{Field, smoothstep};
use crate::parts::face::FacePoint;
use glam::{FloatExt, Vec2, Vec3};
use std::f32::consts::{FRAC_PI_2, PI};

/// Half the width of the mouth.
pub(crate) const MOUTH_HALF: f32 = 0.0245;
/// Half radii of the outermost ring, around [`CENTRE`].
pub(crate) const LOOP: Vec2 = Vec2::new(0.0370, 0.0190);
/// Height of the middle of the outermost ring.
pub(crate) const CENTRE: f32 = CHIN + 0.0500;
/// Number of the last column.
pub(crate) const LAST: usize = 28;
/// Rings of the lips, from their border on the skin to the line where they meet: share of the way to that
/// line, and forward bulge as a share of the lip's thickness.
const LIP: [(f32, f32); 7] =
    [(0.0, 0.0), (0.14, 0.45), (0.34, 0.84), (0.60, 1.0), (0.84, 0.82), (1.0, 0.38), (1.0, -0.45)];
/// First ring of the lip, its border.
const BORDER: usize = 3;
/// Outermost of the two rings where the lips meet.
pub(crate) const CONTACT: usize = BORDER + 5;
/// Rings of the lining: half width, half height, depth and recess towards the corner, metres.
const LINING: [[f32; 4]; 4] = [
    [0.0268, 0.0140, 0.0815, 0.0170],
    [0.0285, 0.0160, 0.0540, 0.0080],
    [0.0200, 0.0120, 0.0240, 0.0000],
    [0.0110, 0.0070, 0.0120, 0.0000],
];
/// Number of rings.
pub(crate) const RINGS: usize = BORDER + LIP.len() + 1 + LINING.len();

/// Height of the mouth line at a distance from the centre.
pub(crate) fn mouth_line(x: f32) -> f32 {
    let s = (x / MOUTH_HALF).abs().min(1.3);
    CHIN + 0.0500 + 0.0030 * s * s
}

/// Half the distance between the lips where they are flattened for paint and measure.
pub(crate) fn gap(x: f32) -> f32 {
    let s = (x / MOUTH_HALF).clamp(-1.0, 1.0);
    0.0055 * (1.0 - s * s).powf(0.85)
}

/// Height of the red of a lip above (or below) the line.
pub(crate) fn lip_height(x: f32, upper: bool) -> f32 {
    let s = (x / MOUTH_HALF).abs().min(1.0);
    let bell = |at: f32, width: f32| (-((s - at) / width).powi(2)).exp();
    if upper {
        0.0066 * (1.0 - s * s).powf(0.62) - 0.0012 * bell(0.0, 0.13) + 0.0006 * bell(0.28, 0.16)
    } else {
        0.0083 * (1.0 - s * s).powf(0.56)
    }
}

fn thickness(x: f32, upper: bool) -> f32 {
    let s = (x / MOUTH_HALF).abs().min(1.0);
    let full = if upper { 0.0031 - 0.0004 * (-(s / 0.12).powi(2)).exp() } else { 0.0041 };
    full * (0.22 + 0.78 * (1.0 - s * s).powf(0.75))
}

/// Vertices by ring and column.
pub(crate) fn points(solid: &Field) -> Vec<FacePoint> {
    let mut out = Vec::with_capacity(RINGS * (LAST + 1));
    for ring in 0..RINGS {
        out.extend((0..=LAST).map(|column| point(solid, ring, column)));
    }
    out
}

fn point(solid: &Field, ring: usize, column: usize) -> FacePoint {
    let half = LAST / 2;
    let sign = match column.cmp(&half) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => -1.0f32,
    };
    let turn = FRAC_PI_2 - PI * column as f32 / LAST as f32;
    let middle = column == 0 || column == LAST;
    let way = Vec2::new(if middle { 0.0 } else { turn.cos() }, turn.sin());
    let x = MOUTH_HALF * way.x;
    let upper = sign > 0.0;
    let line = Vec2::new(x, mouth_line(x));
    let height = if sign == 0.0 { 0.0 } else { lip_height(x, upper) * sign };
    let border = Vec2::new(way.x * (MOUTH_HALF + 0.0012), mouth_line(x) + height);
    let apart = Vec2::new(0.0, gap(x) * sign);
    if ring < BORDER {
        let share = ring as f32 / BORDER as f32;
        let outer = Vec2::new(0.0, CENTRE) + way * LOOP;
        let at = front(solid, outer.lerp(border, share));
        return FacePoint::of_mouth(at, at.truncate() + apart * share, 0.0, Vec2::ZERO, (sign, x));
    }
    let on_lip = |along: f32, forward: f32| {
        // Where they touch, both lips bulge alike.
        let other = thickness(x, !upper);
        let bulge = thickness(x, upper).lerp(other, 0.5 * smoothstep(0.6, 1.0, along));
        front(solid, border.lerp(line, along)) + Vec3::Z * (forward * bulge - 0.0012 * way.x.powi(4) * along)
    };
    if ring < BORDER + LIP.len() {
        let (along, forward) = LIP[ring - BORDER];
        let at = on_lip(along, forward);
        return FacePoint::of_mouth(at, at.truncate() + apart, 0.0, Vec2::new(along, forward), (sign, x));
    }
    let inner = ring - BORDER - LIP.len();
    if inner == 0 {
        let mut at = on_lip(0.70, -0.1);
        at.z -= 0.0032;
        return FacePoint::of_mouth(at, at.truncate() + apart, 0.1, Vec2::new(1.0, -1.0), (sign, x));
    }
    let [width, rise, depth, recess] = LINING[inner - 1];
    let at = Vec2::new(way.x * width, CENTRE - 0.0005 + way.y * rise);
    let deep = 0.15 + 0.85 * (inner as f32 / LINING.len() as f32);
    let at = at.extend(depth - recess * way.x * way.x);
    FacePoint::of_mouth(at, at.truncate() + apart, deep, Vec2::ZERO, (sign, x))
}

/// Where a vertex of the strip is painted: the flattened lips, and the lining within their opening.
pub(crate) fn painted(p: &FacePoint, ring: usize) -> Vec3 {
    let inside = ring as f32 - (CONTACT + 1) as f32;
    if inside <= 0.0 {
        return p.flat.extend(p.at.z);
    }
    let column_x = p.column_x;
    let edge = Vec2::new(column_x, gap(column_x) * p.lip.unwrap_or(0.0));
    let middle = Vec2::new(0.0, mouth_line(0.0));
    let line = Vec2::new(0.0, mouth_line(column_x) - mouth_line(0.0));
    (middle + (edge + line) * (1.0 - inside / (RINGS as f32))).extend(p.at.z)
}

/// Triangles of the strip, as (ring, column).
pub(crate) fn triangles() -> Vec<[(usize, usize); 3]> {
    let mut out = Vec::new();
    for r in 0..RINGS - 1 {
        for c in 0..LAST {
            let [a, b, d, e] = [(r, c), (r + 1, c), (r + 1, c + 1), (r, c + 1)];
            out.extend([[a, b, d], [a, d, e]]);
        }
    }
    // The throat is closed by a fan from its lowest vertex.
    let r = RINGS - 1;
    out.extend((0..LAST - 1).map(|c| [(r, c), (r, LAST), (r, c + 1)]));
    out
}
