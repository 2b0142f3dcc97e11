use super::draw_uniform::DrawUniform;
use super::instance_materials::InstanceMaterials;
use super::pose_layout::PoseLayout;
use super::primitive_instance::{PrimitiveInstance, create_bind_group};
use super::winding::Winding;
use crate::decal::{DecalLayer, DecalLooks};
use crate::gpu::{Gpu, TexelArray, TexelFormat};
use crate::light::PunctualLight;
use crate::model::{GpuMaterial, GpuPrimitive, IndexBuffer, Model, body_ellipsoids};
use crate::wrinkle::{WrinkleBinding, WrinkleModel, WrinkleModelError};
use sinew::character::{MeshInstanceId, SkinId, SkinningMethod};
use sinew::glam::{Affine3A, Vec3};
use sinew::humanoid::HumanBone;
use sinew::surface::{CharacterSurface, DecalSet};
use sinew::{Bounds, Character, Frame, Mat3x4};
use std::sync::Arc;

/// Instance of a [`Model`] on the device, posed by [`ModelInstance::update`].
///
/// ```no_run
/// use sinew_render::{Gpu, Model, ModelInstance};
/// use std::sync::Arc;
///
/// # fn load() -> Result<sinew::Character, Box<dyn std::error::Error>> { unimplemented!() }
/// let character = Arc::new(load()?);
/// let gpu = Gpu::off_screen()?;
/// let model = Model::new(&gpu, &character, &mut |_image| None)?;
/// let mut instance = ModelInstance::new(&gpu, &model);
///
/// let mut actor = sinew::Actor::without_clips(character);
/// actor.update(1.0 / 60.0);
/// instance.update(&gpu, &actor.frame());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ModelInstance {
    model: Model,
    pub(crate) primitives: Vec<PrimitiveInstance>,
    materials: InstanceMaterials,
    pub(crate) decals: Option<DecalLayer>,
    /// In world space.
    bounds: Bounds,
    /// Ellipsoids that stand for the visible parts of the body: world space from the space of the unit
    /// sphere.
    ellipsoids: Vec<Affine3A>,
    /// Lights of the file in world space.
    lights: Vec<PunctualLight>,
    is_first_person: bool,
    pose: TexelArray,
    layout: PoseLayout,
    /// Scratch memory of updates: the texels of the pose.
    texels: Vec<[f32; 4]>,
}

impl ModelInstance {
    /// Creates an instance of `model`, which was made with the same `gpu`. It is drawn only after its first
    /// [`ModelInstance::update`].
    #[must_use]
    pub fn new(gpu: &Gpu, model: &Model) -> Self {
        let data = &model.data;
        let layout = PoseLayout::new(data);
        let pose = gpu.create_texel_array(TexelFormat::Float, layout.texels, "pose");
        let mut primitives = Vec::new();
        for (mesh_instance, instance) in (0..).map(MeshInstanceId).zip(&data.mesh_instances) {
            for (index, primitive) in data.primitives[instance.mesh].iter().enumerate() {
                let material = &data.materials[primitive.material];
                let uniform = DrawUniform::new(mesh_instance, instance, primitive, &layout);
                primitives.push(PrimitiveInstance {
                    mesh_instance,
                    primitive: index,
                    bind_group: create_bind_group(gpu, primitive, &pose, &uniform),
                    wrinkles: None,
                    blend_mode: material.blend_mode.with_vertex_alpha(primitive.vertex_colors_have_alpha),
                    is_visible: false,
                    winding: Winding::CounterClockwise,
                    center: Vec3::ZERO,
                });
            }
        }
        let texels = vec![[0.0; 4]; layout.texels];
        Self {
            model: model.clone(),
            primitives,
            materials: InstanceMaterials::new(gpu, data),
            decals: None,
            bounds: Bounds::EMPTY,
            ellipsoids: Vec::with_capacity(data.skinned_boxes.len()),
            lights: Vec::new(),
            is_first_person: false,
            pose,
            layout,
            texels,
        }
    }

