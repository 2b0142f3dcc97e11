//! JSON schema of glTF 2.0 (specification, section 5), limited to the used properties. Unknown properties are
//! skipped; indices are not checked here.

use super::bounded_json::{List, Raw};
use super::extras::Extras;
use crate::limits::MAX_ACCESSORS;

/// Presence of a property with any content.
pub(super) type Anything = serde::de::IgnoredAny;

/// Defines objects of the JSON: missing properties have default values, unknown ones are skipped.
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
        accessors: List<Accessor, MAX_ACCESSORS>,
        buffer_views: List<BufferView, MAX_ACCESSORS>,
        buffers: List<Buffer>,
        extensions_used: List<String>,
        extensions_required: List<String>,
        extensions: RootExtensions,
        cameras: List<Raw>,
        extras: Raw,
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
        #[serde(rename = "KHR_physics_rigid_bodies")]
        bodies: Raw,
        #[serde(rename = "KHR_implicit_shapes")]
        shapes: Raw,
        #[serde(rename = "KHR_lights_punctual")]
        lights: Raw,
        #[serde(rename = "KHR_xmp_json_ld")]
        xmp: Raw,
    }
    Asset {
        version: Option<String>,
        min_version: Option<String>,
        copyright: Raw,
        extensions: MetadataExtensions,
        extras: Raw,
    }
    /// Extensions of objects that have metadata alone.
    MetadataExtensions {
        #[serde(rename = "KHR_xmp_json_ld")]
        xmp: Option<Box<XmpPacket>>,
    }
    XmpPacket { packet: Option<usize>, }
    Scene { name: String, nodes: List<usize>, extensions: MetadataExtensions, extras: Raw, }
    Node {
        name: String,
        children: List<usize>,
        /// Behind a pointer, since most nodes have none.
        matrix: Option<Box<[f32; 16]>>,
        translation: Option<[f32; 3]>,
        rotation: Option<[f32; 4]>,
        scale: Option<[f32; 3]>,
        mesh: Option<usize>,
        skin: Option<usize>,
        weights: List<f32>,
        extensions: NodeExtensions,
        camera: Raw,
        extras: Raw,
    }
    NodeExtensions {
        #[serde(rename = "VRMC_node_constraint")]
        constraint: Raw,
        #[serde(rename = "KHR_physics_rigid_bodies")]
        bodies: Raw,
        #[serde(rename = "KHR_node_visibility")]
        visibility: Option<Box<NodeVisibility>>,
        /// Behind a pointer, since most nodes have none.
        #[serde(rename = "KHR_lights_punctual")]
        light: Option<Box<Raw>>,
        #[serde(rename = "EXT_mesh_gpu_instancing")]
        instancing: Option<Box<Instancing>>,
        #[serde(rename = "KHR_xmp_json_ld")]
        xmp: Option<Box<XmpPacket>>,
    }
    Instancing { attributes: Attributes, }
    NodeVisibility { visible: Option<bool>, }
    Mesh {
        name: String,
        primitives: List<Primitive>,
        weights: List<f32>,
        extensions: MetadataExtensions,
        extras: Raw,
    }
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
        draco: Option<Draco>,
    }
    Draco { buffer_view: Option<usize>, attributes: Attributes, }
    Target {
        #[serde(rename = "POSITION")]
        position: Option<usize>,
        #[serde(rename = "NORMAL")]
        normal: Option<usize>,
        #[serde(rename = "TANGENT")]
        tangent: Option<usize>,
        #[serde(rename = "COLOR_0")]
        color: Option<usize>,
    }
    Skin { name: String, joints: List<usize>, inverse_bind_matrices: Option<usize>, skeleton: Option<usize>,
        extras: Raw, }
    Animation {
        name: String,
        extensions: MetadataExtensions,
        channels: List<Channel, MAX_ACCESSORS>,
        samplers: List<AnimationSampler, MAX_ACCESSORS>,
        extras: Raw,
    }
    Channel { sampler: Option<usize>, target: Option<ChannelTarget>, extras: Extras, }
    ChannelTarget { node: Option<usize>, path: Option<String>, }
    AnimationSampler { input: Option<usize>, output: Option<usize>, interpolation: Option<String>,
        extras: Extras, }
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
    Image {
        name: String,
        uri: Option<String>,
        mime_type: Option<String>,
        buffer_view: Option<usize>,
        extras: Raw,
    }
    Sampler {
        mag_filter: Option<u32>,
        min_filter: Option<u32>,
        wrap_s: Option<u32>,
        wrap_t: Option<u32>,
        extras: Raw,
    }
    Texture { sampler: Option<usize>, source: Option<usize>, extensions: TextureExtensions, extras: Raw, }
    TextureExtensions {
        #[serde(rename = "EXT_texture_webp")]
        webp: Option<TextureSource>,
        #[serde(rename = "KHR_texture_basisu")]
        basisu: Option<TextureSource>,
    }
    TextureSource { source: Option<usize>, }
    TextureInfo {
        index: Option<usize>,
        tex_coord: usize,
        scale: Option<f32>,
        strength: Option<f32>,
        extensions: TextureInfoExtensions,
        extras: Extras,
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
        extras: Raw,
    }
    Pbr {
        base_color_factor: Option<[f32; 4]>,
        base_color_texture: Option<TextureInfo>,
        metallic_factor: Option<f32>,
        roughness_factor: Option<f32>,
        metallic_roughness_texture: Option<TextureInfo>,
        extras: Extras,
    }
    MaterialExtensions {
        #[serde(rename = "KHR_xmp_json_ld")]
        xmp: Option<Box<XmpPacket>>,
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
        #[serde(rename = "KHR_materials_ior")]
        ior: Option<Ior>,
        #[serde(rename = "KHR_materials_dispersion")]
        dispersion: Option<Dispersion>,
        #[serde(rename = "KHR_materials_volume")]
        volume: Option<Volume>,
        #[serde(rename = "KHR_materials_iridescence")]
        iridescence: Option<Iridescence>,
        #[serde(rename = "KHR_materials_anisotropy")]
        anisotropy: Option<Anisotropy>,
        #[serde(rename = "KHR_materials_pbrSpecularGlossiness")]
        specular_glossiness: Option<SpecularGlossiness>,
        #[serde(rename = "VRMC_materials_mtoon")]
        toon: Raw,
    }
    SpecularGlossiness {
        diffuse_factor: Option<[f32; 4]>,
        diffuse_texture: Option<TextureInfo>,
        specular_factor: Option<[f32; 3]>,
        glossiness_factor: Option<f32>,
        specular_glossiness_texture: Option<TextureInfo>,
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
    Ior { ior: Option<f32>, }
    Dispersion { dispersion: f32, }
    Volume {
        thickness_factor: f32,
        thickness_texture: Option<TextureInfo>,
        attenuation_distance: Option<f32>,
        attenuation_color: Option<[f32; 3]>,
    }
    Iridescence {
        iridescence_factor: f32,
        iridescence_texture: Option<TextureInfo>,
        iridescence_ior: Option<f32>,
        iridescence_thickness_minimum: Option<f32>,
        iridescence_thickness_maximum: Option<f32>,
        iridescence_thickness_texture: Option<TextureInfo>,
    }
    Anisotropy {
        anisotropy_strength: f32,
        anisotropy_rotation: f32,
        anisotropy_texture: Option<TextureInfo>,
    }
}

