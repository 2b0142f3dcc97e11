use super::draft::Context;
use super::mesh_pipelines::{AlphaPass, Cull, MeshKey, MeshPipelines};
use crate::model::{Shading, Translucency};
use crate::puppet::{Mirror, ModelInstance, Part};
use crate::scene::{Background, Scene};
use sinew::Bounds;
use sinew::character::Topology;

/// One draw: a part of an actor by one pipeline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draw {
    pub(super) actor: usize,
    pub(super) part: usize,
    pub(super) pipeline: usize,
    place: Place,
}

/// What blended draws are sorted by, as VRMC_materials_mtoon 1.0 orders them; whatever is no toon material counts as
/// one without depth and offset.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Those that write depth come first.
    without_depth: bool,
    /// Their author's order.
    offset: i32,
    /// Distance along the view; the farthest come first.
    depth: f32,
}

/// What is drawn, in order. Kept between pictures for its memory.
#[derive(Debug, Default)]
pub(super) struct DrawList {
    /// Opaque, masked and the solid parts of blended ones, by pipeline.
    pub(super) solid: Vec<Draw>,
    /// Blended, the farthest first.
    pub(super) blended: Vec<Draw>,
    /// Actor and part of all that throws shadows.
    pub(super) casters: Vec<(usize, usize)>,
}

impl DrawList {
    pub(super) fn fill(&mut self, scene: &Scene<'_>, context: &Context<'_>, pipelines: &mut MeshPipelines) {
        self.solid.clear();
        self.blended.clear();
        self.casters.clear();
        let view = (scene.camera.target - scene.camera.eye).normalize_or_zero();
        // Coverage would multiply into a picture's own alpha.
        let soft_masks = context.samples > 1 && scene.background != Background::None;
        for (actor, puppet) in scene.actors.iter().enumerate() {
            for (number, part) in puppet.parts.iter().enumerate().filter(|(_, p)| p.visible) {
                if puppet.indices(part).count == 0 {
                    continue;
                }
                if part.translucency != Translucency::Glass {
                    self.casters.push((actor, number));
                }
                let depth = (part.center - scene.camera.eye).dot(view);
                let place = Place { without_depth: true, offset: puppet.material(part).queue_offset, depth };
                let draw = Draw { actor, part: number, pipeline: 0, place };
                PartDraws { draw, puppet, part, soft_masks, context, pipelines }.add_to(self);
            }
        }
        self.solid.sort_by_key(|d| d.pipeline);
        // Stable: the two sides of one part keep their order.
        self.blended.sort_by(|a, b| {
            let (a, b) = (&a.place, &b.place);
            (a.without_depth.cmp(&b.without_depth))
                .then(a.offset.cmp(&b.offset))
                .then(b.depth.total_cmp(&a.depth))
        });
    }
}

/// A part on its way into the list.
struct PartDraws<'a> {
    draw: Draw,
    puppet: &'a ModelInstance,
    part: &'a Part,
    soft_masks: bool,
    context: &'a Context<'a>,
    pipelines: &'a mut MeshPipelines,
}

impl PartDraws<'_> {
    fn add_to(mut self, list: &mut DrawList) {
        let (solid, blended) = (&mut list.solid, &mut list.blended);
        let cull = match self.puppet.primitive(self.part).topology {
            Topology::Triangles => Cull::of(self.puppet.material(self.part).double_sided, self.part.mirror),
            Topology::Points | Topology::Lines => Cull::None,
        };
        match self.part.translucency {
            Translucency::Opaque | Translucency::Mask => {
                let alpha = match (self.part.translucency, self.soft_masks) {
                    (Translucency::Opaque, _) => AlphaPass::Opaque,
                    (_, true) => AlphaPass::Coverage,
                    (_, false) => AlphaPass::Mask,
                };
                self.push(solid, cull, alpha);
                self.push_outline(solid, alpha);
            }
            Translucency::Glass => self.push_both_sides(blended, cull, AlphaPass::Blend),
            Translucency::Blend | Translucency::BlendOfSolid => {
                self.push(solid, cull, AlphaPass::Solid);
                self.push_both_sides(blended, cull, AlphaPass::Blend);
            }
            Translucency::Ordered { writes_depth: true } => {
                self.draw.place.without_depth = false;
                self.push_both_sides(blended, cull, AlphaPass::BlendWithDepth);
                self.push_outline(blended, AlphaPass::BlendWithDepth);
            }
            Translucency::Ordered { writes_depth: false } => {
                // First, since without depth the surface can't hide the line's inside.
                self.push_outline(blended, AlphaPass::BlendOver);
                self.push_both_sides(blended, cull, AlphaPass::BlendOver);
            }
        }
    }

    fn push(&mut self, list: &mut Vec<Draw>, cull: Cull, alpha: AlphaPass) {
        let shading = self.puppet.material(self.part).shading;
        self.push_as(list, shading, false, cull, alpha);
    }

    /// Far sides first, where both are seen.
    fn push_both_sides(&mut self, list: &mut Vec<Draw>, cull: Cull, alpha: AlphaPass) {
        let triangles = self.puppet.primitive(self.part).topology == Topology::Triangles;
        let order: &[Cull] = match (cull, triangles, self.part.mirror) {
            (Cull::None, true, Mirror::Always) => &[Cull::Back, Cull::Front],
            (Cull::None, true, _) => &[Cull::Front, Cull::Back],
            _ => &[cull],
        };
        order.iter().for_each(|cull| self.push(list, *cull, alpha));
    }

    /// The line around it, if it has one: the far sides of a larger surface.
    fn push_outline(&mut self, list: &mut Vec<Draw>, alpha: AlphaPass) {
        if !self.puppet.material(self.part).outlined || !self.puppet.primitive(self.part).has_faces() {
            return;
        }
        let cull = match Cull::of(false, self.part.mirror) {
            Cull::Back => Cull::Front,
            Cull::Front => Cull::Back,
            other => other,
        };
        self.push_as(list, Shading::Toon, true, cull, alpha);
    }

    fn push_as(
        &mut self,
        list: &mut Vec<Draw>,
        shading: Shading,
        outline: bool,
        cull: Cull,
        alpha: AlphaPass,
    ) {
        let topology = self.puppet.primitive(self.part).topology;
        let key = MeshKey { shading, outline, topology, cull, alpha };
        let pipeline = self.pipelines.prepare(self.context, key);
        list.push(Draw { pipeline, ..self.draw });
    }
}

/// The box around all actors, in world space.
pub(super) fn actor_bounds(scene: &Scene<'_>) -> Bounds {
    scene.actors.iter().fold(Bounds::EMPTY, |all, puppet| all.union(puppet.bounds))
}
