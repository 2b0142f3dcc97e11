use super::light_features::LightFeatures;
use super::mesh_pipelines::{AlphaPass, Cull, MeshPipelineKey, MeshPipelines};
use super::pipeline::PipelineContext;
use crate::gpu::{Layers, ShadingModel};
use crate::instance::{ModelInstance, PrimitiveInstance, Winding};
use crate::model::BlendMode;
use crate::scene::{Background, Scene};
use sinew::character::{OutlineMode, Topology};

/// Draw of one primitive of a model instance with one pipeline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draw {
    /// Index in the scene's model instances.
    pub(super) instance: usize,
    /// Index in the model instance's primitives.
    pub(super) primitive: usize,
    /// Index of the mesh pipeline.
    pub(super) pipeline: usize,
    /// Whether it shows a picture of what is drawn before it.
    pub(super) transmits: bool,
    order: BlendOrder,
}

/// Sort key of blended draws, as VRMC_materials_mtoon 1.0 orders them. Materials that are not toon count as
/// ones that write no depth and have offset 0.
#[derive(Clone, Copy, Debug)]
struct BlendOrder {
    /// Draws that write depth come first.
    writes_depth: bool,
    /// The author's order: higher offsets are drawn later.
    queue_offset: i32,
    /// Distance along the view direction; farther draws come first.
    distance: f32,
}

/// Draws of one image, in order. Kept from image to image to reuse its memory.
#[derive(Debug, Default)]
pub(super) struct DrawList {
    /// Opaque and masked surfaces and the opaque texels of blended ones, sorted by pipeline.
    pub(super) opaque: Vec<Draw>,
    /// Blended surfaces, in blending order.
    pub(super) blended: Vec<Draw>,
    /// Indices of the model instance and the primitive of each shadow caster.
    pub(super) shadow_casters: Vec<(usize, usize)>,
}

impl DrawList {
    /// Replaces the list by the draws of `scene`, and creates the pipelines that they need.
    pub(super) fn fill(
        &mut self,
        scene: &Scene<'_>,
        light: LightFeatures,
        context: &PipelineContext,
        pipelines: &mut MeshPipelines,
    ) {
        self.opaque.clear();
        self.blended.clear();
        self.shadow_casters.clear();
        let view = (scene.camera.target - scene.camera.eye).normalize_or_zero();
        // Alpha of an image with a transparent background is that of its samples.
        let is_opaque = match scene.background {
            Background::Sky => true,
            Background::Color(color) => color.w >= 1.0,
            Background::Transparent => false,
        };
        let use_coverage = context.sample_count > 1 && (is_opaque || !context.gpu.caches.is_gl);
        for (index, instance) in scene.instances.iter().enumerate() {
            for (number, primitive) in instance.primitives.iter().enumerate().filter(|(_, p)| p.is_visible) {
                if instance.indices(primitive).count == 0 {
                    continue;
                }
                let transmits = matches!(primitive.blend_mode, BlendMode::Transmissive { .. });
                // Clear glass casts no shadow; what is glass in parts does.
                if !transmits || instance.material(primitive).is_glass_in_parts() {
                    self.shadow_casters.push((index, number));
                }
                let order = BlendOrder {
                    writes_depth: false,
                    queue_offset: instance.material(primitive).render_queue_offset,
                    distance: (primitive.center - scene.camera.eye).dot(view),
                };
                let draw = Draw { instance: index, primitive: number, pipeline: 0, transmits, order };
                PrimitiveDraws { draw, instance, primitive, use_coverage, light, context, pipelines }
                    .add_to(self);
            }
        }
        self.opaque.sort_by_key(|draw| draw.pipeline);
        // The sort is stable, so that the two sides of a surface keep their order.
        self.blended.sort_by(|a, b| {
            let (a, b) = (&a.order, &b.order);
            (b.writes_depth.cmp(&a.writes_depth))
                .then(a.queue_offset.cmp(&b.queue_offset))
                .then(b.distance.total_cmp(&a.distance))
        });
    }
}

/// Builder of the draws of one primitive.
struct PrimitiveDraws<'a> {
    draw: Draw,
    instance: &'a ModelInstance,
    primitive: &'a PrimitiveInstance,
    use_coverage: bool,
    light: LightFeatures,
    context: &'a PipelineContext,
    pipelines: &'a mut MeshPipelines,
}

