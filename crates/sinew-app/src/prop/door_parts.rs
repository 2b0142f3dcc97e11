//! Parts of a door: frame, leaf and lever, each on its own node.

use super::build::{Build, Paint};
use super::surface::Surface;
use sinew::Character;
use sinew::character::CharacterError;
use sinew::glam::{Quat, Vec3};

const FRAME: Paint = Paint { name: "frame", color: [224, 221, 214], roughness: 0.7, metallic: 0.0 };
const LEAF: Paint = Paint { name: "leaf", color: [182, 128, 84], roughness: 0.6, metallic: 0.0 };
const PANEL: Paint = Paint { name: "panels", color: [164, 112, 71], roughness: 0.6, metallic: 0.0 };
const STEEL: Paint = Paint { name: "steel", color: [196, 198, 202], roughness: 0.4, metallic: 0.3 };

/// Width and height of the leaf.
const SIZE: [f32; 2] = [0.9, 2.05];
/// Half the thickness of the leaf, which is centred on z = 0.
const HALF: f32 = 0.02;
/// Gap between leaf and frame.
const GAP: f32 = 0.003;
/// Gap between leaf and floor.
const LIFT: f32 = 0.008;
/// Width and depth of the frame's posts.
const POST: [f32; 2] = [0.09, 0.1];
/// Levers: length, distance from the middle of the leaf, thickness.
const LEVER: [f32; 3] = [0.13, 0.06, 0.019];
/// Distance from the free edge of the leaf to the lever's axis.
const BACKSET: f32 = 0.065;

/// Hinge of the leaf on the floor: at its edge, in the face towards which it opens.
pub(super) const HINGE: Vec3 = Vec3::new(SIZE[0] * 0.5, 0.0, HALF);

/// Height of the leaf's upper edge.
pub(super) const TOP: f32 = LIFT + SIZE[1];

/// Depth of a point in the leaf's space behind the face at -Z; none beside the leaf.
pub(super) fn depth(point: Vec3) -> Option<f32> {
    let is_beside = point.x <= -SIZE[0] || point.x >= 0.0 || point.y >= TOP;
    (!is_beside).then_some(point.z + 2.0 * HALF)
}

/// Axis of the lever in the middle of the leaf, in the leaf's space.
pub(super) fn spindle(lever_height: f32) -> Vec3 {
    Vec3::new(BACKSET - SIZE[0], lever_height, -HALF)
}

/// Middle of the grip of a lever on the face at -Z or +Z, in the space of its axis.
pub(super) fn hold(side: f32) -> Vec3 {
    let [length, out, _] = LEVER;
    Vec3::new(length * 0.5, 0.0, side * out)
}

/// Frame, leaf and lever.
pub(super) fn build(lever_height: f32, scale: f32) -> Result<Character, CharacterError> {
    let mut build = Build::new(scale);
    let frame = build.node("frame", None, Vec3::ZERO);
    let leaf = build.node("leaf", Some(frame), HINGE);
    let lever = build.node("lever", Some(leaf), spindle(lever_height));
    build.part(frame, FRAME, frame_surface());
    build.part(leaf, LEAF, leaf_surface());
    build.part(leaf, PANEL, panels(lever_height));
    build.part(leaf, STEEL, fittings(lever_height));
    build.part(lever, STEEL, levers());
    build.finish()
}

/// Two posts and a lintel, flush with the face towards which the leaf opens, and the stop that it closes
/// against.
fn frame_surface() -> Surface {
    let [width, depth] = POST;
    let (inner, top) = (SIZE[0] * 0.5 + GAP, LIFT + SIZE[1] + GAP);
    let frame = arch([inner, top], width, [HALF - depth, HALF]);
    let stop = 0.012;
    let stop = arch([inner - stop, top - stop], stop, [HALF - depth, -HALF - 0.001]);
    frame.into_iter().chain(stop).fold(Surface::default(), |surface, [low, high]| surface.block(low, high))
}

/// Corners of two posts and the beam between them, `width` wide. `opening` is half the width and the height
/// of the opening; `depth` is the range along Z.
fn arch(opening: [f32; 2], width: f32, depth: [f32; 2]) -> [[Vec3; 2]; 3] {
    let [side, top] = opening;
    let block = |left: f32, right: f32, low: f32, high: f32| {
        [Vec3::new(left, low, depth[0]), Vec3::new(right, high, depth[1])]
    };
    [
        block(-side - width, -side, 0.0, top + width),
        block(side, side + width, 0.0, top + width),
        block(-side, side, top, top + width),
    ]
}

/// Leaf in its own space: the hinge at the origin, the free edge at -X.
fn leaf_surface() -> Surface {
    Surface::default().block(Vec3::new(-SIZE[0], LIFT, -2.0 * HALF), Vec3::new(0.0, LIFT + SIZE[1], 0.0))
}

/// Two raised panels on each face, the lower one below the lever.
fn panels(lever_height: f32) -> Surface {
    let (margin, raised) = (0.15, 0.006);
    let middle = lever_height - 0.02;
    let fields = [[LIFT + margin, middle - margin * 0.5], [middle + margin * 0.5, LIFT + SIZE[1] - margin]];
    let mut surface = Surface::default();
    for [low, high] in fields {
        for face in [-HALF * 2.0 - raised, 0.0] {
            let (from, to) =
                (Vec3::new(margin - SIZE[0], low, face), Vec3::new(-margin, high, face + raised));
            surface = surface.block(from, to);
        }
    }
    surface
}

/// Roses and key plates around the lever, and the hinges.
fn fittings(lever_height: f32) -> Surface {
    let axis = spindle(lever_height);
    let through = |surface: Surface, center: Vec3, radius: f32| {
        let reach = Vec3::Z * (HALF + 0.007);
        surface.rod(center - reach, center + reach, radius)
    };
    let mut surface = through(Surface::default(), axis, 0.026);
    surface = through(surface, axis - Vec3::Y * 0.085, 0.019);
    for height in [0.25, LIFT + SIZE[1] * 0.5, SIZE[1] - 0.25] {
        let middle = Vec3::new(0.0, height, 0.004);
        surface = surface.rod(middle - Vec3::Y * 0.05, middle + Vec3::Y * 0.05, 0.009);
    }
    surface
}

/// A lever on each face, in the space of its axis, with the free end at +X.
fn levers() -> Surface {
    let [length, out, thickness] = LEVER;
    let radius = thickness * 0.5;
    let half = Vec3::new(length * 0.5, radius, radius * 0.8);
    let lever = |surface: Surface, side: f32| {
        let neck = [HALF, out + radius].map(|z| Vec3::Z * (side * z));
        surface.rod(neck[0], neck[1], radius).cuboid(hold(side), half, Quat::IDENTITY)
    };
    lever(lever(Surface::default(), -1.0), 1.0)
}
