use super::draft::Context;
use super::mesh_pipelines::{AlphaPass, Cull, MeshKey, MeshPipelines};
use crate::model::Translucency;
use crate::puppet::Mirror;
use crate::scene::{Background, Scene};
use sinew::Bounds;
use sinew::character::Topology;

/// One draw: a part of an actor by one pipeline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draw {
    pub(super) actor: usize,
    pub(super) part: usize,
    pub(super) pipeline: usize,
    /// Distance along the view; blended draws are sorted by it.
    depth: f32,
}

/// What is drawn, in order. Kept between pictures for its memory.
#[derive(Debug, Default)]
pub(super) struct DrawList {
    /// Opaque, masked and the solid parts of blended ones, by pipeline.
    pub(super) solid: Vec<Draw>,
    /// Blended, the farthest first.
    pub(super) blended: Vec<Draw>,
}

impl DrawList {
    pub(super) fn fill(&mut self, scene: &Scene<'_>, context: &Context<'_>, pipelines: &mut MeshPipelines) {
        self.solid.clear();
        self.blended.clear();
        let view = (scene.camera.target - scene.camera.eye).normalize_or_zero();
        // Coverage would multiply into a picture's own alpha.
        let soft_masks = context.samples > 1 && scene.background != Background::None;
        for (actor, puppet) in scene.actors.iter().enumerate() {
            for (part, p) in puppet.parts.iter().enumerate().filter(|(_, p)| p.visible) {
                let instance = &puppet.model.data.instances[p.instance];
                let primitive = &puppet.model.data.primitives[instance.mesh][p.primitive];
                if primitive.index_count == 0 {
                    continue;
                }
                let topology = primitive.topology;
                let cull = match topology {
                    Topology::Triangles => Cull::of(p.double_sided, p.mirror),
                    Topology::Points | Topology::Lines => Cull::None,
                };
                let depth = (p.center - scene.camera.eye).dot(view);
                let mut draw = |list: &mut Vec<Draw>, cull, alpha| {
                    let pipeline = pipelines.prepare(context, MeshKey { topology, cull, alpha });
                    list.push(Draw { actor, part, pipeline, depth });
                };
                // Far sides first, where both are seen.
                let both_sides =
                    |list: &mut Vec<Draw>, draw: &mut dyn FnMut(&mut Vec<Draw>, Cull, AlphaPass)| {
                        let order: &[Cull] = match (cull, topology, p.mirror) {
                            (Cull::None, Topology::Triangles, Mirror::Always) => &[Cull::Back, Cull::Front],
                            (Cull::None, Topology::Triangles, _) => &[Cull::Front, Cull::Back],
                            _ => &[cull],
                        };
                        order.iter().for_each(|cull| draw(list, *cull, AlphaPass::Blend));
                    };
                match p.translucency {
                    Translucency::Opaque => draw(&mut self.solid, cull, AlphaPass::Opaque),
                    Translucency::Mask if soft_masks => {
                        draw(&mut self.solid, cull, AlphaPass::Coverage);
                    }
                    Translucency::Mask => draw(&mut self.solid, cull, AlphaPass::Mask),
                    Translucency::Glass => both_sides(&mut self.blended, &mut draw),
                    Translucency::Blend | Translucency::BlendOfSolid => {
                        draw(&mut self.solid, cull, AlphaPass::Solid);
                        both_sides(&mut self.blended, &mut draw);
                    }
                }
            }
        }
        self.solid.sort_by_key(|d| d.pipeline);
        // Stable: the two sides of one part keep their order.
        self.blended.sort_by(|a, b| b.depth.total_cmp(&a.depth));
    }
}

/// The box around all actors, in world space.
pub(super) fn actor_bounds(scene: &Scene<'_>) -> Bounds {
    scene.actors.iter().fold(Bounds::EMPTY, |all, puppet| all.union(puppet.bounds))
}
