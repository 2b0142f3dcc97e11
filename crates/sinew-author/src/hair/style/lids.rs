//! Roots of lashes: the rims of the upper lids, where the skin ends before the eyeballs as seen from the
//! front.

use super::roots::Root;
use crate::hair::head::{HairSkin, HeadShape, SkinTriangle};
use glam::{IVec3, Vec2, Vec3};
use sinew::internal::{DisjointSets, Random};
use sinew::math::smoothstep;
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// Cell in which vertices are the same, on the head of an adult, metres.
const WELD: f32 = 1e-5;
/// Columns across an eye at which its lid is searched.
const COLUMNS: usize = 64;
/// Rows over the height of an eyeball.
const ROWS: usize = 64;
/// Halvings of the distance between two rows.
const HALVINGS: usize = 8;
/// Least rows of an eyeball that an open eye shows in a column.
const MIN_OPEN: usize = 3;
/// Width and height of an eyeball, in distances from an eye to the middle of the face.
const EYEBALL: RangeInclusive<f32> = 0.25..=1.7;
/// Least ratio of the shorter side of an eyeball to the longer one: bands of lashes are flatter.
const MIN_ASPECT: f32 = 0.6;
/// Largest distance of an eyeball from the middle of the eye, in distances from an eye to the middle of the
/// face.
const MAX_OFFSET: f32 = 0.5;
/// Largest step of a rim from one column to the next, in heights of the eyeball.
const MAX_RISE: f32 = 0.12;
/// Length of lashes at the inner corner of the eye as a share of those in the middle.
const INNER_LENGTH: f32 = 0.55;

/// About `count` roots on the rims of the upper lids, evenly spaced; none on a face without eyeballs that its
/// lids leave open.
pub(super) fn lid_roots(skin: &HairSkin, head: &HeadShape, count: usize, random: &mut Random) -> Vec<Root> {
    let eyes = OpenEye::both(skin, head);
    let rims: Vec<Vec<RimPoint<'_>>> = eyes.iter().map(OpenEye::rim).collect();
    let pairs = || {
        rims.iter().zip(&eyes).flat_map(|(rim, eye)| {
            rim.windows(2).filter_map(move |pair| {
                let length = pair[0].position.distance(pair[1].position);
                (length < eye.size.y * MAX_RISE * 2.0).then_some((eye, pair, length))
            })
        })
    };
    let total: f32 = pairs().map(|(.., length)| length).sum();
    let mut roots = Vec::with_capacity(count);
    let (mut passed, mut next) = (0.0, 0);
    for (eye, pair, length) in pairs() {
        // Evenly spread, each a little aside of its even position.
        while next < count && (next as f32 + 0.5) / count as f32 * total < passed + length {
            let share = ((next as f32 + 0.2 + 0.6 * random.unit()) / count as f32 * total - passed) / length;
            let at = pair[0].at.lerp(pair[1].at, share.clamp(0.0, 1.0));
            if let Some(RimPoint { triangle, shares, position, .. }) = eye.rim_near(at) {
                let (point, normal) = (triangle.point(shares), triangle.normal);
                let outwards = (at.x - eye.middle.x) * eye.side / eye.size.x + 0.5;
                let length = INNER_LENGTH + (1.0 - INNER_LENGTH) * smoothstep(outwards * 1.8);
                roots.push(Root { point, position, normal, length, tint: [255; 3], flow: None });
            }
            next += 1;
        }
        passed += length;
    }
    roots
}

/// Triangle seen from the front: its corners in the directions of the head.
struct Seen<'a> {
    triangle: &'a SkinTriangle,
    corners: [Vec3; 3],
    is_eyeball: bool,
}

/// Point of a rim.
struct RimPoint<'a> {
    triangle: &'a SkinTriangle,
    shares: Vec3,
    position: Vec3,
    /// The point as seen from the front.
    at: Vec2,
}

/// Eyeball and the skin around it, seen from the front.
struct OpenEye<'a> {
    seen: Vec<Seen<'a>>,
    middle: Vec2,
    size: Vec2,
    /// 1 for the left eye, −1 for the right one.
    side: f32,
}

