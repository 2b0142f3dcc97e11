//! Expressions of VRM 1.0.

use super::json::{ColorBind1, Expression1, MorphBind1, UvBind1};
use super::refs::{Refs, finite, vector2};
use crate::error::quoted;
use sinew::character::{ColorBind, ColorSlot, Expression, MorphBind, OverrideKind, UvBind};
use sinew::glam::{Vec2, Vec4};

/// Reads all expressions: presets first, then custom ones.
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

fn read_one(name: &str, json: &Expression1, location: &str, refs: &mut Refs<'_>) -> Expression {
    let mut override_of = |kind: &Option<String>| match kind.as_deref() {
        None | Some("none") => OverrideKind::None,
        Some("block") => OverrideKind::Block,
        Some("blend") => OverrideKind::Blend,
        Some(other) => {
            refs.warn(
                "vrm-value",
                location,
                format!("override {} is unknown; it is taken as none", quoted(other)),
            );
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
        .filter_map(|(n, bind)| morph(bind, &format!("{location}/morphTargetBinds/{n}"), refs));
    let morphs = morphs.collect();
    let colors = json
        .material_color_binds
        .iter()
        .enumerate()
        .filter_map(|(n, bind)| color(bind, &format!("{location}/materialColorBinds/{n}"), refs));
    let colors = colors.collect();
    let uvs = json
        .texture_transform_binds
        .iter()
        .enumerate()
        .filter_map(|(n, bind)| uv(bind, &format!("{location}/textureTransformBinds/{n}"), refs));
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

fn morph(bind: &MorphBind1, location: &str, refs: &mut Refs<'_>) -> Option<MorphBind> {
    let instance = refs.instance(bind.node, location)?;
    let targets = refs.instances.get(instance.index()).map_or(0, |i| i.weights.len());
    let target = refs.number(bind.index, targets, "morph target", location)?;
    Some(MorphBind { instance, target, weight: finite(bind.weight, 1.0) })
}

fn color(bind: &ColorBind1, location: &str, refs: &mut Refs<'_>) -> Option<ColorBind> {
    let material = refs.material(bind.material, location)?;
    let slot = match bind.kind.as_deref() {
        Some("color") => ColorSlot::Base,
        Some("emissionColor") => ColorSlot::Emissive,
        Some("shadeColor") => ColorSlot::Shade,
        Some("matcapColor") => ColorSlot::Matcap,
        Some("rimColor") => ColorSlot::Rim,
        Some("outlineColor") => ColorSlot::Outline,
        other => {
            let message =
                format!("colour type {} is unknown; the bind is left out", quoted(other.unwrap_or_default()));
            refs.warn("vrm-value", location, message);
            return None;
        }
    };
    Some(ColorBind { material, slot, value: rgba(&bind.target_value) })
}

/// RGBA colour from up to four components; missing ones are 1.
pub(super) fn rgba(values: &[f32]) -> Vec4 {
    Vec4::from_array(std::array::from_fn(|i| finite(values.get(i).copied(), 1.0)))
}

fn uv(bind: &UvBind1, location: &str, refs: &mut Refs<'_>) -> Option<UvBind> {
    let material = refs.material(bind.material, location)?;
    Some(UvBind { material, offset: vector2(bind.offset, Vec2::ZERO), scale: vector2(bind.scale, Vec2::ONE) })
}
