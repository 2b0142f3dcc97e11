use rapier3d::parry::query::DefaultQueryDispatcher;
use rapier3d::prelude::*;
use sinew::glam::Vec3;
use sinew::ground::{Ground, GroundHit};

/// Ground under characters, made of the immovable colliders of a Rapier world: for feet, and for bodies that
/// get up on stairs and slopes.
///
/// Bodies that move, lifts among them, are no ground. The ground is a copy, which shares the shapes: frames
/// borrow it beside the world that they step. Make it again when immovable colliders change.
///
/// ```
/// use sinew::glam::{Quat, Vec3};
/// use sinew::ground::Ground;
/// use sinew_rapier::RapierWorld;
///
/// let mut world = RapierWorld::new().with_floor(0.0);
/// world.add_box(Vec3::new(3.0, 0.1, 0.0), Quat::IDENTITY, Vec3::new(1.0, 0.1, 1.0));
/// let ground = world.ground();
/// assert!(ground.height(Vec3::Y).unwrap().abs() < 1e-5);
/// let step = ground.height(Vec3::new(3.0, 0.0, 0.0)).unwrap();
/// assert!((step - 0.2).abs() < 1e-5);
/// ```
#[derive(Clone)]
pub struct RapierGround {
    colliders: ColliderSet,
    /// None: the colliders stand alone.
    bodies: RigidBodySet,
    tree: BroadPhaseBvh,
    step: f32,
    depth: f32,
}

/// Height of a step that feet climb, and depth to which ground is looked for, metres.
const STEP: f32 = 0.45;
const DEPTH: f32 = 20.0;

impl RapierGround {
    /// The ground of a world's sets: colliders without a body or with a fixed one, sensors excepted.
    /// `units_per_metre` is the world's unit of length.
    #[must_use]
    pub fn new(bodies: &RigidBodySet, colliders: &ColliderSet, units_per_metre: f32) -> Self {
        let is_fixed = |collider: &Collider| {
            !collider.is_sensor()
                && collider.is_enabled()
                && collider.parent().is_none_or(|body| bodies.get(body).is_none_or(RigidBody::is_fixed))
        };
        let mut ground = Self {
            colliders: ColliderSet::new(),
            bodies: RigidBodySet::new(),
            tree: BroadPhaseBvh::new(),
            step: STEP * units_per_metre,
            depth: DEPTH * units_per_metre,
        };
        let parameters = IntegrationParameters { length_unit: units_per_metre, ..Default::default() };
        for (_, collider) in colliders.iter().filter(|(_, collider)| is_fixed(collider)) {
            let copy = ColliderBuilder::new(collider.shared_shape().clone()).position(*collider.position());
            let handle = ground.colliders.insert(copy);
            ground.tree.set_aabb(&parameters, handle, collider.compute_aabb());
        }
        ground
    }

    /// Sets the height above a position up to which ground counts as a step; higher ground is an obstacle. In
    /// units of the world; default: those of 0.45 m.
    #[must_use]
    pub fn with_step(self, step: f32) -> Self {
        Self { step, ..self }
    }
}

impl Ground for RapierGround {
    fn under(&self, position: Vec3) -> Option<GroundHit> {
        let pipeline = self.tree.as_query_pipeline(
            &DefaultQueryDispatcher,
            &self.bodies,
            &self.colliders,
            QueryFilter::default(),
        );
        let ray = Ray::new(position + Vec3::Y * self.step, Vec3::NEG_Y);
        let (_, hit) = pipeline.cast_ray_and_get_normal(&ray, self.step + self.depth, true)?;
        // A ray that begins inside of a solid is inside of an obstacle.
        let is_surface = hit.time_of_impact > 0.0 && hit.normal.y > 0.0;
        let position = ray.point_at(hit.time_of_impact);
        is_surface.then(|| GroundHit { normal: hit.normal, ..GroundHit::level(position) })
    }
}

impl std::fmt::Debug for RapierGround {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RapierGround").field("colliders", &self.colliders.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RapierWorld;
    use sinew::glam::Quat;

    #[test]
    fn ground_is_found_on_steps_and_slopes_below_obstacles_and_not_in_an_abyss() {
        let mut world = RapierWorld::new();
        let tilt = Quat::from_rotation_z(0.3);
        for (center, rotation, half) in [
            (Vec3::new(0.0, 0.1, 0.0), Quat::IDENTITY, Vec3::new(1.0, 0.1, 1.0)),
            (Vec3::new(0.0, 0.3, 0.5), Quat::IDENTITY, Vec3::new(1.0, 0.1, 0.5)),
            (Vec3::new(5.0, 0.0, 0.0), tilt, Vec3::new(2.0, 0.1, 2.0)),
            (Vec3::new(10.0, 1.0, 0.0), Quat::IDENTITY, Vec3::ONE),
        ] {
            world.add_box(center, rotation, half);
        }
        let moving = world.world.bodies.insert(RigidBodyBuilder::dynamic().translation(Vec3::Y));
        let ball = ColliderBuilder::ball(0.4);
        world.world.colliders.insert_with_parent(ball, moving, &mut world.world.bodies);
        let ground = world.ground();
        // In millimetres.
        let height =
            |x: f32, y: f32, z: f32| ground.height(Vec3::new(x, y, z)).map(|height| (height * 1e3).round());
        assert_eq!(height(0.0, 0.0, -0.5), Some(200.0));
        assert_eq!(height(0.0, 0.1, 0.5), Some(400.0), "a step above");
        assert_eq!(height(0.0, 3.0, 0.5), Some(400.0), "from high above, through a body that moves");
        let hit = ground.under(Vec3::new(5.0, 0.0, 0.0)).unwrap();
        assert!(hit.normal.distance(tilt * Vec3::Y) < 1e-5, "{hit:?}");
        assert!((hit.position.y - 0.1 / 0.3_f32.cos()).abs() < 1e-5, "{hit:?}");
        assert_eq!(height(10.0, 0.0, 0.0), None, "inside of an obstacle");
        assert_eq!(height(10.0, 2.0, 0.0), Some(2000.0));
        assert_eq!(height(50.0, 0.0, 0.0), None);
    }

    #[test]
    fn a_mesh_is_ground() {
        let mut world = RapierWorld::new();
        let corners = vec![Vec3::new(-9.0, 1.0, -9.0), Vec3::new(-9.0, 1.0, 9.0), Vec3::new(9.0, 1.0, 0.0)];
        world.add_mesh(corners, vec![[0, 1, 2]]).unwrap();
        assert!((world.ground().height(Vec3::Y * 2.0).unwrap() - 1.0).abs() < 1e-5);
    }
}