impl<'a> OpenEye<'a> {
    /// Eyes with eyeballs, the right one first.
    fn both(skin: &'a HairSkin, head: &HeadShape) -> Vec<Self> {
        let Some(face) = head.landmarks else { return Vec::new() };
        let unit = face.eye_left.distance(face.eye_right) * 0.5;
        let turned = head.rotation.inverse();
        let shells = shells(skin, head);
        let Some(face_shell) = nearest_shell(&shells, face.nose_base) else { return Vec::new() };
        let eye = |(position, side): (Vec3, f32)| {
            let eye = (turned * position).truncate();
            let is_eyeball = |shell: &&Vec<&SkinTriangle>| {
                let [low, high] = seen_box(shell, |at| (turned * at).truncate());
                let (size, middle) = (high - low, (low + high) * 0.5);
                EYEBALL.contains(&(size.x / unit))
                    && EYEBALL.contains(&(size.y / unit))
                    && size.min_element() > size.max_element() * MIN_ASPECT
                    && middle.distance(eye) < MAX_OFFSET * unit
            };
            let others = shells.iter().enumerate().filter(|(number, _)| *number != face_shell);
            let eyeballs: Vec<_> = others.map(|(_, shell)| shell).filter(is_eyeball).collect();
            let all: Vec<&SkinTriangle> = eyeballs.iter().flat_map(|shell| shell.iter().copied()).collect();
            if all.is_empty() {
                return None;
            }
            let [low, high] = seen_box(&all, |at| (turned * at).truncate());
            let see = |triangle: &'a SkinTriangle, is_eyeball| Seen {
                triangle,
                corners: triangle.corners.map(|corner| turned * corner),
                is_eyeball,
            };
            let (size, middle) = (high - low, (low + high) * 0.5);
            let [low, high] = [low - size * 0.3, high + size * 0.3];
            let skin = shells[face_shell].iter().filter(|triangle| {
                let [triangle_low, triangle_high] = seen_box(&[triangle], |at| (turned * at).truncate());
                triangle_low.cmple(high).all() && triangle_high.cmpge(low).all()
            });
            let skin = skin.map(|triangle| see(triangle, false));
            let seen = skin.chain(all.iter().map(|triangle| see(triangle, true)));
            Some(Self { seen: seen.collect(), middle, size, side })
        };
        [(face.eye_right, -1.0), (face.eye_left, 1.0)].into_iter().filter_map(eye).collect()
    }

    /// The foremost triangle at a position and its shares there.
    fn front(&self, at: Vec2) -> Option<(&Seen<'a>, Vec3)> {
        let hits = self.seen.iter().filter_map(|seen| {
            let shares = barycentric(seen.corners.map(Vec3::truncate), at)?;
            let [a, b, c] = seen.corners.map(|corner| corner.z);
            Some((a * shares.x + b * shares.y + c * shares.z, seen, shares))
        });
        hits.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, seen, shares)| (seen, shares))
    }

    /// Rim between a position on the eyeball and one on the skin above it.
    fn between(&self, mut eyeball: Vec2, mut skin: Vec2) -> Option<RimPoint<'a>> {
        let mut found = self.front(skin).filter(|(seen, _)| !seen.is_eyeball)?;
        for _ in 0..HALVINGS {
            let middle = (eyeball + skin) * 0.5;
            match self.front(middle) {
                Some(hit) if !hit.0.is_eyeball => (skin, found) = (middle, hit),
                _ => eyeball = middle,
            }
        }
        let (Seen { triangle, .. }, shares) = found;
        Some(RimPoint { triangle, shares, position: triangle.at(shares), at: skin })
    }

    /// Rim of the upper lid, column by column: the upper end of the most rows that show the eyeball.
    fn rim(&self) -> Vec<RimPoint<'a>> {
        let [low, high] = [self.middle - self.size * 0.5, self.middle + self.size * 0.7];
        let column = |n: usize| {
            let x = low.x + self.size.x * (n as f32 + 0.5) / COLUMNS as f32;
            let position = |row: usize| Vec2::new(x, low.y + (high.y - low.y) * row as f32 / ROWS as f32);
            let is_eyeball = |row: usize| self.front(position(row)).is_some_and(|(seen, _)| seen.is_eyeball);
            let (mut run, mut best) = (0, (0, 0));
            for row in 0..ROWS {
                run = if is_eyeball(row) { run + 1 } else { 0 };
                if run > best.0 {
                    best = (run, row);
                }
            }
            let (length, top) = best;
            if length < MIN_OPEN {
                return None;
            }
            self.between(position(top), position(top + 1))
        };
        (0..COLUMNS).filter_map(column).collect()
    }

    /// Rim in the column of a position near it.
    fn rim_near(&self, at: Vec2) -> Option<RimPoint<'a>> {
        let step = Vec2::Y * self.size.y * MAX_RISE;
        let is_eyeball = self.front(at - step).is_some_and(|(seen, _)| seen.is_eyeball);
        let found = if is_eyeball { self.between(at - step, at + step) } else { None };
        // At the corners of the eye the step below the lid leaves the eyeball.
        found.or_else(|| {
            let (triangle, shares) = self
                .front(at)
                .filter(|(seen, _)| !seen.is_eyeball)
                .map(|(seen, shares)| (seen.triangle, shares))?;
            Some(RimPoint { triangle, shares, position: triangle.at(shares), at })
        })
    }
}