/// Accessors of a primitive's attributes by name, including sets of any number; or their numbers in a Draco
/// stream.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(transparent)]
pub(super) struct Attributes(std::collections::BTreeMap<String, usize>);

impl Attributes {
    pub(super) fn get(&self, name: &str) -> Option<usize> {
        self.0.get(name).copied()
    }

    /// All names with their numbers.
    #[cfg(feature = "draco")]
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, usize)> {
        self.0.iter().map(|(name, &number)| (name.as_str(), number))
    }

    /// Names that no importer of primitives reads.
    pub(super) fn not_read(&self) -> impl Iterator<Item = &str> {
        let counts = ["TEXCOORD", "JOINTS", "WEIGHTS"].map(|prefix| (prefix, self.sets(prefix).len()));
        let is_in_set = move |name: &str| {
            let set =
                name.rsplit_once('_').and_then(|(prefix, set)| Some((prefix, set.parse::<usize>().ok()?)));
            set.is_some_and(|(prefix, set)| counts.iter().any(|known| known.0 == prefix && set < known.1))
        };
        let is_single = |name: &str| ["POSITION", "NORMAL", "TANGENT", "COLOR_0"].contains(&name);
        self.0.keys().map(String::as_str).filter(move |name| !is_single(name) && !is_in_set(name))
    }

    /// Accessors of `PREFIX_0`, `PREFIX_1`, … up to the first missing one.
    pub(super) fn sets(&self, prefix: &str) -> Vec<usize> {
        (0..).map_while(|n| self.get(&format!("{prefix}_{n}"))).collect()
    }
}

impl NodeVisibility {
    pub(super) fn is_visible(&self) -> bool {
        self.visible.unwrap_or(true)
    }
}

impl BufferView {
    /// Name and content of the view's meshopt extension, if it is compressed.
    pub(super) fn meshopt(&self) -> Option<(&'static str, &Meshopt)> {
        let ext = self.extensions.ext_meshopt.as_ref().map(|m| ("EXT_meshopt_compression", m));
        ext.or(self.extensions.khr_meshopt.as_ref().map(|m| ("KHR_meshopt_compression", m)))
    }
}

impl Buffer {
    /// Whether the buffer is a fallback for compressed buffer views, which has no data.
    pub(super) fn is_fallback(&self) -> bool {
        [&self.extensions.ext_meshopt, &self.extensions.khr_meshopt].into_iter().flatten().any(|m| m.fallback)
    }
}
