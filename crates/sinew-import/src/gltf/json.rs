//! The JSON of glTF 2.0 (specification, section 5), as much of it as is used. Unknown properties are skipped; numbers
//! that index something stay unchecked here.

use super::extras::Extras;
use super::place;
use crate::ImportError;
use crate::limits::{ACCESSORS, ENTRIES};
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

thread_local! {
    /// Bytes that the lists being read may still take. serde has no other way in.
    static LEFT: Cell<usize> = const { Cell::new(0) };
}

/// Reads a file's JSON. `left` is how many bytes its lists may take, and comes back less what they took; `unknown`
/// hears of every property that nothing here reads.
pub(super) fn read(
    text: &[u8],
    left: &mut usize,
    mut unknown: impl FnMut(String),
) -> Result<Root, ImportError> {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let mut track = serde_path_to_error::Track::new();
    LEFT.set(*left);
    let root = serde_ignored::deserialize(
        serde_path_to_error::Deserializer::new(&mut deserializer, &mut track),
        |path| unknown(place::ignored(&path)),
    );
    *left = LEFT.get();
    let root =
        root.map_err(|error| ImportError::new("json", place::failed(&track.path()), error.to_string()))?;
    deserializer.end().map_err(|e| ImportError::new("json", "/", e.to_string()))?;
    Ok(root)
}

/// An array of at most `MAX` entries, so that a file cannot ask for unbounded memory before it is looked at.
/// `given` tells an empty array, which glTF forbids, from a missing one.
#[derive(Debug)]
pub(super) struct List<T, const MAX: usize = ENTRIES> {
    entries: Vec<T>,
    pub(super) given: bool,
}

impl<T, const MAX: usize> Default for List<T, MAX> {
    fn default() -> Self {
        Self { entries: Vec::new(), given: false }
    }
}

impl<T, const MAX: usize> Deref for List<T, MAX> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.entries
    }
}

impl<T, const MAX: usize> DerefMut for List<T, MAX> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.entries
    }
}

impl<'de, T: Deserialize<'de>, const MAX: usize> Deserialize<'de> for List<T, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T, const MAX: usize>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>, const MAX: usize> Visitor<'de> for Entries<T, MAX> {
            type Value = Vec<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "an array of at most {MAX} entries")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Vec<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = sequence.next_element()? {
                    if entries.len() == MAX {
                        return Err(A::Error::invalid_length(MAX + 1, &self));
                    }
                    take(size_of::<T>())?;
                    entries.push(entry);
                }
                Ok(entries)
            }
        }
        let entries = deserializer.deserialize_seq(Entries::<T, MAX>(PhantomData))?;
        Ok(Self { entries, given: true })
    }
}

/// An object whose keys are names of the file's choice, in its order; counted as a [`List`] is.
#[derive(Debug)]
pub(super) struct Table<T>(Vec<(String, T)>);

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Deref for Table<T> {
    type Target = [(String, T)];
    fn deref(&self) -> &[(String, T)] {
        &self.0
    }
}

impl<T> Table<T> {
    pub(super) fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Table<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Vec<(String, T)>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "an object of at most {ENTRIES} entries")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    if entries.len() == ENTRIES {
                        return Err(A::Error::invalid_length(ENTRIES + 1, &self));
                    }
                    take(size_of::<(String, T)>())?;
                    entries.push(entry);
                }
                Ok(entries)
            }
        }
        deserializer.deserialize_map(Entries(PhantomData)).map(Self)
    }
}

/// Takes room for one more entry of a list that grows: three times, for the list holds its old place as well.
fn take<E: Error>(entry: usize) -> Result<(), E> {
    let left = LEFT.get().checked_sub(3 * entry);
    LEFT.set(left.ok_or_else(|| E::custom("so many entries do not fit into memory"))?);
    Ok(())
}

/// A list, or null, which some exporters write for an empty one.
#[derive(Debug)]
pub(super) struct Loose<T>(List<T>);

impl<T> Default for Loose<T> {
    fn default() -> Self {
        Self(List::default())
    }
}

impl<T> Deref for Loose<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Loose<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(Option::deserialize(deserializer)?.unwrap_or_default()))
    }
}

/// Part of the file that is read on its own, so that a fault in it leaves the rest.
pub(super) type Raw = Option<Box<serde_json::value::RawValue>>;

/// Reads such a part. `left` is as in [`read`]. A fault comes with its place within the part.
pub(super) fn read_part<T: DeserializeOwned>(text: &str, left: &mut usize) -> Result<T, (String, String)> {
    LEFT.set(*left);
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let part = serde_path_to_error::deserialize(&mut deserializer);
    *left = LEFT.get();
    part.map_err(|error| (place::failed(error.path()), error.inner().to_string()))
}

