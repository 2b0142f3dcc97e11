//! Geometries of colliders: implicit shapes, and meshes as their convex hulls.

use super::json::{self, Shape};
use super::reader::{Reader, SHAPES};
use crate::ImportError;
use crate::Report;
use crate::error::quoted;
use sinew::Transform;
use sinew::glam::{Affine3A, Vec3};
use sinew::ragdoll::PartShape;

/// Shape of a collider, in the space of its node.
pub(super) enum Geometry {
    Shape(Implicit),
    /// Points of a hull.
    Points(Vec<Vec3>),
    /// Numbers of meshes with the matrices of their nodes, of which the hull is taken.
    Meshes(Vec<(usize, Affine3A)>),
}

/// Shape of KHR_implicit_shapes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Implicit {
    Sphere {
        radius: f32,
    },
    Box {
        size: Vec3,
    },
    /// Spheres of two radii along the Y axis.
    Capsule {
        height: f32,
        radii: [f32; 2],
    },
    /// Circles of two radii along the Y axis.
    Cylinder {
        height: f32,
        radii: [f32; 2],
    },
}

/// Corners of each circle of a cylinder's hull.
const CIRCLE: u16 = 24;

/// Largest number of nodes below that of a geometry.
const MAX_MESH_NODES: usize = 256;

impl Reader<'_, '_> {
    /// Geometry of a collider; `None` for one that is left out, which is reported.
    pub(super) fn geometry(
        &mut self,
        geometry: &json::Geometry,
        location: &str,
    ) -> Result<Option<Geometry>, ImportError> {
        if let Some(number) = geometry.shape {
            let Some(shape) = self.shapes.shapes.get(number) else {
                self.warn_reference(format!("{location}/shape"), "shape", Some(number));
                return Ok(None);
            };
            let shape = implicit_of(shape);
            if let Err(message) = &shape {
                let message = format!("{message}; the collider is left out");
                self.source.report.warn("physics-left-out", format!("{SHAPES}/shapes/{number}"), message);
            }
            return Ok(shape.ok().map(Geometry::Shape));
        }
        if !geometry.convex_hull {
            let message = "the collider is a mesh, which need not be convex; its convex hull is used";
            self.source.report.warn("physics-left-out", location, message);
        }
        if let Some(mesh) = geometry.mesh.filter(|_| geometry.node.is_none()) {
            return self.meshes(vec![(mesh, Affine3A::IDENTITY)], location);
        }
        let Some(node) = geometry.node.filter(|node| *node < self.nodes.len()) else {
            self.warn_reference(format!("{location}/node"), "node", geometry.node);
            return Ok(None);
        };
        // The node itself and all below it; its own transform does not count.
        let mut open = vec![(node, Affine3A::IDENTITY)];
        let (mut meshes, mut seen) = (Vec::new(), 0);
        while let Some((node, matrix)) = open.pop() {
            seen += 1;
            if seen > MAX_MESH_NODES {
                let message = format!("more than {MAX_MESH_NODES} nodes; the others are left out");
                self.source.report.warn("physics-left-out", location, message);
                break;
            }
            let Some(json) = self.source.json.nodes.get(node) else { continue };
            meshes.extend(json.mesh.map(|mesh| (mesh, matrix)));
            let children = json.children.iter().filter(|child| self.tree.parent(**child) == Some(node));
            open.extend(
                children.take(MAX_MESH_NODES).map(|child| (*child, matrix * self.tree.local(*child))),
            );
        }
        self.meshes(meshes, location)
    }

    /// Geometry of meshes. Those of a single plain primitive of few vertices are read at once, since Sinew's
    /// own ones will be left out.
    fn meshes(
        &mut self,
        meshes: Vec<(usize, Affine3A)>,
        location: &str,
    ) -> Result<Option<Geometry>, ImportError> {
        if meshes.is_empty() || meshes.iter().any(|(mesh, _)| *mesh >= self.source.json.meshes.len()) {
            let number = meshes.first().map(|(mesh, _)| *mesh);
            self.warn_reference(location.to_owned(), "mesh", number);
            return Ok(None);
        }
        if let [(mesh, matrix)] = meshes.as_slice()
            && let Some([primitive]) = self.source.json.meshes.get(*mesh).map(|mesh| &*mesh.primitives)
            && primitive.extensions.draco.is_none()
            && let Some(accessor) = primitive.attributes.get("POSITION")
            && self.source.json.accessors.get(accessor).is_some_and(|accessor| accessor.count <= MAX_POINTS)
            && *matrix == Affine3A::IDENTITY
        {
            let points = match self.source.vectors::<3>(accessor, location) {
                Ok(points) => points.into_iter().map(Vec3::from_array).collect(),
                Err(error) => {
                    self.source.report.recovered(error.unless_too_large()?, "the collider is left out");
                    return Ok(None);
                }
            };
            return Ok(Some(Geometry::Points(points)));
        }
        Ok(Some(Geometry::Meshes(meshes)))
    }
}

