//! Parts of a file that a character cannot hold: copyright, `extras`, cameras, lights
//! (KHR_lights_punctual), XMP metadata (KHR_xmp_json_ld) and further scenes. Exporters write them again.

use super::bounded_json::{List, Raw, read_part};
use super::extension::is_read;
use super::extras::Extras;
use super::json::{Material, Root, XmpPacket};
use super::source::Source;
use crate::error::quoted;
use crate::scene_extras::{
    Json, NodeEntry, ObjectExtras, SceneEntry, SceneExtras, Xmp, XmpHolder, XmpReference,
};
use serde_json::Value;
use std::collections::BTreeSet;

/// Largest number of bytes of kept JSON: parsed again for an export it takes many times as many.
const MAX_BYTES: usize = 1 << 20;

objects! {
    Lights { lights: List<Raw>, }
    Light { light: Option<usize>, }
}

/// Reads what the file has beside its character and clips, before their parts are taken out of the JSON.
pub(super) fn read(source: &mut Source<'_>) -> SceneExtras {
    let mut keeper = Keeper { left: MAX_BYTES, too_large: 0 };
    let mut kept = SceneExtras { scene: source.json.scene.unwrap_or(0), ..SceneExtras::default() };
    let json = &source.json;
    if let Some(asset) = &json.asset {
        kept.copyright = asset.copyright.as_ref().and_then(|text| serde_json::from_str(text.get()).ok());
        kept.asset = keeper.keep(&asset.extras);
    }
    kept.root = keeper.keep(&json.extras);
    let cameras: Vec<Option<Json>> = json.cameras.iter().map(|camera| keeper.keep(camera)).collect();
    let mut left = MAX_BYTES;
    let lights = json.extensions.lights.as_ref();
    let lights: Option<Lights> = lights.and_then(|text| read_part(text.get(), &mut left).ok());
    let lights = lights.iter().flat_map(|lights| lights.lights.iter());
    let lights: Vec<Option<Json>> = lights.map(|light| keeper.keep(light)).collect();
    for scene in json.scenes.iter() {
        let nodes = scene.nodes.iter().copied().filter(|node| *node < json.nodes.len()).collect();
        kept.scenes.push(SceneEntry { name: scene.name.clone(), extras: keeper.keep(&scene.extras), nodes });
    }
    let (camera_numbers, light_numbers) = (kept_numbers(&cameras), kept_numbers(&lights));
    for (number, node) in json.nodes.iter().enumerate() {
        let index = |raw: &Raw| raw.as_ref().and_then(|text| text.get().parse().ok());
        let light = node.extensions.light.as_deref().and_then(Option::as_ref);
        let light: Option<Light> = light.and_then(|text| read_part(text.get(), &mut left).ok());
        let camera = index(&node.camera).and_then(|number: usize| *camera_numbers.get(number)?);
        let light = light.and_then(|light| light.light).and_then(|number| *light_numbers.get(number)?);
        let extras = keeper.keep(&node.extras);
        if extras.is_some() || camera.is_some() || light.is_some() {
            kept.nodes.push(NodeEntry { number, name: node.name.clone(), extras, camera, light });
        }
    }
    let mut of = |(number, extras, name): (usize, &Raw, &str)| {
        let extras = keeper.keep(extras)?;
        Some(ObjectExtras { number, name: name.to_owned(), extras })
    };
    let meshes = json.meshes.iter().enumerate().map(|(n, mesh)| (n, &mesh.extras, mesh.name.as_str()));
    kept.meshes = meshes.filter_map(&mut of).collect();
    let materials =
        json.materials.iter().enumerate().map(|(n, material)| (n, &material.extras, material.name.as_str()));
    kept.materials = materials.filter_map(&mut of).collect();
    let animations = json
        .animations
        .iter()
        .enumerate()
        .map(|(n, animation)| (n, &animation.extras, animation.name.as_str()));
    kept.animations = animations.filter_map(&mut of).collect();
    kept.xmp = xmp(json, &mut keeper);
    kept.cameras = cameras.into_iter().flatten().collect();
    kept.lights = lights.into_iter().flatten().collect();
    kept.not_read = not_read(json);
    let too_large = keeper.too_large;
    report_lost(source, too_large);
    kept
}

