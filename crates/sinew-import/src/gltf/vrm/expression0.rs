//! Expressions of VRM 0.x (blend shape groups), converted to VRM 1.0.

use super::expression1::rgba;
use super::json::{BlendShapeGroup0, MaterialValue0, MorphBind0};
use super::refs::{Refs, finite};
use super::toon0::linear;
use crate::error::quoted;
use sinew::character::{
    ColorBind, ColorSlot, Expression, MorphBind, UvBind, from_vrm0_preset, vrm_preset_of_name,
};
use sinew::character::{MeshId, UvTransform};
use sinew::glam::{Vec2, Vec4};
use std::collections::BTreeSet;

pub(super) fn read(groups: &[BlendShapeGroup0], refs: &mut Refs<'_>) -> Vec<Expression> {
    let names = names(groups);
    groups.iter().zip(names).enumerate().map(|(n, (group, name))| read_one(group, name, n, refs)).collect()
}

/// Names of the groups: their presets; for groups of the preset "unknown" whose own name is a preset's, as
/// exporters and hands write them, that one unless another group has it; else their own names.
fn names(groups: &[BlendShapeGroup0]) -> Vec<String> {
    let preset = |group: &BlendShapeGroup0| {
        from_vrm0_preset(group.preset_name.as_deref().unwrap_or_default()).map(str::to_owned)
    };
    let mut taken: BTreeSet<String> = groups.iter().filter_map(preset).collect();
    let mut name_of = |group: &BlendShapeGroup0| {
        let group_name = group.name.clone().unwrap_or_default();
        let meant = || {
            vrm_preset_of_name(&group_name).filter(|name| taken.insert((*name).to_owned())).map(str::to_owned)
        };
        preset(group).or_else(meant).unwrap_or(group_name)
    };
    groups.iter().map(&mut name_of).collect()
}

fn read_one(group: &BlendShapeGroup0, name: String, n: usize, refs: &mut Refs<'_>) -> Expression {
    let location = format!("/blendShapeMaster/blendShapeGroups/{n}");
    let mut expression =
        Expression { name, is_binary: group.is_binary.unwrap_or(false), ..Expression::default() };
    for (b, bind) in group.binds.iter().enumerate() {
        morphs(bind, &format!("{location}/binds/{b}"), refs, &mut expression.morphs);
    }
    for (v, value) in group.material_values.iter().enumerate() {
        material_value(value, &format!("{location}/materialValues/{v}"), refs, &mut expression);
    }
    expression
}

/// Converts a morph bind. VRM 0.x references a mesh; the bind applies to all of its instances.
fn morphs(bind: &MorphBind0, location: &str, refs: &mut Refs<'_>, binds: &mut Vec<MorphBind>) {
    let Some(mesh) = bind.mesh.and_then(|mesh| usize::try_from(mesh).ok()) else { return };
    let weight = finite(bind.weight, 100.0) / 100.0;
    let instances = refs.instances_of(MeshId(u32::try_from(mesh).unwrap_or(u32::MAX)));
    if instances.is_empty() {
        refs.warn(
            "vrm-reference",
            location,
            format!("mesh {mesh} is not in the scene; the bind is left out"),
        );
    }
    // A mesh on thousands of nodes with thousands of binds would exhaust the memory.
    if refs.budget.take(instances.len(), 2 * size_of::<MorphBind>(), location).is_err() {
        refs.warn("vrm-reference", location, "the bind applies to too many mesh instances; it is left out");
        return;
    }
    for instance in instances {
        let targets = refs.instances.get(instance.index()).map_or(0, |i| i.weights.len());
        if let Some(target) = refs.number(bind.index, targets, "morph target", location) {
            binds.push(MorphBind { instance, target, weight });
        }
    }
}

fn material_value(value: &MaterialValue0, location: &str, refs: &mut Refs<'_>, expression: &mut Expression) {
    let name = value.material_name.as_deref().unwrap_or_default();
    let Some(material) = refs.material_by_name(name) else {
        refs.warn(
            "vrm-reference",
            location,
            format!("material {} does not exist; the bind is left out", quoted(name)),
        );
        return;
    };
    let target = &value.target_value;
    let property = value.property_name.as_deref().unwrap_or_default();
    let slot = match property {
        "_Color" => ColorSlot::Base,
        "_EmissionColor" => ColorSlot::Emissive,
        "_ShadeColor" => ColorSlot::Shade,
        "_RimColor" => ColorSlot::Rim,
        "_OutlineColor" => ColorSlot::Outline,
        _ => {
            let texture = refs.materials.get(material.index()).and_then(|m| m.base_color_texture);
            match texture_transform(property, target, texture.map_or(UvTransform::IDENTITY, |t| t.transform))
            {
                Some((offset, scale)) => expression.uvs.push(UvBind { material, offset, scale }),
                None => {
                    let message =
                        format!("property {} is not supported; the bind is left out", quoted(property));
                    refs.warn("vrm-value", location, message);
                }
            }
            return;
        }
    };
    let color: Vec4 = linear(rgba(target));
    expression.colors.push(ColorBind { material, slot, value: color });
}

/// Offset and scale from Unity's `_MainTex_ST` (scale, then offset from the lower left corner) or one of its
/// two halves.
fn texture_transform(property: &str, target: &[f32], original: UvTransform) -> Option<(Vec2, Vec2)> {
    let at = |i: usize, default| finite(target.get(i).copied(), default);
    let whole = Vec2::new(at(0, 1.0), at(1, 1.0));
    let offset = Vec2::new(at(2, 0.0), 1.0 - at(1, 1.0) - at(3, 0.0));
    match property {
        "_MainTex_ST" => Some((offset, whole)),
        "_MainTex_ST_S" => {
            Some((Vec2::new(offset.x, original.offset.y), Vec2::new(whole.x, original.scale.y)))
        }
        "_MainTex_ST_T" => {
            Some((Vec2::new(original.offset.x, offset.y), Vec2::new(original.scale.x, whole.y)))
        }
        _ => None,
    }
}
