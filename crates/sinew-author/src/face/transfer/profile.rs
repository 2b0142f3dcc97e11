//! Landmarks from the profile of a face: the curve of its depth along the middle, which rises at nose, lips
//! and chin and falls between.

use super::crease;
use super::depth_map::{DepthMap, SIZE};
use super::surface::Surface;
use super::{FaceLandmarks, FaceTransferError};
use glam::{Vec2, Vec3};
use sinew::character::Character;
use sinew::humanoid::HumanBone;

/// Half the side of the map of the face, in widths of the head.
const MAP_HALF: f32 = 0.62;
/// Distance of the map's centre below the tip of the nose, in widths of the head.
const MAP_DROP: f32 = 0.10;
/// Least height of a rise of the profile, in widths of the head: smaller ones are roughness of the mesh.
const MIN_RISE: f32 = 0.0004;
/// Range of the mouth below the tip of the nose, in widths of the head.
const MOUTH_RANGE: [f32; 2] = [0.06, 0.42];
/// Range of the bridge of the nose above its tip, in widths of the head.
const BRIDGE_RANGE: [f32; 2] = [0.10, 0.38];
/// Height of the bridge of a nose that has none, as those of many drawn faces, in widths of the head above
/// the tip.
const BRIDGE_HEIGHT: f32 = 0.20;
/// Place of eyes without joints: distance from the middle and below the bridge, in widths of the head with
/// ears.
const EYE: Vec2 = Vec2::new(0.19, 0.04);
/// Slope from which on the profile turns below the chin, as depth per height.
const CHIN_SLOPE: f32 = 1.2;

/// Middles of the eyes by the humanoid bones `leftEye` and `rightEye`.
pub(super) fn eyes_of(character: &Character) -> Option<[Vec3; 2]> {
    let humanoid = character.humanoid()?;
    let eye = |bone| Some(character.rest_ahead(humanoid.joint(bone)?).translation.into());
    Some([eye(HumanBone::LeftEye)?, eye(HumanBone::RightEye)?])
}

/// Landmarks of a head that faces +Z.
pub(super) fn find(head: &Surface, eyes: Option<[Vec3; 2]>) -> Result<FaceLandmarks, FaceTransferError> {
    let used = head.triangles.iter().flatten().map(|vertex| head.positions[*vertex as usize]);
    let tip = used.max_by(|a, b| a.z.total_cmp(&b.z)).ok_or(FaceTransferError::NoFace)?;
    let width = width_at(head, tip).ok_or(FaceTransferError::NoFace)?;
    let map = DepthMap::new(head, tip.truncate() - Vec2::Y * MAP_DROP * width, MAP_HALF * width);
    let profile = Profile::new(&map, tip.x, width).ok_or(FaceTransferError::NoFace)?;
    let tip_row = map.pixel_at(tip.truncate()).ok_or(FaceTransferError::NoFace)?.1;
    let [low, high] = MOUTH_RANGE.map(|range| tip.y - range * width);
    let [upper, line, lower] =
        profile.lips(high..low).ok_or(FaceTransferError::Landmark { landmark: "mouth" })?;
    let base = profile.lowest(upper..tip_row);
    let chin = profile.chin(lower);
    let [from, to] = BRIDGE_RANGE.map(|range| tip.y + range * width);
    let bridge = profile.pit(from..to).map_or_else(
        || eyes.map_or(tip.y + BRIDGE_HEIGHT * width, |[left, right]| (left.y + right.y) * 0.5),
        |row| profile.position(row).y,
    );
    let bridge =
        profile.over(bridge).ok_or(FaceTransferError::Landmark { landmark: "bridge of the nose" })?;
    let mouth = profile.position(line);
    let mut landmarks = FaceLandmarks {
        nose_bridge: bridge,
        nose_tip: tip,
        nose_base: profile.position(base),
        upper_lip: profile.position(upper),
        mouth,
        lower_lip: profile.position(lower),
        chin: profile.position(chin),
        mouth_left: mouth,
        mouth_right: mouth,
        eye_left: bridge + Vec3::new(EYE.x, -EYE.y, 0.0) * width,
        eye_right: bridge + Vec3::new(-EYE.x, -EYE.y, 0.0) * width,
    };
    if let Some([left, right]) = eyes {
        landmarks.eye_left = left.with_z(bridge.z);
        landmarks.eye_right = right.with_z(bridge.z);
    }
    [landmarks.mouth_right, landmarks.mouth_left] =
        crease::mouth_corners(&map, mouth, width, MIN_RISE * width)
            .ok_or(FaceTransferError::Landmark { landmark: "corner of the mouth" })?;
    match landmarks.fault() {
        None => Ok(landmarks),
        Some((landmark, _)) => Err(FaceTransferError::Landmark { landmark }),
    }
}

