//! Export of materials (glTF 2.0 specification, section 3.9, and the KHR_materials extensions). Default
//! values are omitted.

use super::document::{Document, Extensions};
use super::number::{number, numbers};
use super::texture::reference;
use super::vrm::write_toon;
use serde_json::{Map, Value, json};
use sinew::character::{AlphaMode, Clearcoat, Iridescence, Material, NormalMapSpace, Sheen, TextureRef};
use sinew::glam::{Vec3, Vec4};

/// Writer of one material.
struct Writer<'a> {
    extensions: &'a mut Extensions,
    textures: &'a [Option<usize>],
    /// Whether a factor was clamped to its range.
    clamped: bool,
}

/// Writes all materials with unchanged indices. `textures` are the indices of the exported textures.
pub(super) fn write(document: &mut Document, materials: &[Material], textures: &[Option<usize>]) {
    for (n, material) in materials.iter().enumerate() {
        let mut writer = Writer { extensions: &mut document.extensions, textures, clamped: false };
        let json = writer.material(material);
        let clamped = writer.clamped;
        document.materials.push(json);
        if clamped {
            let message = "a factor is out of range; it is clamped";
            document.report.warn("material-value", format!("/materials/{n}"), message);
        }
    }
}

impl Writer<'_> {
    fn material(&mut self, material: &Material) -> Value {
        let mut json = json!({});
        if !material.name.is_empty() {
            json["name"] = json!(material.name);
        }
        let pbr = self.metallic_roughness(material);
        if !pbr.is_empty() {
            json["pbrMetallicRoughness"] = Value::Object(pbr);
        }
        if let Some(texture) = self.scaled(material.normal_texture, material.normal_scale) {
            json["normalTexture"] = texture;
            if material.normal_space == NormalMapSpace::Object {
                json["extras"]["normalSpace"] = json!("object");
            }
        }
        if let Some(mut texture) = self.texture(material.occlusion_texture) {
            let strength = self.unit_factor(material.occlusion_strength);
            put(texture.as_object_mut(), "strength", strength, 1.0);
            json["occlusionTexture"] = texture;
        }
        if let Some(texture) = self.texture(material.emissive_texture) {
            json["emissiveTexture"] = texture;
        }
        self.emissive(material, &mut json);
        match material.alpha_mode {
            AlphaMode::Opaque => {}
            AlphaMode::Mask { cutoff } => {
                json["alphaMode"] = json!("MASK");
                put(json.as_object_mut(), "alphaCutoff", self.positive_factor(cutoff), 0.5);
            }
            AlphaMode::Blend => json["alphaMode"] = json!("BLEND"),
        }
        if material.is_decal {
            json["extras"]["decal"] = json!(true);
        }
        if material.double_sided {
            json["doubleSided"] = json!(true);
        }
        if material.unlit {
            self.extensions.add(&mut json, "KHR_materials_unlit", json!({}));
        }
        self.specular(material, &mut json);
        if let Some(coat) = &material.clearcoat {
            self.clearcoat(coat, &mut json);
        }
        if let Some(sheen) = &material.sheen {
            self.sheen(sheen, &mut json);
        }
        self.transmission(material, &mut json);
        self.media(material, &mut json);
        if let Some(toon) = &material.toon {
            write_toon(toon, self.textures, &mut json, self.extensions);
        }
        json
    }

    fn metallic_roughness(&mut self, material: &Material) -> Map<String, Value> {
        let mut pbr = Map::new();
        let color = material.base_color.to_array().map(|c| self.unit_factor(c));
        if color != Vec4::ONE.to_array() {
            pbr.insert("baseColorFactor".into(), numbers(color));
        }
        put(Some(&mut pbr), "metallicFactor", self.unit_factor(material.metallic), 1.0);
        put(Some(&mut pbr), "roughnessFactor", self.unit_factor(material.roughness), 1.0);
        self.put_texture(&mut pbr, "baseColorTexture", material.base_color_texture);
        self.put_texture(&mut pbr, "metallicRoughnessTexture", material.metallic_roughness_texture);
        pbr
    }

    /// Writes the emissive factor, which is limited to 1. Brighter colours use
    /// KHR_materials_emissive_strength with a power of two, which is lossless.
    fn emissive(&mut self, material: &Material, json: &mut Value) {
        let light = Vec3::from_array(material.emissive.to_array().map(|c| self.positive_factor(c)));
        let brightest = light.max_element();
        let mut strength = 1.0f32;
        while brightest > strength && strength < 1e38 {
            strength *= 2.0;
        }
        if light != Vec3::ZERO {
            json["emissiveFactor"] = numbers((light / strength).min(Vec3::ONE));
        }
        if strength > 1.0 {
            let strength = json!({ "emissiveStrength": number(strength) });
            self.extensions.add(json, "KHR_materials_emissive_strength", strength);
        }
    }

    fn specular(&mut self, material: &Material, json: &mut Value) {
        let mut specular = Map::new();
        put(Some(&mut specular), "specularFactor", self.unit_factor(material.specular), 1.0);
        let color = material.specular_color.to_array().map(|c| self.positive_factor(c));
        if color != Vec3::ONE.to_array() {
            specular.insert("specularColorFactor".into(), numbers(color));
        }
        self.put_texture(&mut specular, "specularTexture", material.specular_texture);
        self.put_texture(&mut specular, "specularColorTexture", material.specular_color_texture);
        if !specular.is_empty() {
            self.extensions.add(json, "KHR_materials_specular", Value::Object(specular));
        }
    }

    fn clearcoat(&mut self, coat: &Clearcoat, json: &mut Value) {
        let mut out = Map::new();
        put(Some(&mut out), "clearcoatFactor", self.unit_factor(coat.factor), 0.0);
        put(Some(&mut out), "clearcoatRoughnessFactor", self.unit_factor(coat.roughness), 0.0);
        self.put_texture(&mut out, "clearcoatTexture", coat.texture);
        self.put_texture(&mut out, "clearcoatRoughnessTexture", coat.roughness_texture);
        if let Some(texture) = self.scaled(coat.normal_texture, coat.normal_scale) {
            out.insert("clearcoatNormalTexture".into(), texture);
        }
        self.extensions.add(json, "KHR_materials_clearcoat", Value::Object(out));
    }

    fn sheen(&mut self, sheen: &Sheen, json: &mut Value) {
        let mut out = Map::new();
        let color = sheen.color.to_array().map(|c| self.unit_factor(c));
        if color != [0.0; 3] {
            out.insert("sheenColorFactor".into(), numbers(color));
        }
        put(Some(&mut out), "sheenRoughnessFactor", self.unit_factor(sheen.roughness), 0.0);
        self.put_texture(&mut out, "sheenColorTexture", sheen.color_texture);
        self.put_texture(&mut out, "sheenRoughnessTexture", sheen.roughness_texture);
        self.extensions.add(json, "KHR_materials_sheen", Value::Object(out));
    }

    fn transmission(&mut self, material: &Material, json: &mut Value) {
        let mut out = Map::new();
        put(Some(&mut out), "transmissionFactor", self.unit_factor(material.transmission), 0.0);
        self.put_texture(&mut out, "transmissionTexture", material.transmission_texture);
        if !out.is_empty() {
            self.extensions.add(json, "KHR_materials_transmission", Value::Object(out));
        }
    }

    /// Writes the index of refraction, dispersion, the volume, the thin film and the stretched reflections.
    fn media(&mut self, material: &Material, json: &mut Value) {
        let (ior, dispersion) =
            (self.positive_factor(material.ior), self.positive_factor(material.dispersion));
        if ior != 1.5 {
            self.extensions.add(json, "KHR_materials_ior", json!({ "ior": number(ior) }));
        }
        if dispersion != 0.0 {
            let dispersion = json!({ "dispersion": number(dispersion) });
            self.extensions.add(json, "KHR_materials_dispersion", dispersion);
        }
        if let Some(volume) = &material.volume {
            let mut out = Map::new();
            put(Some(&mut out), "thicknessFactor", self.positive_factor(volume.thickness), 0.0);
            self.put_texture(&mut out, "thicknessTexture", volume.thickness_texture);
            if volume.attenuation_distance.is_finite() {
                let distance = self.positive_factor(volume.attenuation_distance);
                out.insert("attenuationDistance".into(), number(distance));
            }
            let color = volume.attenuation_color.to_array().map(|c| self.unit_factor(c));
            if color != [1.0; 3] {
                out.insert("attenuationColor".into(), numbers(color));
            }
            self.extensions.add(json, "KHR_materials_volume", Value::Object(out));
        }
        if let Some(film) = &material.iridescence {
            let (mut out, default) = (Map::new(), Iridescence::default());
            let name = |field: &str| format!("iridescence{field}");
            put(Some(&mut out), &name("Factor"), self.unit_factor(film.factor), 0.0);
            self.put_texture(&mut out, &name("Texture"), film.texture);
            put(Some(&mut out), &name("Ior"), self.positive_factor(film.ior), default.ior);
            let (min, max) =
                (self.positive_factor(film.thickness_min), self.positive_factor(film.thickness_max));
            put(Some(&mut out), &name("ThicknessMinimum"), min, default.thickness_min);
            put(Some(&mut out), &name("ThicknessMaximum"), max, default.thickness_max);
            self.put_texture(&mut out, &name("ThicknessTexture"), film.thickness_texture);
            self.extensions.add(json, "KHR_materials_iridescence", Value::Object(out));
        }
        if let Some(anisotropy) = &material.anisotropy {
            let mut out = Map::new();
            put(Some(&mut out), "anisotropyStrength", self.unit_factor(anisotropy.strength), 0.0);
            let rotation = anisotropy.rotation;
            let rotation = self.clamp(rotation, if rotation.is_finite() { rotation } else { 0.0 });
            put(Some(&mut out), "anisotropyRotation", rotation, 0.0);
            self.put_texture(&mut out, "anisotropyTexture", anisotropy.texture);
            self.extensions.add(json, "KHR_materials_anisotropy", Value::Object(out));
        }
    }

    fn texture(&mut self, used: Option<TextureRef>) -> Option<Value> {
        reference(self.extensions, self.textures, used)
    }

    fn put_texture(&mut self, object: &mut Map<String, Value>, name: &str, used: Option<TextureRef>) {
        if let Some(texture) = self.texture(used) {
            object.insert(name.into(), texture);
        }
    }

    /// Normal texture with its scale.
    fn scaled(&mut self, used: Option<TextureRef>, scale: f32) -> Option<Value> {
        let mut texture = self.texture(used)?;
        let scale = self.clamp(scale, if scale.is_finite() { scale } else { 1.0 });
        put(texture.as_object_mut(), "scale", scale, 1.0);
        Some(texture)
    }

    fn unit_factor(&mut self, x: f32) -> f32 {
        self.clamp(x, if x.is_nan() { 0.0 } else { x.clamp(0.0, 1.0) })
    }

    fn positive_factor(&mut self, x: f32) -> f32 {
        self.clamp(x, if x.is_finite() { x.max(0.0) } else { 0.0 })
    }

    fn clamp(&mut self, x: f32, clamped: f32) -> f32 {
        self.clamped |= x != clamped;
        clamped
    }
}

/// Adds a number unless it equals the default.
fn put(object: Option<&mut Map<String, Value>>, name: &str, x: f32, default: f32) {
    if let Some(object) = object.filter(|_| x != default) {
        object.insert(name.into(), number(x));
    }
}
