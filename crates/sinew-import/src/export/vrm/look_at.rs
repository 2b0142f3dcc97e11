use crate::export::number::{number, numbers};
use serde_json::{Value, json};
use sinew::character::{LookAtKind, LookAtSetup, RangeMap};

/// JSON of the look-at settings, with angles in degrees.
pub(super) fn of(look_at: &LookAtSetup) -> Value {
    let is_bone = look_at.kind == LookAtKind::Bone;
    let map = |map: &RangeMap| {
        let output = if is_bone { map.output_scale.to_degrees() } else { map.output_scale };
        json!({ "inputMaxValue": number(map.input_max.to_degrees()), "outputScale": number(output) })
    };
    json!({
        "offsetFromHeadBone": numbers(look_at.offset_from_head),
        "type": if is_bone { "bone" } else { "expression" },
        "rangeMapHorizontalInner": map(&look_at.horizontal_inner),
        "rangeMapHorizontalOuter": map(&look_at.horizontal_outer),
        "rangeMapVerticalDown": map(&look_at.vertical_down),
        "rangeMapVerticalUp": map(&look_at.vertical_up),
    })
}
