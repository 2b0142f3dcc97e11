//! Fit of one face onto another: a warp that brings landmarks onto landmarks and skin onto skin.

use super::FaceLandmarks;
use super::depth_map::DepthMap;
use super::warp::Warp;
use glam::{Vec2, Vec3};

/// Distances from the middle of the mouth, in half widths of the mouth, of the columns of points where skin
/// is brought onto skin.
const COLUMNS: [f32; 9] = [-2.1, -1.6, -1.1, -0.55, 0.0, 0.55, 1.1, 1.6, 2.1];
/// Heights of the rows of such points, in distances between the mouth and the bridge of the nose.
const ROWS: [f32; 9] = [-0.85, -0.55, -0.30, 0.0, 0.28, 0.50, 0.75, 1.25, 1.60];
/// Steepest skin that is brought onto skin, as depth per distance: on steeper skin depth says little.
const MAX_SLOPE: f32 = 2.0;
/// Largest distance between the fit by landmarks and the skin, in half widths of the mouth: beyond it, the
/// skin is that of another part.
const MAX_STEP: f32 = 0.8;
/// Region around the mouth that landmarks alone fit, in half widths of the mouth.
const MOUTH: Vec2 = Vec2::new(1.3, 0.6);

/// Warp from a face onto another one; `None` where the landmarks lie in a plane or coincide.
pub(super) fn fit(from: (&DepthMap, &FaceLandmarks), to: (&DepthMap, &FaceLandmarks)) -> Option<Warp> {
    let points = |landmarks: &FaceLandmarks| landmarks.iter().map(|(_, point)| point).collect::<Vec<Vec3>>();
    let (mut source, mut target) = (points(from.1), points(to.1));
    let rough = Warp::new(&source, &target)?;
    let skin = |map: &DepthMap, at: Vec2| {
        map.surface_at(at).filter(|(_, slope)| *slope < MAX_SLOPE).map(|(depth, _)| at.extend(depth))
    };
    let (half, height) = (from.1.mouth_half(), from.1.nose_bridge.y - from.1.mouth.y);
    for row in ROWS {
        for column in COLUMNS {
            let step = Vec2::new(column * half, row * height);
            if (step / half).abs().cmplt(MOUTH).all() {
                continue;
            }
            let Some(start) = skin(from.0, from.1.mouth.truncate() + step) else { continue };
            let guess = rough.apply(start);
            let Some(end) = skin(to.0, guess.truncate()) else { continue };
            if end.distance(guess) < MAX_STEP * to.1.mouth_half() {
                source.push(start);
                target.push(end);
            }
        }
    }
    Warp::new(&source, &target)
}
