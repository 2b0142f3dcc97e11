//! Export of what a glTF file had beside its character and clips, see [`SceneExtras`].

use super::document::Document;
use super::plan::Plan;
use crate::scene_extras::{Json, ObjectExtras, SceneExtras, Xmp, XmpHolder, XmpReference};
use serde_json::{Map, Value, json};

/// Keys of `extras` that the exporter writes itself: those of the file are older.
const MESH_KEYS: &[&str] = &["targetNames"];
const MATERIAL_KEYS: &[&str] = &["normalSpace", "decal"];
const ANIMATION_KEYS: &[&str] = &["events", "spans", "markers", "root"];

/// Adds everything to the finished objects of the document.
pub(super) fn write(document: &mut Document, plan: &Plan, kept: &SceneExtras) {
    let mut lost = Vec::new();
    if let Some(copyright) = &kept.copyright {
        document.root["asset"]["copyright"] = json!(copyright);
    }
    add(&mut document.root["asset"], kept.asset.as_ref(), &[]);
    add(&mut document.root, kept.root.as_ref(), &[]);
    let cameras: Vec<Value> = kept.cameras.iter().map(object).collect();
    let lights: Vec<Value> = kept.lights.iter().map(object).collect();
    for node in &kept.nodes {
        let Some(json_node) =
            document.nodes.get_mut(node.number).filter(|json_node| has_name(json_node, &node.name))
        else {
            lost.push(format!("node {} ({:?})", node.number, node.name));
            continue;
        };
        add(json_node, node.extras.as_ref(), &[]);
        if let Some(camera) = node.camera {
            json_node["camera"] = json!(camera);
        }
        if let Some(light) = node.light {
            document.extensions.add(json_node, "KHR_lights_punctual", json!({ "light": light }));
        }
    }
    if !cameras.is_empty() {
        document.root["cameras"] = Value::Array(cameras);
    }
    if !lights.is_empty() {
        document.extensions.add(&mut document.root, "KHR_lights_punctual", json!({ "lights": lights }));
    }
    for mesh_extras in &kept.meshes {
        let number = plan.meshes.iter().position(|mesh| mesh.mesh.index() == mesh_extras.number);
        let mesh = number.and_then(|number| document.meshes.get_mut(number));
        add_to(mesh, mesh_extras, ("mesh", MESH_KEYS), &mut lost);
    }
    for material_extras in &kept.materials {
        let material = document.materials.get_mut(material_extras.number);
        add_to(material, material_extras, ("material", MATERIAL_KEYS), &mut lost);
    }
    for animation_extras in &kept.animations {
        if let Some(animation) = animation(
            &mut document.animations,
            &document.animation_clips,
            animation_extras.number,
            &animation_extras.name,
        ) {
            add(animation, Some(&animation_extras.extras), ANIMATION_KEYS);
        }
    }
    scenes(document, kept);
    if let Some(xmp) = &kept.xmp {
        metadata(document, plan, xmp, &mut lost);
    }
    if !kept.not_read.is_empty() {
        let message = format!("what is not read is left out: {}", shortened(&kept.not_read));
        document.report.warn("export-left-out", "file", message);
    }
    if !lost.is_empty() {
        let message = format!(
            "the `extras`, metadata, cameras and lights of {} are left out: the character lacks it",
            shortened(&lost)
        );
        document.report.warn("extras-left-out", "file", message);
    }
}

/// Adds the further scenes, and what the default one has.
fn scenes(document: &mut Document, kept: &SceneExtras) {
    if kept.scene >= kept.scenes.len() {
        return;
    }
    let Some(default_scene) = document.scenes.pop() else { return };
    let mut above: Vec<Option<usize>> = vec![None; document.nodes.len()];
    for (number, node) in document.nodes.iter().enumerate() {
        for child in node["children"].as_array().into_iter().flatten().filter_map(Value::as_u64) {
            if let Some(above) = above.get_mut(child as usize) {
                *above = Some(number);
            }
        }
    }
    let root = |node: usize| std::iter::successors(Some(node), |&n| above.get(n).copied().flatten()).last();
    for (number, scene) in kept.scenes.iter().enumerate() {
        let mut json = json!({});
        if number == kept.scene {
            json = default_scene.clone();
        } else {
            let mut roots: Vec<usize> = scene.nodes.iter().filter_map(|node| root(*node)).collect();
            roots.retain(|node| *node < document.nodes.len());
            roots.sort_unstable();
            roots.dedup();
            if !roots.is_empty() {
                json["nodes"] = json!(roots);
            }
        }
        if !scene.name.is_empty() {
            json["name"] = json!(scene.name);
        }
        add(&mut json, scene.extras.as_ref(), &[]);
        document.scenes.push(json);
    }
    document.scene = kept.scene;
}

