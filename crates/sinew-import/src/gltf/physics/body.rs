//! Bodies: mass, colliders, and the description of a part from them.

use super::geometry::{Geometry, hull_of, implicit};
use super::joint::FoundJoint;
use super::json::Motion;
use super::reader::{ROOT, Reader};
use crate::ImportError;
use crate::gltf::source::Source;
use sinew::glam::{Affine3A, Mat3A, Quat, Vec3};
use sinew::ragdoll::{InertiaDescription, MassProperties, PartDescription, PartShape, Ragdoll};
use sinew::{Character, JointId, Transform};

/// Density of bodies that state no mass, kg/m³: that of the human body.
const DENSITY: f32 = 985.0;

/// Greatest friction.
const MAX_FRICTION: f32 = 10.0;

/// Most shapes of a body.
const MAX_SHAPES: usize = 256;

/// Size of the shape of a body without colliders, relative to the size of the character.
const SMALL: f32 = 0.02;

/// Body of the file.
pub(super) struct FoundPart {
    pub(super) node: usize,
    motion: Motion,
    /// Colliders with their matrices in the space of the body's node, and their names.
    colliders: Vec<(Affine3A, Geometry, String)>,
    friction: Option<f32>,
    pub(super) filter: Option<usize>,
    pub(super) joint: Option<FoundJoint>,
}

impl FoundPart {
    pub(super) fn new(node: usize, motion: Motion) -> Self {
        Self { node, motion, colliders: Vec::new(), friction: None, filter: None, joint: None }
    }
}

impl Reader<'_, '_> {
    /// Adds the collider of a node to the body to which the node belongs.
    pub(super) fn add_collider(&mut self, node: usize, part: &mut FoundPart) -> Result<(), ImportError> {
        let Some(collider) = self.nodes.get_mut(node).and_then(|node_bodies| node_bodies.collider.take())
        else {
            return Ok(());
        };
        let location = format!("/nodes/{node}{ROOT}/collider");
        if part.colliders.len() == MAX_SHAPES {
            let message = format!("a part has at most {MAX_SHAPES} shapes; the collider is left out");
            self.source.report.error("physics", location, message);
            return Ok(());
        }
        match collider.collision_filter {
            Some(filter) if filter >= self.bodies.collision_filters.len() => {
                self.warn_reference(format!("{location}/collisionFilter"), "collision filter", Some(filter));
            }
            Some(filter) if part.filter.is_some_and(|other| other != filter) => {
                let message = "another collider of the body has another filter, which is used for both";
                self.source.report.warn("physics-left-out", format!("{location}/collisionFilter"), message);
            }
            filter => part.filter = part.filter.or(filter),
        }
        match collider.physics_material {
            Some(number) if number >= self.bodies.physics_materials.len() => {
                self.warn_reference(format!("{location}/physicsMaterial"), "physics material", Some(number));
            }
            Some(number) => {
                let friction = self.bodies.physics_materials.get(number).and_then(|m| m.dynamic_friction);
                let sound = friction.filter(|friction| (0.0..=MAX_FRICTION).contains(friction));
                part.friction = part.friction.or(sound);
            }
            None => {}
        }
        if let Some(geometry) = self.geometry(&collider.geometry, &format!("{location}/geometry"))? {
            // A node of its own is the shape alone.
            let name = self.source.json.nodes.get(node).filter(|_| node != part.node);
            let name = name.map(|node| node.name.clone()).unwrap_or_default();
            part.colliders.push((self.tree.body_from_node(node).0, geometry, name));
        }
        Ok(())
    }
}