/// Width of the head at the height of the tip of its nose, ears included.
fn width_at(head: &Surface, tip: Vec3) -> Option<f32> {
    let used = head.triangles.iter().flatten().map(|vertex| head.positions[*vertex as usize]);
    let (low, high) = used.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(a, b), p| (a.min(p), b.max(p)));
    let map = DepthMap::new(head, tip.truncate(), (high - low).truncate().max_element());
    let (column, row) = map.pixel_at(tip.truncate())?;
    let count =
        |columns: &mut dyn Iterator<Item = usize>| columns.take_while(|c| map.at(*c, row).is_some()).count();
    let seen = count(&mut (column..SIZE)) + count(&mut (0..column).rev());
    Some(seen as f32 * map.pixel)
}

/// Depth along the middle of a face, by row of its map.
struct Profile<'a> {
    map: &'a DepthMap,
    column: usize,
    /// Depths, smoothed; NaN where nothing is seen.
    depths: Vec<f32>,
    width: f32,
}

impl<'a> Profile<'a> {
    fn new(map: &'a DepthMap, x: f32, width: f32) -> Option<Self> {
        let column = map.pixel_at(Vec2::new(x, map.position(0, SIZE / 2).y))?.0;
        let depths = (0..SIZE).map(|row| map.smooth_at(column, row).unwrap_or(f32::NAN)).collect();
        Some(Self { map, column, depths, width })
    }

    fn position(&self, row: usize) -> Vec3 {
        self.map.position(self.column, row).extend(self.depths[row])
    }

    /// Place of the profile at a height.
    fn over(&self, y: f32) -> Option<Vec3> {
        let row = self.map.pixel_at(Vec2::new(self.map.position(self.column, 0).x, y))?.1;
        Some(self.position(row)).filter(|point| point.is_finite())
    }

    /// Rows between two heights, given from the upper to the lower or from the lower to the upper.
    fn rows(&self, heights: std::ops::Range<f32>) -> std::ops::Range<usize> {
        let row = |y: f32| {
            ((y - self.map.position(0, 0).y) / self.map.pixel).clamp(1.0, (SIZE - 2) as f32) as usize
        };
        let (a, b) = (row(heights.start), row(heights.end));
        a.min(b)..a.max(b)
    }

    /// Row of least depth.
    fn lowest(&self, rows: std::ops::Range<usize>) -> usize {
        let start = rows.start;
        rows.min_by(|a, b| self.depths[*a].total_cmp(&self.depths[*b])).unwrap_or(start)
    }

    fn is_peak(&self, row: usize) -> bool {
        let d = &self.depths;
        d[row] > d[row - 1] && d[row] >= d[row + 1]
    }

    /// Upper lip, line and lower lip: the two highest neighbouring peaks with a pit between them.
    fn lips(&self, heights: std::ops::Range<f32>) -> Option<[usize; 3]> {
        let peaks: Vec<usize> = self.rows(heights).filter(|row| self.is_peak(*row)).collect();
        peaks.windows(2).rev().find_map(|pair| {
            let pit = self.lowest(pair[0]..pair[1]);
            let depth = self.depths[pair[0]].min(self.depths[pair[1]]) - self.depths[pit];
            (depth > MIN_RISE * self.width).then_some([pair[1], pit, pair[0]])
        })
    }

    /// Deepest point between two peaks or slopes that rise to both sides; `None` where the deepest point is
    /// an end.
    fn pit(&self, heights: std::ops::Range<f32>) -> Option<usize> {
        let rows = self.rows(heights);
        let pit = self.lowest(rows.clone());
        (pit > rows.start && pit + 1 < rows.end).then_some(pit)
    }

    /// Foremost point of the chin: the first peak below the lower lip, else the middle between the lip and
    /// the point where the profile turns below the chin.
    fn chin(&self, lower: usize) -> usize {
        let end = (1..lower).rev().find(|row| {
            let slope = (self.depths[row + 1] - self.depths[*row]) / self.map.pixel;
            slope.is_nan() || slope >= CHIN_SLOPE
        });
        let end = end.unwrap_or(1).max(1);
        // The lower lip itself slopes steeply at its border.
        let floor = end.min(lower.saturating_sub((0.12 * self.width / self.map.pixel) as usize)).max(1);
        (floor + 1..lower).rev().find(|row| self.is_peak(*row)).unwrap_or((floor + lower) / 2)
    }
}