/// Largest number of vertices of a mesh that is read at once.
const MAX_POINTS: usize = 256;

/// Numbers of a shape; a message for one that ragdolls do not have.
fn implicit_of(shape: &Shape) -> Result<Implicit, String> {
    let is_sound = |number: f32| number.is_finite() && number > 0.0;
    let tall = |capsule: &Option<json::Capsule>| {
        let capsule = capsule.as_ref();
        let height = capsule.and_then(|capsule| capsule.height).unwrap_or(0.5);
        let radii = [
            capsule.and_then(|capsule| capsule.radius_bottom),
            capsule.and_then(|capsule| capsule.radius_top),
        ];
        let radii = radii.map(|radius| radius.unwrap_or(0.25));
        let is_round = radii.iter().all(|radius| radius.is_finite() && *radius >= 0.0);
        match is_sound(height) && is_round && radii.into_iter().any(is_sound) {
            true => Ok((height, radii)),
            false => Err(format!("expected a {} with a height and radii above 0", shape.kind)),
        }
    };
    match shape.kind.as_str() {
        "sphere" => {
            let radius = shape.sphere.as_ref().and_then(|sphere| sphere.radius).unwrap_or(0.5);
            let sphere = is_sound(radius).then_some(Implicit::Sphere { radius });
            sphere.ok_or_else(|| "expected a sphere with a radius above 0".into())
        }
        "box" => {
            let size = shape.cuboid.as_ref().and_then(|cuboid| cuboid.size).unwrap_or([1.0; 3]);
            let cuboid = size.into_iter().all(is_sound).then_some(Implicit::Box { size: size.into() });
            cuboid.ok_or_else(|| "expected a box with three sizes above 0".into())
        }
        "capsule" => tall(&shape.capsule).map(|(height, radii)| Implicit::Capsule { height, radii }),
        "cylinder" => tall(&shape.cylinder).map(|(height, radii)| Implicit::Cylinder { height, radii }),
        other => Err(format!("a shape of the kind {} is no shape of a ragdoll", quoted(other))),
    }
}

/// Convex hull of points; `None` without a volume.
pub(super) fn hull_of(points: impl Iterator<Item = Vec3>) -> Option<PartShape> {
    PartShape::hull(&points.collect::<Vec<_>>())
}

/// A shape in the part's space. Scales that differ between axes are evened out for round shapes, as the
/// specification leaves it to the engine.
pub(super) fn implicit(
    shape: Implicit,
    part_from_shape: &Affine3A,
    report: &mut Report,
    location: &str,
) -> Option<PartShape> {
    let Transform { translation: center, rotation, scale } = Transform::from_affine(part_from_shape);
    let scale = scale.abs();
    if !(center.is_finite() && rotation.is_finite() && scale.is_finite() && scale.min_element() > 0.0) {
        return None;
    }
    let across = (scale.x * scale.z).sqrt();
    let along = rotation * Vec3::Y;
    Some(match shape {
        Implicit::Sphere { radius } => {
            // The factor of the same volume, exact where the scale is even.
            let even = if scale.x == scale.y && scale.x == scale.z {
                scale.x
            } else {
                scale.element_product().powf(1.0 / 3.0)
            };
            PartShape::Sphere { center, radius: radius * even }
        }
        Implicit::Box { size } => PartShape::Box { center, rotation, half: size * scale * 0.5 },
        Implicit::Capsule { height, radii: [bottom, top] } => {
            if bottom != top {
                let message = "the capsule has two radii; their mean is used";
                report.warn("physics-left-out", location, message);
            }
            let half = along * (height * scale.y * 0.5);
            PartShape::Capsule { ends: [center - half, center + half], radius: (bottom + top) * 0.5 * across }
        }
        Implicit::Cylinder { height, radii } => {
            report.info("physics-left-out", location, "the cylinder becomes the hull of its circles");
            let circle = |(radius, y): (f32, f32)| {
                (0..CIRCLE).map(move |n| {
                    let (sine, cosine) = (f32::from(n) / f32::from(CIRCLE) * std::f32::consts::TAU).sin_cos();
                    part_from_shape.transform_point3(Vec3::new(radius * cosine, y, radius * sine))
                })
            };
            let [bottom, top] = radii;
            return hull_of([(bottom, -height * 0.5), (top, height * 0.5)].into_iter().flat_map(circle));
        }
    })
}