impl FoundPart {
    /// Description of the part. `turn` leads from the space of a node in the file to that in the character,
    /// `is_by_sinew` tells whether Sinew wrote the file.
    pub(super) fn describe(
        &self,
        source: &mut Source<'_>,
        character: &Character,
        joint: JointId,
        turn: Mat3A,
        is_by_sinew: bool,
    ) -> Result<PartDescription, ImportError> {
        let location = format!("/nodes/{}{ROOT}", self.node);
        let matrix = character.reference_model().get(joint.index()).copied().unwrap_or_default();
        let part_from_node = matrix.matrix3 * turn;
        let rotation = Transform::from_affine(&matrix).rotation * Quat::from_mat3a(&turn);
        let mut shapes = Vec::with_capacity(self.colliders.len());
        let mut names = Vec::new();
        for (body_from_node, geometry, name) in &self.colliders {
            let part_from_shape = Affine3A {
                matrix3: part_from_node * body_from_node.matrix3,
                translation: part_from_node * body_from_node.translation,
            };
            let shape = match geometry {
                Geometry::Points(points) => {
                    hull_of(points.iter().map(|point| part_from_shape.transform_point3(*point)))
                }
                Geometry::Meshes(meshes) => {
                    let mut points = Vec::new();
                    for (mesh, matrix) in meshes {
                        let mesh = character.meshes().get(*mesh);
                        let primitives = mesh.into_iter().flat_map(|mesh| &mesh.primitives);
                        let positions = primitives.flat_map(|primitive| &primitive.positions);
                        let count = positions.clone().count();
                        source.budget.read(count, 32 * size_of::<Vec3>(), &location)?;
                        source.budget.take(count, size_of::<Vec3>(), &location)?;
                        points.extend(positions.map(|position| {
                            part_from_shape.transform_point3(matrix.transform_point3(turn * *position))
                        }));
                    }
                    source.budget.give_back(points.len(), size_of::<Vec3>());
                    hull_of(points.into_iter())
                }
                Geometry::Shape(shape) => implicit(*shape, &part_from_shape, &mut source.report, &location),
            };
            match shape {
                Some(shape) => {
                    shapes.push(shape);
                    names.push(name.clone());
                }
                None => {
                    let message = "a shape of the body has no volume, or is not finite; it is left out";
                    source.report.error("physics", &*location, message);
                }
            }
        }
        if shapes.is_empty() {
            let bounds = character.reference_bounds();
            let size = if bounds.is_empty() { 1.0 } else { bounds.size().max_element() };
            let radius = size * SMALL;
            let message = format!("the body has no shape; it gets a sphere of {radius} m");
            source.report.warn("physics", &*location, message);
            shapes.push(PartShape::Sphere { center: Vec3::ZERO, radius });
        }
        while names.pop_if(|name| name.is_empty()).is_some() {}
        let part = PartDescription::new(character, joint).with_shapes(shapes, Vec::new());
        let part = PartDescription { friction: self.friction, ..part }.with_shape_names(names);
        let size = character.reference_bounds().size().max_element();
        // Of a file in centimetres the shapes hold a million times the litres.
        let density = DENSITY / Ragdoll::likely_units_per_metre(size).powi(3);
        let part = self.with_mass(part, source, part_from_node, rotation, density);
        Ok(match &self.joint {
            Some(found_joint) => {
                let center = part.center_of_mass.unwrap_or_else(|| of_shapes(&part, DENSITY).center);
                let frames = found_joint.turned(turn);
                let (limit, reference) =
                    frames.limit(rotation.inverse() * center, is_by_sinew, &mut source.report);
                if (part_from_node * frames.anchor).length()
                    > SMALL * character.reference_bounds().size().max_element()
                {
                    let message = "the joint is not at the origin of the body's node, where ragdolls have \
                        theirs; it is moved there";
                    source.report.warn("physics", &*location, message);
                }
                let part = part.with_limit(character, joint, &limit, reference);
                let [stiffness, damping] = found_joint.spring;
                PartDescription { stiffness, damping, ..part }
            }
            None => part,
        })
    }

    /// Sets mass, centre of mass and inertia.
    fn with_mass(
        &self,
        part: PartDescription,
        source: &mut Source<'_>,
        part_from_node: Mat3A,
        rotation: Quat,
        density: f32,
    ) -> PartDescription {
        let location = format!("/nodes/{}{ROOT}/motion", self.node);
        let of_shapes = of_shapes(&part, density);
        let is_sound = |number: f32| number.is_finite() && number > 0.0;
        let mut refuse = |what: &str| {
            let message = format!("expected {what} of finite numbers above 0; that of the shapes is used");
            source.report.warn("physics", &*location, message);
        };
        let mass = self.motion.mass.filter(|mass| is_sound(*mass));
        if mass.is_none() && self.motion.mass.is_some() {
            refuse("a mass");
        }
        let mass = mass.unwrap_or(of_shapes.mass);
        let moments = self.motion.inertia_diagonal.map(Vec3::from_array);
        let sound = moments.filter(|moments| moments.to_array().into_iter().all(is_sound));
        if moments.is_some() && sound.is_none() {
            refuse("an inertia");
        }
        let axes = self.motion.inertia_orientation.map_or(Quat::IDENTITY, Quat::from_array);
        let axes = match axes.length_squared() {
            length if (0.5..2.0).contains(&length) => (rotation * axes).normalize(),
            _ => {
                refuse("an orientation of the inertia");
                rotation
            }
        };
        let center = self.motion.center_of_mass.map(Vec3::from_array).filter(|center| center.is_finite());
        let center = center.map(|center| part_from_node * center);
        let inertia = sound.map(|moments| InertiaDescription { moments, axes });
        match (center, inertia) {
            (Some(center), Some(InertiaDescription { moments, axes })) => {
                part.with_mass(&MassProperties { mass, center, inertia: moments, axes })
            }
            (center_of_mass, inertia) => PartDescription { mass, center_of_mass, inertia, ..part },
        }
    }
}

/// Mass properties of a part's shapes at a density.
fn of_shapes(part: &PartDescription, density: f32) -> MassProperties {
    MassProperties::of(part.shapes.iter().map(|shape| (shape, density)))
}
