use super::pipelines::{AlphaPass, Context, Cull, MeshKey, MeshPipelines};
use crate::model::Translucency;
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
                match p.translucency {
                    Translucency::Opaque => draw(&mut self.solid, cull, AlphaPass::Opaque),
                    Translucency::Mask if soft_masks => {
                        draw(&mut self.solid, cull, AlphaPass::Coverage);
                    }
                    Translucency::Mask => draw(&mut self.solid, cull, AlphaPass::Mask),
                    Translucency::Blend | Translucency::BlendOfSolid => {
                        draw(&mut self.solid, cull, AlphaPass::Solid);
                        if cull == Cull::None && topology == Topology::Triangles {
                            // Far sides first.
                            draw(&mut self.blended, Cull::Front, AlphaPass::Blend);
                            draw(&mut self.blended, Cull::Back, AlphaPass::Blend);
                        } else {
                            draw(&mut self.blended, cull, AlphaPass::Blend);
                        }
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