/// An object's presence, whatever is in it.
pub(super) type Anything = serde::de::IgnoredAny;

/// Objects of the file: what is missing has its default, what is unknown is skipped.
macro_rules! objects {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Default, serde::Deserialize)]
        #[serde(default, rename_all = "camelCase")]
        pub(in crate::gltf) struct $name { $($(#[$field_doc])* pub(in crate::gltf) $field: $type,)* }
    )*};
}

objects! {
    Root {
        asset: Option<Asset>,
        scene: Option<usize>,
        scenes: List<Scene>,
        nodes: List<Node>,
        meshes: List<Mesh>,
        skins: List<Skin>,
        animations: List<Animation>,
        materials: List<Material>,
        textures: List<Texture>,
        images: List<Image>,
        samplers: List<Sampler>,
        accessors: List<Accessor, ACCESSORS>,
        buffer_views: List<BufferView, ACCESSORS>,
        buffers: List<Buffer>,
        extensions_used: List<String>,
        extensions_required: List<String>,
        extensions: RootExtensions,
    }
    RootExtensions {
        #[serde(rename = "VRM")]
        vrm0: Raw,
        #[serde(rename = "VRMC_vrm")]
        vrm1: Raw,
        #[serde(rename = "VRMC_vrm_animation")]
        vrma: Raw,
        #[serde(rename = "VRMC_springBone")]
        springs: Raw,
    }
    Asset { version: Option<String>, min_version: Option<String>, }
    Scene { nodes: List<usize>, }
    Node {
        name: String,
        children: List<usize>,
        matrix: Option<[f32; 16]>,
        translation: Option<[f32; 3]>,
        rotation: Option<[f32; 4]>,
        scale: Option<[f32; 3]>,
        mesh: Option<usize>,
        skin: Option<usize>,
        weights: List<f32>,
        extensions: NodeExtensions,
    }
    NodeExtensions {
        #[serde(rename = "VRMC_node_constraint")]
        constraint: Raw,
    }
    Mesh { name: String, primitives: List<Primitive>, weights: List<f32>, extras: Extras, }
    Primitive {
        attributes: Attributes,
        indices: Option<usize>,
        material: Option<usize>,
        mode: Option<u32>,
        targets: List<Target>,
        extras: Extras,
        extensions: PrimitiveExtensions,
    }
    PrimitiveExtensions {
        #[serde(rename = "KHR_draco_mesh_compression")]
        draco: Option<Anything>,
    }
    Target {
        #[serde(rename = "POSITION")]
        position: Option<usize>,
        #[serde(rename = "NORMAL")]
        normal: Option<usize>,
        #[serde(rename = "TANGENT")]
        tangent: Option<usize>,
    }
    Skin { name: String, joints: List<usize>, inverse_bind_matrices: Option<usize>, skeleton: Option<usize>, }
    Animation {
        name: String,
        channels: List<Channel, ACCESSORS>,
        samplers: List<AnimationSampler, ACCESSORS>,
        extras: Raw,
    }
    Channel { sampler: Option<usize>, target: Option<ChannelTarget>, }
    ChannelTarget { node: Option<usize>, path: Option<String>, }
    AnimationSampler { input: Option<usize>, output: Option<usize>, interpolation: Option<String>, }
    Accessor {
        buffer_view: Option<usize>,
        byte_offset: usize,
        component_type: u32,
        count: usize,
        #[serde(rename = "type")]
        shape: String,
        normalized: bool,
        min: List<f64>,
        max: List<f64>,
        sparse: Option<Sparse>,
    }
    Sparse { count: usize, indices: SparsePart, values: SparsePart, }
    SparsePart { buffer_view: usize, byte_offset: usize, component_type: u32, }
    BufferView {
        buffer: usize,
        byte_offset: usize,
        byte_length: usize,
        byte_stride: Option<usize>,
        extensions: BufferViewExtensions,
    }
    BufferViewExtensions {
        #[serde(rename = "EXT_meshopt_compression")]
        ext_meshopt: Option<Meshopt>,
        #[serde(rename = "KHR_meshopt_compression")]
        khr_meshopt: Option<Meshopt>,
    }
    Meshopt {
        buffer: usize,
        byte_offset: usize,
        byte_length: usize,
        byte_stride: usize,
        count: usize,
        mode: String,
        filter: Option<String>,
    }
    Buffer { uri: Option<String>, byte_length: usize, extensions: BufferExtensions, }
    BufferExtensions {
        #[serde(rename = "EXT_meshopt_compression")]
        ext_meshopt: Option<MeshoptBuffer>,
        #[serde(rename = "KHR_meshopt_compression")]
        khr_meshopt: Option<MeshoptBuffer>,
    }
    MeshoptBuffer { fallback: bool, }
    Image { name: String, uri: Option<String>, mime_type: Option<String>, buffer_view: Option<usize>, }
    Sampler { mag_filter: Option<u32>, min_filter: Option<u32>, wrap_s: Option<u32>, wrap_t: Option<u32>, }
    Texture { sampler: Option<usize>, source: Option<usize>, extensions: TextureExtensions, }
    TextureExtensions {
        #[serde(rename = "EXT_texture_webp")]
        webp: Option<TextureSource>,
        #[serde(rename = "KHR_texture_basisu")]
        basisu: Option<Anything>,
    }
    TextureSource { source: Option<usize>, }
    TextureInfo {
        index: Option<usize>,
        tex_coord: usize,
        scale: Option<f32>,
        strength: Option<f32>,
        extensions: TextureInfoExtensions,
    }
    TextureInfoExtensions {
        #[serde(rename = "KHR_texture_transform")]
        transform: Option<TextureTransform>,
    }
    TextureTransform {
        offset: Option<[f32; 2]>,
        rotation: f32,
        scale: Option<[f32; 2]>,
        tex_coord: Option<usize>,
    }
    Material {
        name: String,
        pbr_metallic_roughness: Pbr,
        normal_texture: Option<TextureInfo>,
        occlusion_texture: Option<TextureInfo>,
        emissive_texture: Option<TextureInfo>,
        emissive_factor: Option<[f32; 3]>,
        alpha_mode: Option<String>,
        alpha_cutoff: Option<f32>,
        double_sided: bool,
        extensions: MaterialExtensions,
    }
    Pbr {
        base_color_factor: Option<[f32; 4]>,
        base_color_texture: Option<TextureInfo>,
        metallic_factor: Option<f32>,
        roughness_factor: Option<f32>,
        metallic_roughness_texture: Option<TextureInfo>,
    }
    MaterialExtensions {
        #[serde(rename = "KHR_materials_unlit")]
        unlit: Option<Anything>,
        #[serde(rename = "KHR_materials_emissive_strength")]
        emissive_strength: Option<EmissiveStrength>,
        #[serde(rename = "KHR_materials_specular")]
        specular: Option<Specular>,
        #[serde(rename = "KHR_materials_clearcoat")]
        clearcoat: Option<Clearcoat>,
        #[serde(rename = "KHR_materials_sheen")]
        sheen: Option<Sheen>,
        #[serde(rename = "KHR_materials_transmission")]
        transmission: Option<Transmission>,
        #[serde(rename = "VRMC_materials_mtoon")]
        toon: Raw,
    }
    EmissiveStrength { emissive_strength: Option<f32>, }
    Specular {
        specular_factor: Option<f32>,
        specular_texture: Option<TextureInfo>,
        specular_color_factor: Option<[f32; 3]>,
        specular_color_texture: Option<TextureInfo>,
    }
    Clearcoat {
        clearcoat_factor: f32,
        clearcoat_texture: Option<TextureInfo>,
        clearcoat_roughness_factor: f32,
        clearcoat_roughness_texture: Option<TextureInfo>,
        clearcoat_normal_texture: Option<TextureInfo>,
    }
    Sheen {
        sheen_color_factor: Option<[f32; 3]>,
        sheen_color_texture: Option<TextureInfo>,
        sheen_roughness_factor: f32,
        sheen_roughness_texture: Option<TextureInfo>,
    }
    Transmission { transmission_factor: f32, transmission_texture: Option<TextureInfo>, }
}

