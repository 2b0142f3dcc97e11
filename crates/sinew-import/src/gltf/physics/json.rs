//! JSON schema of KHR_physics_rigid_bodies and KHR_implicit_shapes, limited to the used properties.

use crate::gltf::bounded_json::{List, Raw};
use crate::gltf::json::Anything;

objects! {
    Bodies {
        physics_materials: List<Material>,
        collision_filters: List<Filter>,
        physics_joints: List<Joint>,
        extras: Raw,
    }
    /// Mark of files that Sinew wrote.
    BodiesExtras { sinew: Option<AddedRange>, }
    AddedRange {
        first_node: usize,
        first_mesh: usize,
        size: Option<f32>,
        units_per_metre: Option<f32>,
    }
    Filter {
        collision_systems: List<String>,
        not_collide_with_systems: Option<List<String>>,
        collide_with_systems: Option<List<String>>,
    }
    Material { dynamic_friction: Option<f32>, restitution: Option<f32>, }
    Joint { limits: List<Limit>, drives: List<Drive>, }
    Drive {
        #[serde(rename = "type")]
        kind: String,
        mode: String,
        stiffness: Option<f32>,
        damping: Option<f32>,
        position_target: Option<f32>,
        velocity_target: Option<f32>,
    }
    Limit {
        linear_axes: Option<List<usize>>,
        angular_axes: Option<List<usize>>,
        min: Option<f32>,
        max: Option<f32>,
        stiffness: Option<f32>,
    }
    Shapes { shapes: List<Shape>, }
    Shape {
        #[serde(rename = "type")]
        kind: String,
        sphere: Option<Sphere>,
        #[serde(rename = "box")]
        cuboid: Option<Cuboid>,
        capsule: Option<Capsule>,
        cylinder: Option<Capsule>,
    }
    Sphere { radius: Option<f32>, }
    Cuboid { size: Option<[f32; 3]>, }
    Capsule { height: Option<f32>, radius_bottom: Option<f32>, radius_top: Option<f32>, }
    NodeBodies {
        motion: Option<Motion>,
        collider: Option<Collider>,
        trigger: Option<Anything>,
        joint: Option<NodeJoint>,
    }
    Motion {
        is_kinematic: bool,
        mass: Option<f32>,
        center_of_mass: Option<[f32; 3]>,
        inertia_diagonal: Option<[f32; 3]>,
        inertia_orientation: Option<[f32; 4]>,
        linear_velocity: Option<[f32; 3]>,
        angular_velocity: Option<[f32; 3]>,
        gravity_factor: Option<f32>,
    }
    Collider { geometry: Geometry, physics_material: Option<usize>, collision_filter: Option<usize>, }
    /// Earlier drafts had `mesh` in place of `node`.
    Geometry { shape: Option<usize>, node: Option<usize>, mesh: Option<usize>, convex_hull: bool, }
    NodeJoint { connected_node: Option<usize>, joint: Option<usize>, enable_collision: bool, }
}
