//! One instance of a model on the device. The pose is an array of texels, written anew by each update:
//! world-from-model rows; per mesh instance its node's rows and its methods; morph weights; a palette per
//! skin; dual quaternions per skin, which are uploaded only while something uses them.

use crate::looks::Looks;
use crate::model::{GpuMaterial, GpuPrimitive, IndexBuffer, Model, Translucency};
use crate::renderer::Renderer;
use crate::vertex_data::{DataArray, TexelKind};
use bytemuck::{Pod, Zeroable};
use sinew::character::SkinningMethod;
use sinew::glam::{Affine3A, Mat3A, Vec3};
use sinew::{Bounds, Frame, Mat3x4};

/// One instance of a [`Model`] on the device, posed by [`ModelInstance::update`].
#[derive(Debug)]
pub struct ModelInstance {
    pub(crate) model: Model,
    pub(crate) parts: Vec<Part>,
    /// In world space.
    pub(crate) bounds: Bounds,
    looks: Looks,
    first_person: bool,
    pose: DataArray,
    layout: PoseLayout,
    /// Kept between updates, so that none allocates.
    texels: Vec<[f32; 4]>,
}

/// A primitive of a mesh instance: one draw.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) instance: usize,
    pub(crate) primitive: usize,
    pub(crate) bind_group: wgpu::BindGroup,
    pub(crate) translucency: Translucency,
    pub(crate) visible: bool,
    pub(crate) mirror: Mirror,
    /// Its middle in the world, to sort by.
    pub(crate) center: Vec3,
}

/// Whether transforms turn triangles inside out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mirror {
    Never,
    Always,
    /// Some joints do and some don't.
    Mixed,
}

#[derive(Debug)]
struct PoseLayout {
    /// Per instance, in texels.
    instances: Vec<u32>,
    weights: Vec<u32>,
    /// Per skin, in texels.
    palettes: Vec<u32>,
    dual_quaternions: Vec<u32>,
    /// Where the palettes end.
    linear_end: usize,
    end: usize,
}

/// The twin of `Draw` in shaders/skinning.wgsl.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct DrawUniform {
    instance: u32,
    weights: u32,
    palette: u32,
    dual_quaternions: u32,
    shape: [u32; 5],
    uv_slots: u32,
    flags: u32,
    unused: u32,
}

impl ModelInstance {
    /// An instance of `model`, in no pose yet and drawn only after its first [`ModelInstance::update`].
    pub fn new(renderer: &Renderer, model: &Model) -> Self {
        let data = &model.data;
        let layout = PoseLayout::new(model);
        let device = &renderer.device;
        let pose = DataArray::new(device, renderer.path, TexelKind::Float, layout.end, "pose");
        let mut parts = Vec::new();
        for (i, instance) in data.instances.iter().enumerate() {
            for (p, primitive) in data.primitives[instance.mesh].iter().enumerate() {
                let material = &data.materials[primitive.material];
                let mut shape = primitive.layout;
                if instance.skin.is_none() {
                    shape.influence_texels = 0;
                }
                let uniform = DrawUniform {
                    instance: layout.instances[i],
                    weights: layout.weights[i],
                    palette: instance.skin.map_or(0, |s| layout.palettes[s]),
                    dual_quaternions: instance.skin.map_or(0, |s| layout.dual_quaternions[s]),
                    shape: bytemuck::cast(shape),
                    uv_slots: primitive.uv_slots,
                    flags: primitive.flags,
                    unused: 0,
                };
                parts.push(Part {
                    instance: i,
                    primitive: p,
                    bind_group: bind_group(renderer, primitive, &pose, &uniform),
                    translucency: primitive.translucency(material.translucency),
                    visible: false,
                    mirror: Mirror::Never,
                    center: Vec3::ZERO,
                });
            }
        }
        let texels = vec![[0.0; 4]; layout.end];
        Self {
            model: model.clone(),
            parts,
            bounds: Bounds::EMPTY,
            looks: Looks::new(renderer, model),
            first_person: false,
            pose,
            layout,
            texels,
        }
    }