/// The file's XMP metadata, and the objects that they are about.
fn xmp(json: &Root, keeper: &mut Keeper) -> Option<Xmp> {
    let packets = keeper.keep(&json.extensions.xmp)?;
    let root: Value = serde_json::from_str(&packets).ok()?;
    let count = root["packets"].as_array()?.len();
    let mut references = Vec::new();
    let mut add = |holder, number, name: &str, xmp: &Option<Box<XmpPacket>>| {
        let packet = xmp.as_ref().and_then(|xmp| xmp.packet).filter(|packet| *packet < count);
        references.extend(packet.map(|packet| XmpReference {
            holder,
            number,
            name: name.to_owned(),
            packet,
        }));
    };
    if let Some(asset) = &json.asset {
        add(XmpHolder::Asset, 0, "", &asset.extensions.xmp);
    }
    for (n, scene) in json.scenes.iter().enumerate() {
        add(XmpHolder::Scene, n, &scene.name, &scene.extensions.xmp);
    }
    for (n, node) in json.nodes.iter().enumerate() {
        add(XmpHolder::Node, n, &node.name, &node.extensions.xmp);
    }
    for (n, mesh) in json.meshes.iter().enumerate() {
        add(XmpHolder::Mesh, n, &mesh.name, &mesh.extensions.xmp);
    }
    for (n, material) in json.materials.iter().enumerate() {
        add(XmpHolder::Material, n, &material.name, &material.extensions.xmp);
    }
    for (n, animation) in json.animations.iter().enumerate() {
        add(XmpHolder::Animation, n, &animation.name, &animation.extensions.xmp);
    }
    Some(Xmp { packets, references })
}

/// Numbers among the kept objects of those of the file; `None` for one that is not kept.
fn kept_numbers(all: &[Option<Json>]) -> Vec<Option<usize>> {
    let mut count = 0;
    let mut number = |object: &Option<Json>| {
        let number = object.is_some().then_some(count);
        count += usize::from(object.is_some());
        number
    };
    all.iter().map(&mut number).collect()
}

/// Extensions and vertex attributes that are not read.
fn not_read(json: &Root) -> Vec<String> {
    const MAX_NAMES: usize = 32;
    let extensions = json.extensions_used.iter().filter(|name| !is_read(name));
    let attributes = json.meshes.iter().flat_map(|mesh| mesh.primitives.iter());
    let attributes: BTreeSet<&str> =
        attributes.flat_map(|primitive| primitive.attributes.not_read()).take(MAX_NAMES).collect();
    let named = extensions.map(|name| format!("extension {}", quoted(name)));
    let attributes = attributes.into_iter().map(|name| format!("vertex attribute {}", quoted(name)));
    named.take(MAX_NAMES).chain(attributes).collect()
}

/// Keeps JSON up to a number of bytes.
struct Keeper {
    left: usize,
    /// Number of values beyond it.
    too_large: usize,
}

impl Keeper {
    /// Text of a value that is neither empty nor deeper than what can be parsed again.
    fn keep(&mut self, raw: &Raw) -> Option<Json> {
        let text = raw.as_ref()?.get();
        if matches!(text, "{}" | "null") {
            return None;
        }
        let Some(left) =
            self.left.checked_sub(text.len()).filter(|_| serde_json::from_str::<Value>(text).is_ok())
        else {
            self.too_large += 1;
            return None;
        };
        self.left = left;
        Some(text.into())
    }
}

/// Reports `extras` that are not kept.
fn report_lost(source: &mut Source<'_>, too_large: usize) {
    let json = &source.json;
    let count = |list: &mut dyn Iterator<Item = &Raw>| list.filter(|raw| raw.is_some()).count();
    let data = |list: &mut dyn Iterator<Item = &Extras>| list.filter(|extras| extras.is_data()).count();
    let textures = |material: &Material| -> usize {
        let pbr = &material.pbr_metallic_roughness;
        let textures = [&pbr.base_color_texture, &pbr.metallic_roughness_texture, &material.normal_texture];
        let textures =
            textures.into_iter().chain([&material.occlusion_texture, &material.emissive_texture]).flatten();
        data(&mut textures.map(|texture| &texture.extras).chain([&pbr.extras]))
    };
    let lost = [
        (json.materials.iter().map(textures).sum(), "parts of materials"),
        (
            data(
                &mut json
                    .animations
                    .iter()
                    .flat_map(|animation| animation.channels.iter().map(|channel| &channel.extras)),
            ),
            "channels of animations",
        ),
        (
            data(
                &mut json
                    .animations
                    .iter()
                    .flat_map(|animation| animation.samplers.iter().map(|sampler| &sampler.extras)),
            ),
            "samplers of animations",
        ),
        (count(&mut json.textures.iter().map(|texture| &texture.extras)), "textures"),
        (count(&mut json.images.iter().map(|image| &image.extras)), "images"),
        (count(&mut json.samplers.iter().map(|sampler| &sampler.extras)), "samplers"),
        (count(&mut json.skins.iter().map(|skin| &skin.extras)), "skins"),
        (
            json.meshes
                .iter()
                .flat_map(|mesh| mesh.primitives.iter())
                .filter(|primitive| primitive.extras.is_data())
                .count(),
            "primitives",
        ),
    ];
    let mut lost: Vec<String> =
        lost.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
    if too_large > 0 {
        lost.push(format!("{too_large} objects (more than {MAX_BYTES} bytes together)"));
    }
    if !lost.is_empty() {
        let message =
            format!("the `extras` of {} are not imported, and an export lacks them", lost.join(", "));
        source.report.warn("extras-left-out", "file", message);
    }
}