/// Adds XMP metadata to the objects that they are about.
fn metadata(document: &mut Document, plan: &Plan, xmp: &Xmp, lost: &mut Vec<String>) {
    const NAME: &str = "KHR_xmp_json_ld";
    let Ok(packets) = serde_json::from_str::<Value>(&xmp.packets) else { return };
    document.extensions.add(&mut document.root, NAME, packets);
    for XmpReference { holder, number, name, packet } in &xmp.references {
        let (kind, object) = match holder {
            XmpHolder::Asset => ("asset", document.root.get_mut("asset")),
            XmpHolder::Scene => ("scene", document.scenes.get_mut(*number)),
            XmpHolder::Node => ("node", document.nodes.get_mut(*number)),
            XmpHolder::Mesh => {
                let position = plan.meshes.iter().position(|mesh| mesh.mesh.index() == *number);
                ("mesh", position.and_then(|position| document.meshes.get_mut(position)))
            }
            XmpHolder::Material => ("material", document.materials.get_mut(*number)),
            XmpHolder::Animation => {
                ("", animation(&mut document.animations, &document.animation_clips, *number, name))
            }
        };
        match object.filter(|object| has_name(object, name)) {
            Some(object) => document.extensions.add(object, NAME, json!({ "packet": packet })),
            None if kind.is_empty() => {}
            None => lost.push(format!("{kind} {number} ({name:?})")),
        }
    }
}

/// The animation of a clip, by number; of clips that have other numbers now, the first one of the name. Clips may
/// be left out.
fn animation<'a>(
    animations: &'a mut [Value],
    clips: &[usize],
    clip: usize,
    name: &str,
) -> Option<&'a mut Value> {
    let by_number = clips.binary_search(&clip).ok().filter(|n| has_name(&animations[*n], name));
    let found = by_number.or_else(|| animations.iter().position(|json| has_name(json, name)));
    found.and_then(|found| animations.get_mut(found))
}

fn add_to(
    object: Option<&mut Value>,
    extras: &ObjectExtras,
    (kind, written): (&str, &[&str]),
    lost: &mut Vec<String>,
) {
    match object.filter(|object| has_name(object, &extras.name)) {
        Some(object) => add(object, Some(&extras.extras), written),
        None => lost.push(format!("{kind} {} ({:?})", extras.number, extras.name)),
    }
}

fn has_name(object: &Value, name: &str) -> bool {
    object["name"].as_str().unwrap_or_default() == name
}

/// Adds `extras` to those of an object, but for the keys that the exporter has `written`, or would have.
fn add(object: &mut Value, extras: Option<&Json>, written: &[&str]) {
    let Some(kept) = extras.and_then(|text| serde_json::from_str::<Value>(text).ok()) else { return };
    match (kept, object.get_mut("extras").and_then(Value::as_object_mut)) {
        (Value::Object(kept), Some(present)) => insert(present, kept, written),
        (Value::Object(kept), None) => {
            let mut extras = Map::new();
            insert(&mut extras, kept, written);
            if !extras.is_empty() {
                object["extras"] = Value::Object(extras);
            }
        }
        (other, None) => object["extras"] = other,
        (_, Some(_)) => {}
    }
}

fn insert(extras: &mut Map<String, Value>, kept: Map<String, Value>, written: &[&str]) {
    for (key, value) in kept {
        if !written.contains(&key.as_str()) && !extras.contains_key(&key) {
            extras.insert(key, value);
        }
    }
}

/// A camera or light, without extensions that nothing declares.
fn object(text: &Json) -> Value {
    let mut object = serde_json::from_str(text).unwrap_or_else(|_| json!({}));
    if let Some(object) = object.as_object_mut() {
        object.remove("extensions");
    }
    object
}

/// The first names and the number of the others.
fn shortened(names: &[String]) -> String {
    const SHOWN: usize = 6;
    let shown = names.get(..SHOWN).unwrap_or(names).join(", ");
    match names.len().checked_sub(SHOWN) {
        Some(more @ 1..) => format!("{shown} and {more} more"),
        _ => shown,
    }
}