    /// Gives the instance a wrinkle map of its character, or takes it away with `None`. Strengths are those
    /// of frames whose actor has the same map ([`sinew::Actor::set_wrinkles`]).
    ///
    /// # Errors
    /// When the rings of a mesh are larger than a buffer of the device, or the device fails.
    pub fn set_wrinkles(
        &mut self,
        gpu: &Gpu,
        wrinkles: Option<&WrinkleModel>,
    ) -> Result<(), WrinkleModelError> {
        let data = self.model.data.clone();
        for drawn in &mut self.primitives {
            let mesh = data.mesh_instances[drawn.mesh_instance.index()].mesh;
            let material = data.primitives[mesh][drawn.primitive].material;
            let wrinkled = wrinkles.and_then(|model| {
                let mut materials = model.map().materials().iter();
                Some((model, materials.position(|images| images.material.index() == material)?))
            });
            let make = |(model, number)| {
                WrinkleBinding::new(gpu, model, drawn.mesh_instance, drawn.primitive, number)
            };
            let made = gpu.catch(|| wrinkled.map(make).transpose()).map_err(WrinkleModelError::Device)?;
            drawn.wrinkles = made?;
        }
        Ok(())
    }

    /// Bounding box in world space as of the last update; empty before the first one.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Lights of the character's file in world space as of the last update; none before the first one. A scene is
    /// lit by those that it is given ([`Scene::with_lights`](crate::Scene::with_lights)).
    pub fn lights(&self) -> impl Iterator<Item = PunctualLight> + '_ {
        self.lights.iter().copied()
    }

    /// Ellipsoids that darken the ground near them: world space from the space of the unit sphere.
    pub(crate) fn ellipsoids(&self) -> &[Affine3A] {
        &self.ellipsoids
    }

    pub(crate) fn primitive(&self, instance: &PrimitiveInstance) -> &GpuPrimitive {
        let data = &self.model.data;
        &data.primitives[data.mesh_instances[instance.mesh_instance.index()].mesh][instance.primitive]
    }

    pub(crate) fn material(&self, instance: &PrimitiveInstance) -> &GpuMaterial {
        &self.model.data.materials[self.primitive(instance).material]
    }

    /// Bind group 1 of a draw: material uniform and textures.
    pub(crate) fn material_bind_group(&self, instance: &PrimitiveInstance) -> &wgpu::BindGroup {
        self.materials.bind_group(&self.model.data, self.primitive(instance).material)
    }

    /// Indices to draw; without the head in first person.
    pub(crate) fn indices(&self, instance: &PrimitiveInstance) -> &IndexBuffer {
        self.model.data.indices(instance.mesh_instance, instance.primitive, self.is_first_person)
    }

    /// Takes over pose, placement, morph weights, visibility, material overrides and the first-person view
    /// from `frame`, a frame of the model's character. Uploads the pose at once and each material whose
    /// override has changed; allocates nothing itself.
    ///
    /// # Panics
    /// When the frame's character has fewer or other mesh instances, primitives, skins or materials than the
    /// model.
    pub fn update(&mut self, gpu: &Gpu, frame: &Frame<'_>) {
        self.materials.update(gpu, &self.model.data, frame);
        self.is_first_person = frame.is_first_person();
        self.upload_pose(gpu, frame);
        self.bounds = frame.bounds().transformed(&frame.world_from_model());
        self.ellipsoids.clear();
        self.ellipsoids.extend(body_ellipsoids(&self.model.data.skinned_boxes, frame));
        self.lights.clear();
        self.lights.extend(frame.character().lights().iter().map(|light| PunctualLight::of(light, frame)));
        self.update_primitives(frame);
        for wrinkles in self.primitives.iter_mut().filter_map(|primitive| primitive.wrinkles.as_mut()) {
            wrinkles.update(gpu, frame);
        }
    }

    /// Takes over what a camera sees ([`Frame::in_view`]) without its pose: between the pictures of a split
    /// screen, after [`ModelInstance::update`].
    ///
    /// # Panics
    /// As [`ModelInstance::update`].
    pub fn update_view(&mut self, frame: &Frame<'_>) {
        self.is_first_person = frame.is_first_person();
        self.bounds = frame.bounds().transformed(&frame.world_from_model());
        for drawn in &mut self.primitives {
            drawn.is_visible = frame.is_visible(drawn.mesh_instance);
        }
    }

    /// Takes over the decals of a set, to be drawn on the instance's surface: all that blend by alpha in one
    /// draw, all that multiply in another; those on a surface that is blended itself follow it in draws of
    /// their own. Uploads decals when they come or go, and their opacities each time. Decals whose look is
    /// not in the list are left out, and so are all while the device cannot hold their data. `surface` is
    /// that of the model's character.
    pub fn update_decals(
        &mut self,
        gpu: &Gpu,
        character: &Character,
        surface: &Arc<CharacterSurface>,
        set: &DecalSet,
        looks: &DecalLooks,
    ) {
        let data = &self.model.data;
        let layer = self.decals.take().filter(|layer| layer.fits(looks, surface));
        let mut layer = layer.unwrap_or_else(|| DecalLayer::new(gpu, looks, surface, data));
        layer.update(gpu, character, set, (data, &self.pose, &self.layout));
        self.decals = Some(layer);
    }

    /// Number of draws that the decals take: at most one per way of blending for all opaque and masked
    /// surfaces, and for each blended one.
    #[must_use]
    pub fn decal_draws(&self) -> usize {
        self.decals.as_ref().map_or(0, DecalLayer::draw_count)
    }

    fn upload_pose(&mut self, gpu: &Gpu, frame: &Frame<'_>) {
        let layout = &self.layout;
        self.texels[..3].copy_from_slice(&Mat3x4::from(frame.world_from_model()).rows);
        self.texels[3..6].copy_from_slice(&head_axes(frame).map(|axis| axis.extend(0.0).to_array()));
        let mut any_dual = false;
        let character = frame.character();
        for (id, instance) in character.mesh_instance_ids().zip(character.mesh_instances()) {
            let at = layout.nodes[id.index()] as usize;
            let node = frame.model()[instance.node.index()];
            self.texels[at..at + 3].copy_from_slice(&Mat3x4::from(node).rows);
            let is_dual = instance.skin.is_some() && frame.skinning(id) == SkinningMethod::DualQuaternion;
            any_dual |= is_dual;
            let weights = frame.morph_weights(id);
            // Without a weight other than 0 the shader skips all morph targets.
            let has_morph = weights.iter().any(|weight| *weight != 0.0);
            self.texels[at + 3] = [is_dual, has_morph, false, false].map(|b| f32::from(u8::from(b)));
            let at = layout.weights[id.index()] as usize;
            let texels = &mut self.texels[at..at + weights.len().div_ceil(4)];
            texels.as_flattened_mut()[..weights.len()].copy_from_slice(weights);
        }
        for (skin, joints) in (0..).map(SkinId).zip(&self.model.data.skins) {
            let at = layout.palettes[skin.index()] as usize;
            let palette = bytemuck::cast_slice(frame.palette(skin));
            self.texels[at..at + joints * 3].copy_from_slice(palette);
            let duals: &[[f32; 4]] = bytemuck::cast_slice(frame.dual_quaternions(skin));
            let at = layout.dual_quaternions[skin.index()] as usize;
            self.texels[at..at + duals.len()].copy_from_slice(duals);
        }
        let used = if any_dual { layout.texels } else { layout.texels_without_dual };
        self.pose.write(&gpu.queue, bytemuck::cast_slice(&self.texels[..used]));
    }

    fn update_primitives(&mut self, frame: &Frame<'_>) {
        let world = frame.world_from_model();
        for drawn in &mut self.primitives {
            let instance = &frame.character().mesh_instances()[drawn.mesh_instance];
            let primitive = &self.model.data.primitives[instance.mesh.index()][drawn.primitive];
            let node = frame.model()[instance.node.index()];
            let palette = instance.skin.map(|s| frame.palette(s)).filter(|p| !p.is_empty());
            let skinned = palette.filter(|_| primitive.deform_layout.influence_texels != 0);
            drawn.is_visible = frame.is_visible(drawn.mesh_instance);
            drawn.winding = Winding::of(&world, &node, skinned);
            let joint = skinned.and_then(|p| primitive.main_joint.map(|j| p[j].to_affine()));
            drawn.center = (world * joint.unwrap_or(node)).transform_point3(primitive.center);
        }
    }
}

/// Ahead and up from the head in world space, and ahead in the reference pose; the axes of the model where there
/// is no head.
fn head_axes(frame: &Frame<'_>) -> [Vec3; 3] {
    let character = frame.character();
    let ahead = character.forward();
    let head = character.humanoid().and_then(|body| body.joint(HumanBone::Head));
    let turned = head.map_or(Affine3A::IDENTITY, |head| {
        frame.model()[head.index()] * character.reference_model()[head.index()].inverse()
    });
    let in_world =
        |axis: Vec3| (frame.world_from_model() * turned).transform_vector3(axis).normalize_or(axis);
    [in_world(ahead), in_world(Vec3::Y), ahead]
}
