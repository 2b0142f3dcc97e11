//! Lines of the wrinkles of a face, in its plane.
//!
//! Source of the lines and the muscles that fold them: Goldfinger, *Human Anatomy for Artists*, 1991; Ekman
//! and Friesen, *Facial Action Coding System*, 1978.

use super::face_plane::FacePoints;
use glam::Vec2;

/// Names of the regions, four to a mask.
pub(super) const REGIONS: [&str; 14] = [
    "forehead_left",
    "forehead_right",
    "frown",
    "nose",
    "crow_left",
    "crow_right",
    "lid_left",
    "lid_right",
    "nasolabial_left",
    "nasolabial_right",
    "chin",
    "lips",
    "brow_left",
    "brow_right",
];

/// A wrinkle: a line that the skin folds along.
#[derive(Clone, Debug)]
pub(super) struct Crease {
    /// Number of its region.
    pub(super) region: usize,
    /// Points of a polyline in the plane of the face.
    pub(super) points: Vec<Vec2>,
    /// Depth, in units of the plane.
    pub(super) depth: f32,
    /// Half width of the furrow, in units of the plane.
    pub(super) width: f32,
    /// Share of the line over which it begins; it runs out over a quarter.
    pub(super) start: f32,
}

/// Share of its line over which a wrinkle begins.
const START: f32 = 0.25;
/// The same for folds that begin in a crease of the face.
const SUDDEN: f32 = 0.06;

/// Number of points of a curve.
const POINTS: usize = 12;

/// All wrinkles of a face.
pub(super) fn creases(face: &FacePoints) -> Vec<Crease> {
    let mut all = Vec::new();
    for side in [1.0, -1.0] {
        let right = usize::from(side < 0.0);
        let mut add = |region: usize, curve: [Vec2; 3], depth: f32, width: f32| {
            let points = bezier(curve.map(|p| Vec2::new(p.x * side, p.y)));
            let start = if region == 8 + right && depth == NASOLABIAL { SUDDEN } else { START };
            all.push(Crease { region, points, depth, width, start });
        };
        forehead(face, right, &mut add);
        eye(face, right, &mut add);
        nose(face, &mut add);
        mouth(face, right, &mut add);
    }
    all
}

type Add<'a> = &'a mut dyn FnMut(usize, [Vec2; 3], f32, f32);

fn forehead(face: &FacePoints, right: usize, add: Add<'_>) {
    for (n, depth) in [0.016, 0.02, 0.02, 0.014].into_iter().enumerate() {
        let y = face.brow + 0.33 + 0.27 * n as f32;
        // Each line is a little different from the one below.
        let (dip, end) = ([0.03, -0.02, 0.02, -0.01][n], [1.2, 1.35, 1.25, 1.0][n]);
        let curve = [Vec2::new(-0.12, y + dip), Vec2::new(0.55, y + 0.12), Vec2::new(end, y - 0.1)];
        add(right, curve, depth, 0.038);
    }
    // Above each brow, where it stands when it is raised: between the first two lines.
    let y = face.brow + 0.4;
    let curve = [Vec2::new(0.35, y + 0.1), Vec2::new(0.8, y + 0.12), Vec2::new(1.25, y - 0.04)];
    add(12 + right, curve, 0.013, 0.035);
    // Between the brows.
    let (low, high) = (face.brow - 0.5, face.brow + 0.13);
    add(2, [Vec2::new(0.17, low), Vec2::new(0.13, low + 0.3), Vec2::new(0.21, high)], 0.03, 0.042);
    add(2, [Vec2::new(0.32, low + 0.2), Vec2::new(0.27, low + 0.4), Vec2::new(0.36, high)], 0.014, 0.035);
}

fn eye(face: &FacePoints, right: usize, add: Add<'_>) {
    let corner = face.eye + Vec2::new(0.68, -0.03);
    for (rise, bend, length) in [(0.3, 0.12, 0.5), (0.1, 0.05, 0.58), (-0.1, -0.02, 0.58), (-0.3, -0.1, 0.48)]
    {
        let from = corner + Vec2::new(0.04, rise * 0.25);
        let curve = [from, from + Vec2::new(length * 0.5, bend), from + Vec2::new(length, rise * 1.1)];
        add(4 + right, curve, 0.0085, 0.03);
    }
    for (drop, depth) in [(0.34, 0.009), (0.46, 0.011), (0.6, 0.007)] {
        let [a, b, c] = [(-0.42, 0.1), (0.1, -drop * 0.3), (0.55, 0.12)];
        let at = |(x, y): (f32, f32)| face.eye + Vec2::new(x, y - drop);
        add(6 + right, [at(a), at(b), at(c)], depth, 0.028);
    }
}