/// Box around triangles as seen in two directions.
fn seen_box(triangles: &[&SkinTriangle], seen: impl Fn(Vec3) -> Vec2) -> [Vec2; 2] {
    let corners = triangles.iter().flat_map(|triangle| triangle.corners).map(seen);
    corners.fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[low, high], at| [low.min(at), high.max(at)])
}

/// Shares of the corners at a position inside of a triangle.
fn barycentric([a, b, c]: [Vec2; 3], at: Vec2) -> Option<Vec3> {
    let area = (b - a).perp_dot(c - a);
    let shares =
        Vec3::new((b - at).perp_dot(c - at), (c - at).perp_dot(a - at), (a - at).perp_dot(b - at)) / area;
    // Triangles on edge have no area.
    (shares.is_finite() && shares.min_element() >= 0.0).then_some(shares)
}

/// Triangles of the head in pieces that hang together.
fn shells<'a>(skin: &'a HairSkin, head: &HeadShape) -> Vec<Vec<&'a SkinTriangle>> {
    let all: Vec<&SkinTriangle> =
        skin.triangles().iter().filter(|triangle| skin.is_on_head(triangle)).collect();
    let mut sets = DisjointSets::new(all.len());
    let mut vertices: HashMap<IVec3, usize> = HashMap::new();
    for (number, triangle) in all.iter().enumerate() {
        for corner in triangle.corners {
            let key = (corner / (WELD * head.scale)).round().as_ivec3();
            sets.join(number, *vertices.entry(key).or_insert(number));
        }
    }
    let mut numbers: HashMap<usize, usize> = HashMap::new();
    let mut shells: Vec<Vec<&SkinTriangle>> = Vec::new();
    for (number, triangle) in all.iter().enumerate() {
        let shell = *numbers.entry(sets.least(number)).or_insert_with(|| {
            shells.push(Vec::new());
            shells.len() - 1
        });
        shells[shell].push(triangle);
    }
    shells
}

/// Shell with the triangle whose middle is the nearest to a position.
fn nearest_shell(shells: &[Vec<&SkinTriangle>], at: Vec3) -> Option<usize> {
    let distance = |triangle: &&SkinTriangle| triangle.at(Vec3::splat(1.0 / 3.0)).distance_squared(at);
    let nearest = |shell: &Vec<&SkinTriangle>| shell.iter().map(distance).fold(f32::INFINITY, f32::min);
    (0..shells.len()).min_by(|a, b| nearest(&shells[*a]).total_cmp(&nearest(&shells[*b])))
}
