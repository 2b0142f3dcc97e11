//! Look-at settings: range maps from target angles to eye rotations or expression weights.

use super::bones::Bones;
use super::json::{DegreeMap0, FirstPerson0, LookAt1, RangeMap1};
use super::refs::{finite, vector};
use sinew::character::{LookAtKind, LookAtSetup, RangeMap};
use sinew::glam::Vec3;

pub(super) fn read1(json: &LookAt1, bones: &Bones) -> Option<LookAtSetup> {
    let kind = kind(json.kind.as_deref());
    let map = |map: &RangeMap1| range_map(map.input_max_value, map.output_scale, kind);
    Some(LookAtSetup {
        head: bones.get("head")?,
        eyes: bones.eyes(),
        offset_from_head: vector(json.offset_from_head_bone, Vec3::ZERO),
        kind,
        horizontal_inner: map(&json.range_map_horizontal_inner),
        horizontal_outer: map(&json.range_map_horizontal_outer),
        vertical_down: map(&json.range_map_vertical_down),
        vertical_up: map(&json.range_map_vertical_up),
    })
}

/// Reads VRM 0.x settings, in the axes of a model that faces -Z, like the rest of the file.
pub(super) fn read0(json: &FirstPerson0, bones: &Bones) -> Option<LookAtSetup> {
    let kind = kind(json.look_at_type_name.as_deref());
    let map = |map: &DegreeMap0| range_map(map.x_range, map.y_range, kind);
    let offset = json.first_person_bone_offset.as_ref();
    // VRM 0.x stores this vector in Unity's left-handed axes.
    let offset =
        offset.map_or(Vec3::ZERO, |v| Vec3::new(finite(v.x, 0.0), finite(v.y, 0.0), -finite(v.z, 0.0)));
    Some(LookAtSetup {
        head: bones.get("head")?,
        eyes: bones.eyes(),
        offset_from_head: offset,
        kind,
        horizontal_inner: map(&json.look_at_horizontal_inner),
        horizontal_outer: map(&json.look_at_horizontal_outer),
        vertical_down: map(&json.look_at_vertical_down),
        vertical_up: map(&json.look_at_vertical_up),
    })
}

fn kind(name: Option<&str>) -> LookAtKind {
    match name {
        Some("expression" | "BlendShape") => LookAtKind::Expression,
        _ => LookAtKind::Bone,
    }
}

/// Range map from degrees to degrees for bones, or to a weight for expressions.
fn range_map(input: Option<f32>, output: Option<f32>, kind: LookAtKind) -> RangeMap {
    let input_max = finite(input, 90.0).to_radians();
    let output_scale = match kind {
        LookAtKind::Bone => finite(output, 10.0).to_radians(),
        LookAtKind::Expression => finite(output, 1.0),
    };
    RangeMap { input_max, output_scale }
}