fn nose(face: &FacePoints, add: Add<'_>) {
    let length = face.bridge.y - face.nose_base.y;
    // Across the bridge; both sides meet in the middle.
    for (n, depth) in [0.018, 0.014].into_iter().enumerate() {
        let y = face.bridge.y + 0.02 + 0.14 * n as f32;
        add(3, [Vec2::new(-0.05, y), Vec2::new(0.08, y), Vec2::new(0.22, y - 0.05)], depth, 0.032);
    }
    // Aslant on the sides.
    for n in 0..3 {
        let y = face.bridge.y - length * (0.12 + 0.13 * n as f32);
        let curve = [Vec2::new(0.13, y + 0.1), Vec2::new(0.26, y + 0.02), Vec2::new(0.4, y - 0.14)];
        add(3, curve, 0.011, 0.038);
    }
}

/// Depth of a nasolabial fold.
const NASOLABIAL: f32 = 0.036;

fn mouth(face: &FacePoints, right: usize, add: Add<'_>) {
    let (corner, wing) = (face.mouth_corner, face.nose_base.y + 0.2);
    let start = Vec2::new(face.wing.map_or((corner.x * 0.72).max(0.36), |wing| wing + 0.03), wing);
    let end = Vec2::new(corner.x + 0.26, corner.y - 0.12);
    let bend = Vec2::new(corner.x + 0.16, wing - (wing - corner.y) * 0.35);
    add(8 + right, [start, bend, end], NASOLABIAL, 0.06);
    // Beside the corner of the mouth.
    let at = |x: f32, y: f32| corner + Vec2::new(x, y);
    add(8 + right, [at(0.1, 0.14), at(0.17, 0.0), at(0.12, -0.2)], 0.014, 0.032);
    add(8 + right, [at(0.42, 0.3), at(0.52, 0.05), at(0.46, -0.25)], 0.012, 0.04);
    // Under the lower lip and over the chin.
    let span = face.lower_lip.y - face.chin.y;
    for (share, depth) in [(0.45, 0.02), (0.7, 0.014), (0.95, 0.014)] {
        let y = face.lower_lip.y - span * share;
        let width = corner.x * (0.75 - 0.2 * share);
        add(
            10,
            [Vec2::new(-0.06, y), Vec2::new(width * 0.6, y - 0.01), Vec2::new(width, y - 0.1)],
            depth,
            0.045,
        );
    }
    // Upright lines over and under the lips.
    for n in 0..4 {
        let x = corner.x * (0.1 + 0.24 * n as f32);
        let (over, under) = (face.mouth.y + 0.16, face.lower_lip.y - 0.12);
        add(
            11,
            [Vec2::new(x, over), Vec2::new(x * 1.05, over + 0.15), Vec2::new(x * 1.1, over + 0.3)],
            0.01,
            0.026,
        );
        add(
            11,
            [Vec2::new(x, under), Vec2::new(x * 1.03, under - 0.08), Vec2::new(x * 1.06, under - 0.16)],
            0.008,
            0.026,
        );
    }
}

/// Points of a quadratic Bézier curve.
fn bezier([a, b, c]: [Vec2; 3]) -> Vec<Vec2> {
    let at = |n: usize| {
        let t = n as f32 / (POINTS - 1) as f32;
        a.lerp(b, t).lerp(b.lerp(c, t), t)
    };
    (0..POINTS).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The brows rise over what lies close above them, and folds that cross are none.
    #[test]
    fn folds_of_brows_lie_between_lines_of_the_forehead() {
        let zero = Vec2::ZERO;
        let face = FacePoints {
            eye: Vec2::X,
            brow: 1.0,
            bridge: zero,
            nose_base: Vec2::NEG_Y,
            wing: None,
            mouth: zero,
            mouth_corner: zero,
            lower_lip: zero,
            chin: zero,
        };
        let all = creases(&face);
        let lines = |region: usize| all.iter().filter(move |crease| crease.region == region);
        for side in 0..2 {
            let brow_fold = lines(12 + side).next().unwrap();
            let [mut below, mut above] = [0; 2];
            for line in lines(side) {
                let points = line.points.iter().flat_map(|a| brow_fold.points.iter().map(|b| b.distance(*a)));
                let apart = points.fold(f32::INFINITY, f32::min);
                assert!(apart > line.width + brow_fold.width, "{apart}");
                *(if line.points[5].y < brow_fold.points[5].y { &mut below } else { &mut above }) += 1;
            }
            assert_eq!((below, above), (1, 3));
        }
    }
}
