//! Expressions as JSON of VRM 1.0.

use super::indices::Indices;
use crate::Report;
use crate::error::quoted;
use crate::export::number::{number, numbers};
use serde_json::{Map, Value, json};
use sinew::character::{ColorSlot, Expression, OverrideKind};

/// Preset names of VRM 1.0; all others are custom.
pub(in crate::export) const PRESETS: [&str; 18] = [
    "happy",
    "angry",
    "sad",
    "relaxed",
    "surprised",
    "aa",
    "ih",
    "ou",
    "ee",
    "oh",
    "blink",
    "blinkLeft",
    "blinkRight",
    "lookUp",
    "lookDown",
    "lookLeft",
    "lookRight",
    "neutral",
];

/// JSON of all expressions; `None` without any.
pub(super) fn of(expressions: &[Expression], indices: &Indices<'_>, report: &mut Report) -> Option<Value> {
    let (mut preset, mut custom) = (Map::new(), Map::new());
    for (n, expression) in expressions.iter().enumerate() {
        let location = format!("/expressions/{n}");
        let list = if PRESETS.contains(&expression.name.as_str()) { &mut preset } else { &mut custom };
        if list.contains_key(&expression.name) {
            let message =
                format!("another expression is named {}; this one is left out", quoted(&expression.name));
            report.warn("export-left-out", location, message);
            continue;
        }
        list.insert(expression.name.clone(), one(expression, &location, indices, report));
    }
    let lists = [("preset", preset), ("custom", custom)];
    let lists: Map<String, Value> = lists
        .into_iter()
        .filter(|(_, list)| !list.is_empty())
        .map(|(name, list)| (name.to_owned(), Value::Object(list)))
        .collect();
    (!lists.is_empty()).then_some(Value::Object(lists))
}

fn one(expression: &Expression, location: &str, indices: &Indices<'_>, report: &mut Report) -> Value {
    let mut json = json!({});
    let mut clamped = false;
    let morphs = expression.morphs.iter().filter_map(|bind| {
        let weight = if bind.weight.is_nan() { 0.0 } else { bind.weight.clamp(0.0, 1.0) };
        clamped |= weight != bind.weight;
        let node = indices.instance(bind.instance)?;
        Some(json!({ "node": node, "index": bind.target, "weight": number(weight) }))
    });
    let morphs: Vec<Value> = morphs.collect();
    if clamped {
        report.warn("vrm-value", location, "a weight is outside of 0..1; it is clamped");
    }
    let colors = expression.colors.iter().map(|bind| {
        let kind = match bind.slot {
            ColorSlot::Base => "color",
            ColorSlot::Emissive => "emissionColor",
            ColorSlot::Shade => "shadeColor",
            ColorSlot::Matcap => "matcapColor",
            ColorSlot::Rim => "rimColor",
            ColorSlot::Outline => "outlineColor",
        };
        json!({ "material": bind.material.0, "type": kind, "targetValue": numbers(bind.value) })
    });
    let uvs = expression.uvs.iter().map(|bind| {
        json!({ "material": bind.material.0, "scale": numbers(bind.scale),
            "offset": numbers(bind.offset) })
    });
    let binds = [
        ("morphTargetBinds", morphs),
        ("materialColorBinds", colors.collect()),
        ("textureTransformBinds", uvs.collect()),
    ];
    for (name, binds) in binds.into_iter().filter(|(_, binds)| !binds.is_empty()) {
        json[name] = Value::Array(binds);
    }
    if expression.is_binary {
        json["isBinary"] = json!(true);
    }
    let overrides = [
        ("overrideBlink", expression.override_blink),
        ("overrideLookAt", expression.override_look_at),
        ("overrideMouth", expression.override_mouth),
    ];
    for (name, kind) in overrides {
        match kind {
            OverrideKind::None => {}
            OverrideKind::Block => json[name] = json!("block"),
            OverrideKind::Blend => json[name] = json!("blend"),
        }
    }
    json
}