impl PrimitiveDraws<'_> {
    fn add_to(mut self, list: &mut DrawList) {
        let (opaque, blended) = (&mut list.opaque, &mut list.blended);
        let double_sided = self.instance.material(self.primitive).double_sided;
        let cull = match self.topology() {
            Topology::Triangles => Cull::back_faces(double_sided, self.primitive.winding),
            Topology::Points | Topology::Lines => Cull::None,
        };
        match self.primitive.blend_mode {
            BlendMode::Opaque => {
                self.push(opaque, cull, AlphaPass::Opaque);
                self.push_outline(opaque, AlphaPass::Opaque);
            }
            BlendMode::Mask => {
                let alpha = if self.use_coverage { AlphaPass::MaskCoverage } else { AlphaPass::Mask };
                self.push(opaque, cull, alpha);
                self.push_outline(opaque, alpha);
            }
            BlendMode::Transmissive { is_masked, is_mixed } => {
                let alpha = match (is_mixed, is_masked) {
                    (true, _) => AlphaPass::BlendWithDepth,
                    (false, true) => AlphaPass::Mask,
                    (false, false) => AlphaPass::Opaque,
                };
                self.push_back_to_front(blended, cull, alpha);
            }
            BlendMode::Blend | BlendMode::BlendIfVertexAlpha => {
                self.push(opaque, cull, AlphaPass::OpaqueTexels);
                self.push_back_to_front(blended, cull, AlphaPass::Blend);
            }
            BlendMode::Ordered { writes_depth: true } => {
                self.draw.order.writes_depth = true;
                self.push_back_to_front(blended, cull, AlphaPass::BlendWithDepth);
                self.push_outline(blended, AlphaPass::BlendWithDepth);
            }
            BlendMode::Ordered { writes_depth: false } => {
                // The outline comes first, since without depth the surface cannot hide the outline's inside.
                self.push_outline(blended, AlphaPass::BlendEqualDepth);
                self.push_back_to_front(blended, cull, AlphaPass::BlendEqualDepth);
            }
        }
    }

    fn topology(&self) -> Topology {
        self.instance.primitive(self.primitive).topology
    }

    /// Adds a draw of the surface.
    fn push(&mut self, list: &mut Vec<Draw>, cull: Cull, alpha: AlphaPass) {
        let material = self.instance.material(self.primitive);
        let (shading, layers, topology) = (material.shading, material.layers, self.topology());
        let key =
            MeshPipelineKey { shading, layers, is_outline: false, topology, cull, alpha, light: self.light };
        self.push_pipeline(list, key);
    }

    /// Adds draws of a blended surface: back faces before front faces where both are visible.
    fn push_back_to_front(&mut self, list: &mut Vec<Draw>, cull: Cull, alpha: AlphaPass) {
        let is_triangles = self.topology() == Topology::Triangles;
        let order: &[Cull] = match (cull, is_triangles, self.primitive.winding) {
            (Cull::None, true, Winding::Clockwise) => &[Cull::Clockwise, Cull::CounterClockwise],
            (Cull::None, true, _) => &[Cull::CounterClockwise, Cull::Clockwise],
            _ => &[cull],
        };
        order.iter().for_each(|cull| self.push(list, *cull, alpha));
    }

    /// Adds a draw of the toon outline, if the material has one: the back faces of an enlarged surface.
    fn push_outline(&mut self, list: &mut Vec<Draw>, alpha: AlphaPass) {
        if self.instance.material(self.primitive).outline.mode == OutlineMode::None
            || !self.instance.primitive(self.primitive).can_have_outline()
        {
            return;
        }
        self.push_pipeline(
            list,
            MeshPipelineKey {
                shading: ShadingModel::Toon,
                layers: Layers::NONE,
                is_outline: true,
                topology: self.topology(),
                cull: Cull::back_faces(false, self.primitive.winding).flipped(),
                alpha,
                light: self.light,
            },
        );
    }

    fn push_pipeline(&mut self, list: &mut Vec<Draw>, key: MeshPipelineKey) {
        let pipeline = self.pipelines.prepare(self.context, key);
        list.push(Draw { pipeline, ..self.draw });
    }
}
