//! Items that actors have let go of: bodies that fall.

use super::stage::Stage;
use crate::asset::vertices::for_each_vertex;
use sinew::actor::AttachmentId;
use sinew::character::MeshInstanceId;
use sinew::glam::{Affine3A, Vec3};
use sinew::{Actor, Bounds};
use sinew_rapier::rapier3d::prelude::*;
use std::collections::BTreeMap;

/// Density, kg/m³.
const DENSITY: f32 = 400.0;

/// Least half side of a box, metres.
const THIN: f32 = 0.005;

/// Item that falls.
#[derive(Clone)]
pub(super) struct LooseItem {
    pub(super) id: AttachmentId,
    body: RigidBodyHandle,
}

impl LooseItem {
    /// Lets an item of an actor fall from where it is, as a box around each of its meshes.
    pub(super) fn new(actor: &Actor, id: AttachmentId, at: &Affine3A, stage: &mut Stage) -> Option<Self> {
        let parts = parts(&actor.attachment(id)?.actor);
        let (scale, rotation, position) = at.to_scale_rotation_translation();
        let body = RigidBodyBuilder::dynamic().pose(Pose::from_parts(position, rotation)).ccd_enabled(true);
        let PhysicsWorld { bodies, colliders, .. } = &mut stage.world.world;
        let body = bodies.insert(body);
        for bounds in parts {
            let half = (bounds.size() * 0.5 * scale).max(Vec3::splat(THIN));
            let shape = ColliderBuilder::cuboid(half.x, half.y, half.z)
                .translation(bounds.center() * scale)
                .density(DENSITY)
                .friction(0.8);
            colliders.insert_with_parent(shape, body, bodies);
        }
        Some(Self { id, body })
    }

    /// Puts the item where its body is.
    pub(super) fn follow(&self, actor: &mut Actor, stage: &Stage) {
        let Some(body) = stage.world.world.bodies.get(self.body) else { return };
        let pose = body.position();
        if let Some(item) = actor.attachment_mut(self.id) {
            let at = Affine3A::from_rotation_translation(pose.rotation, pose.translation);
            item.world_from_item = Some(at);
        }
    }

    /// Takes the body out of the world.
    pub(super) fn remove(self, stage: &mut Stage) {
        stage.world.world.remove_body(self.body);
    }
}

/// Boxes around the visible meshes of an item, in its model space.
fn parts(item: &Actor) -> impl Iterator<Item = Bounds> {
    let frame = item.frame();
    let model_from_world = frame.world_from_model().inverse();
    let mut points: BTreeMap<MeshInstanceId, Vec<Vec3>> = BTreeMap::new();
    for_each_vertex(&frame, |id, _, _, point| {
        points.entry(id).or_default().push(model_from_world.transform_point3(point));
    });
    points.into_values().map(Bounds::from_points)
}