/// A primitive's attributes by name. Unknown ones are kept too, since they may be any set number.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(transparent)]
pub(super) struct Attributes(std::collections::BTreeMap<String, usize>);

impl Attributes {
    pub(super) fn get(&self, name: &str) -> Option<usize> {
        self.0.get(name).copied()
    }

    /// The accessors of `PREFIX_0`, `PREFIX_1`, … up to the first that is missing.
    pub(super) fn sets(&self, prefix: &str) -> Vec<usize> {
        (0..).map_while(|n| self.get(&format!("{prefix}_{n}"))).collect()
    }
}

impl BufferView {
    /// How the view is compressed, and the extension's name.
    pub(super) fn meshopt(&self) -> Option<(&'static str, &Meshopt)> {
        let ext = self.extensions.ext_meshopt.as_ref().map(|m| ("EXT_meshopt_compression", m));
        ext.or(self.extensions.khr_meshopt.as_ref().map(|m| ("KHR_meshopt_compression", m)))
    }
}

impl Buffer {
    /// Whether the buffer stands for what compressed views hold, and has no data of its own.
    pub(super) fn is_fallback(&self) -> bool {
        [&self.extensions.ext_meshopt, &self.extensions.khr_meshopt].into_iter().flatten().any(|m| m.fallback)
    }
}
