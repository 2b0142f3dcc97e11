//! Expressions of VRM 1.0.

use super::json::{ColorBind1, Expression1, MorphBind1, UvBind1};
use super::refs::{Refs, finite, vector2};
use crate::error::quoted;
use sinew::character::setup::{ColorBind, ColorSlot, Expression, MorphBind, OverrideKind, UvBind};
use sinew::glam::{Vec2, Vec4};

/// Presets first, then the file's own.
pub(super) fn read(
    preset: &[(String, Expression1)],
    custom: &[(String, Expression1)],
    refs: &mut Refs<'_>,
) -> Vec<Expression> {
    let of = |kind: &'static str| move |(name, json)| (kind, name, json);
    let all = preset.iter().map(|(n, e)| (n, e)).map(of("preset"));
    let all = all.chain(custom.iter().map(|(n, e)| (n, e)).map(of("custom")));
    all.map(|(kind, name, json): (&str, &String, &Expression1)| {
        read_one(name, json, &format!("/expressions/{kind}/{name}"), refs)
    })
    .collect()
}

fn read_one(name: &str, json: &Expression1, place: &str, refs: &mut Refs<'_>) -> Expression {
    let mut override_of = |kind: &Option<String>| match kind.as_deref() {
        None | Some("none") => OverrideKind::None,
        Some("block") => OverrideKind::Block,
        Some("blend") => OverrideKind::Blend,
        Some(other) => {
            refs.warn("vrm-value", place, format!("override {} is unknown", quoted(other)));
            OverrideKind::None
        }
    };
    let (override_blink, override_look_at, override_mouth) = (
        override_of(&json.override_blink),
        override_of(&json.override_look_at),
        override_of(&json.override_mouth),
    );
    let morphs = json
        .morph_target_binds
        .iter()
        .enumerate()
        .filter_map(|(n, bind)| morph(bind, &format!("{place}/morphTargetBinds/{n}"), refs));
    let morphs = morphs.collect();
    let colors = json
        .material_color_binds
        .iter()
        .enumerate()
        .filter_map(|(n, bind)| color(bind, &format!("{place}/materialColorBinds/{n}"), refs));
    let colors = colors.collect();
    let uvs = json
        .texture_transform_binds
        .iter()
        .enumerate()
        .filter_map(|(n, bind)| uv(bind, &format!("{place}/textureTransformBinds/{n}"), refs));
    Expression {
        name: name.to_owned(),
        morphs,
        colors,
        uvs: uvs.collect(),
        is_binary: json.is_binary.unwrap_or(false),
        override_blink,
        override_look_at,
        override_mouth,
    }
}

fn morph(bind: &MorphBind1, place: &str, refs: &mut Refs<'_>) -> Option<MorphBind> {
    let instance = refs.instance(bind.node, place)?;
    let targets = refs.instances.get(instance).map_or(0, |i| i.weights.len());
    let target = refs.number(bind.index, targets, "morph target", place)?;
    Some(MorphBind { instance, target, weight: finite(bind.weight, 1.0) })
}

fn color(bind: &ColorBind1, place: &str, refs: &mut Refs<'_>) -> Option<ColorBind> {
    let material = refs.material(bind.material, place)?;
    let slot = match bind.kind.as_deref() {
        Some("color") => ColorSlot::Base,
        Some("emissionColor") => ColorSlot::Emissive,
        Some("shadeColor") => ColorSlot::Shade,
        Some("matcapColor") => ColorSlot::Matcap,
        Some("rimColor") => ColorSlot::Rim,
        Some("outlineColor") => ColorSlot::Outline,
        other => {
            let message = format!("colour {} is unknown; left out", quoted(other.unwrap_or_default()));
            refs.warn("vrm-value", place, message);
            return None;
        }
    };
    Some(ColorBind { material, slot, value: rgba(&bind.target_value) })
}

/// Up to four numbers as a colour; what is missing is 1.
pub(super) fn rgba(values: &[f32]) -> Vec4 {
    Vec4::from_array(std::array::from_fn(|i| finite(values.get(i).copied(), 1.0)))
}

fn uv(bind: &UvBind1, place: &str, refs: &mut Refs<'_>) -> Option<UvBind> {
    let material = refs.material(bind.material, place)?;
    Some(UvBind { material, offset: vector2(bind.offset, Vec2::ZERO), scale: vector2(bind.scale, Vec2::ONE) })
}