    /// The box around it in world space, as of the last update; empty before.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    pub(crate) fn material(&self, part: &Part) -> &GpuMaterial {
        &self.model.data.materials[self.primitive(part).material]
    }

    pub(crate) fn primitive(&self, part: &Part) -> &GpuPrimitive {
        let data = &self.model.data;
        &data.primitives[data.instances[part.instance].mesh][part.primitive]
    }

    /// What is drawn of `part`: less through the character's own eyes.
    pub(crate) fn indices(&self, part: &Part) -> &IndexBuffer {
        self.model.data.indices(part.instance, part.primitive, self.first_person)
    }

    /// The group that binds the material of `part`.
    pub(crate) fn material_group(&self, part: &Part) -> &wgpu::BindGroup {
        self.looks.bind_group(&self.model, self.primitive(part).material)
    }

    /// Takes over the pose, place, morph weights, visibility, looks of materials and whose eyes see it from `frame`,
    /// which is of the same character as the model. One upload, and one per material whose look has changed;
    /// allocates nothing itself.
    ///
    /// # Panics
    /// When the frame's character has another shape than the model's.
    pub fn update(&mut self, renderer: &Renderer, frame: &Frame<'_>) {
        self.looks.update(renderer, &self.model, frame);
        self.first_person = frame.is_first_person();
        let world = frame.world_from_model();
        let data = &self.model.data;
        let layout = &self.layout;
        self.texels[..3].copy_from_slice(&Mat3x4::from(world).rows);
        let mut dual = false;
        for (i, instance) in frame.character().instances().iter().enumerate() {
            let at = layout.instances[i] as usize;
            let node = frame.model()[instance.node.index()];
            self.texels[at..at + 3].copy_from_slice(&Mat3x4::from(node).rows);
            let uses_dual = instance.skin.is_some() && frame.skinning(i) == SkinningMethod::DualQuaternion;
            dual |= uses_dual;
            let weights = frame.morph_weights(i);
            // At rest, the shader passes all targets by.
            let morphs = weights.iter().any(|w| *w != 0.0);
            self.texels[at + 3] = [uses_dual, morphs, false, false].map(|b| f32::from(u8::from(b)));
            let at = layout.weights[i] as usize;
            let room = &mut self.texels[at..at + weights.len().div_ceil(4)];
            room.as_flattened_mut()[..weights.len()].copy_from_slice(weights);
        }
        for (skin, joints) in data.skins.iter().enumerate() {
            let at = layout.palettes[skin] as usize;
            let palette = bytemuck::cast_slice(frame.palette(skin));
            self.texels[at..at + joints * 3].copy_from_slice(palette);
            let duals: &[[f32; 4]] = bytemuck::cast_slice(frame.dual_quaternions(skin));
            let at = layout.dual_quaternions[skin] as usize;
            self.texels[at..at + duals.len()].copy_from_slice(duals);
        }
        let used = if dual { layout.end } else { layout.linear_end };
        self.pose.write(&renderer.queue, bytemuck::cast_slice(&self.texels[..used]));
        self.bounds = frame.bounds().transformed(&world);
        for part in &mut self.parts {
            let instance = &frame.character().instances()[part.instance];
            let primitive = &data.primitives[instance.mesh][part.primitive];
            let node = frame.model()[instance.node.index()];
            let palette = instance.skin.map(|s| frame.palette(s)).filter(|p| !p.is_empty());
            let skinned = palette.filter(|_| primitive.layout.influence_texels != 0);
            part.visible = frame.is_visible(part.instance);
            part.mirror = mirror(&world, &node, skinned);
            let joint = skinned.and_then(|p| primitive.main_joint.map(|j| p[j].to_affine()));
            part.center = (world * joint.unwrap_or(node)).transform_point3(primitive.center);
        }
    }
}

fn mirror(world: &Affine3A, node: &Affine3A, palette: Option<&[Mat3x4]>) -> Mirror {
    let turned = |m: Mat3A| m.determinant() < 0.0;
    let base = turned(world.matrix3);
    let Some(palette) = palette else {
        return if base != turned(node.matrix3) { Mirror::Always } else { Mirror::Never };
    };
    let mirrored = palette.iter().filter(|m| base != turned(m.to_affine().matrix3)).count();
    match mirrored {
        0 => Mirror::Never,
        n if n == palette.len() => Mirror::Always,
        _ => Mirror::Mixed,
    }
}

fn bind_group(
    renderer: &Renderer,
    primitive: &GpuPrimitive,
    pose: &DataArray,
    uniform: &DrawUniform,
) -> wgpu::BindGroup {
    let buffer = renderer.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("draw"),
        size: size_of::<DrawUniform>() as u64,
        usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    renderer.queue.write_buffer(&buffer, 0, bytemuck::bytes_of(uniform));
    renderer.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("part"),
        layout: &renderer.layouts.part,
        entries: &[
            wgpu::BindGroupEntry { binding: 0, resource: primitive.shape.binding() },
            wgpu::BindGroupEntry { binding: 1, resource: pose.binding() },
            wgpu::BindGroupEntry { binding: 2, resource: buffer.as_entire_binding() },
        ],
    })
}

impl PoseLayout {
    fn new(model: &Model) -> Self {
        let data = &model.data;
        let mut next = 3;
        let mut take = |texels: usize| {
            let at = next;
            next += texels;
            at as u32
        };
        let instances = data.instances.iter().map(|_| take(4)).collect();
        let weights = data.instances.iter().map(|i| take(i.morphs.div_ceil(4))).collect();
        let palettes = data.skins.iter().map(|joints| take(joints * 3)).collect();
        let linear_end = take(0) as usize;
        let dual_quaternions = data.skins.iter().map(|joints| take(joints * 5)).collect();
        Self { instances, weights, palettes, dual_quaternions, linear_end, end: next }
    }
}
