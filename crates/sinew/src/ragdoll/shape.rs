use super::hull::{Hull, MAX_HULL_POINTS, Solid, outer, outermost};
use crate::math::{mirrored, principal_axes};
use glam::{DMat3, DVec3, Mat3, Quat, Vec3};

/// Collision shape of a part, in the part's space, metres.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PartShape {
    /// Ball.
    Sphere {
        /// Middle.
        center: Vec3,
        /// Radius.
        radius: f32,
    },
    /// All points within a radius of a line.
    Capsule {
        /// Ends of the line.
        ends: [Vec3; 2],
        /// Radius.
        radius: f32,
    },
    /// Box.
    Box {
        /// Middle.
        center: Vec3,
        /// Rotation of its axes.
        rotation: Quat,
        /// Half lengths along its axes.
        half: Vec3,
    },
    /// Convex hull.
    Hull {
        /// Corners.
        points: Vec<Vec3>,
        /// Triangles between corners, counter-clockwise from outside. Texts leave them out.
        #[cfg_attr(feature = "serde", serde(skip))]
        triangles: Vec<[u32; 3]>,
    },
}

/// Kind of the shapes that [`RagdollSettings`](super::RagdollSettings) asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ShapeKind {
    /// [`PartShape::Hull`], which follows the skin most closely.
    #[default]
    Hull,
    /// [`PartShape::Capsule`], the fastest; skin may lie outside by some centimetres.
    Capsule,
    /// [`PartShape::Box`] around all vertices.
    Box,
}

/// Mass of a part and how it is spread, in the part's space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// Mass, kg.
    pub mass: f32,
    /// Centre of mass.
    pub center: Vec3,
    /// Moments of inertia about the principal axes through the centre of mass, kg m².
    pub inertia: Vec3,
    /// Rotation of the principal axes.
    pub axes: Quat,
}

impl PartShape {
    /// Convex hull of points: exact for up to 256 of them, else that of the outermost ones in 162 directions.
    /// `None` where the points lie in a plane or are not finite.
    #[must_use]
    pub fn hull(points: &[Vec3]) -> Option<Self> {
        if points.is_empty() || !points.iter().all(|point| point.is_finite()) {
            return None;
        }
        let (points, triangles) = match points.len() {
            ..=MAX_HULL_POINTS => Hull::stable_mesh(points, 0.0, MAX_HULL_POINTS)?,
            _ => Hull::stable_mesh(&outermost(points), 0.0, MAX_HULL_POINTS)?,
        };
        Some(Self::Hull { points, triangles })
    }

    /// Word for the kind of shape: `sphere`, `capsule`, `box`, `hull`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Sphere { .. } => "sphere",
            Self::Capsule { .. } => "capsule",
            Self::Box { .. } => "box",
            Self::Hull { .. } => "hull",
        }
    }

    /// The shape, enlarged by a factor about the origin of its space.
    #[must_use]
    pub fn scaled(&self, factor: f32) -> Self {
        match self.clone() {
            Self::Sphere { center, radius } => {
                Self::Sphere { center: center * factor, radius: radius * factor }
            }
            Self::Capsule { ends, radius } => {
                Self::Capsule { ends: ends.map(|end| end * factor), radius: radius * factor }
            }
            Self::Box { center, rotation, half } => {
                Self::Box { center: center * factor, rotation, half: half * factor }
            }
            Self::Hull { points, triangles } => {
                Self::Hull { points: points.into_iter().map(|p| p * factor).collect(), triangles }
            }
        }
    }

    /// The shape, mirrored in the plane x = 0 of its space.
    #[must_use]
    pub fn mirrored(self) -> Self {
        let flip = |point: Vec3| point * Vec3::new(-1.0, 1.0, 1.0);
        match self {
            Self::Sphere { center, radius } => Self::Sphere { center: flip(center), radius },
            Self::Capsule { ends, radius } => Self::Capsule { ends: ends.map(flip), radius },
            Self::Box { center, rotation, half } => {
                Self::Box { center: flip(center), rotation: mirrored(rotation), half }
            }
            Self::Hull { points, triangles } => Self::Hull {
                points: points.into_iter().map(flip).collect(),
                triangles: triangles.into_iter().map(|[a, b, c]| [a, c, b]).collect(),
            },
        }
    }

    /// Largest coordinate along a direction.
    #[must_use]
    pub fn support(&self, direction: Vec3) -> f32 {
        match self {
            Self::Sphere { center, radius } => center.dot(direction) + radius * direction.length(),
            Self::Capsule { ends, radius } => {
                ends[0].dot(direction).max(ends[1].dot(direction)) + radius * direction.length()
            }
            Self::Box { center, rotation, half } => {
                let local_direction = rotation.inverse() * direction;
                center.dot(direction) + local_direction.abs().dot(*half)
            }
            Self::Hull { points, .. } => points.iter().map(|p| p.dot(direction)).fold(f32::MIN, f32::max),
        }
    }

    /// Number of points of a hull; 0 for other shapes.
    pub(super) fn point_count(&self) -> usize {
        match self {
            Self::Hull { points, .. } => points.len(),
            _ => 0,
        }
    }

    pub(super) fn solid(&self) -> Solid {
        use std::f64::consts::PI;
        match self {
            Self::Sphere { center, radius } => {
                let radius = f64::from(*radius);
                let volume = 4.0 / 3.0 * PI * radius.powi(3);
                let moments = DMat3::from_diagonal(DVec3::splat(volume * radius * radius / 5.0));
                Solid { volume, center: center.as_dvec3(), moments }
            }
            Self::Capsule { ends, radius } => {
                let [from, to] = ends.map(|end| end.as_dvec3());
                let (radius, length) = (f64::from(*radius), (to - from).length());
                let (round, long) = (4.0 / 3.0 * PI * radius.powi(3), PI * radius * radius * length);
                let across = round * radius * radius / 5.0 + long * radius * radius / 4.0;
                let half = length * 0.5;
                let along = long * length * length / 12.0
                    + round * (radius * radius / 5.0 + half * half + half * radius * 0.75);
                let axis = (to - from).try_normalize().unwrap_or(DVec3::Y);
                let moments = DMat3::IDENTITY * across + outer(axis) * (along - across);
                Solid { volume: round + long, center: from.midpoint(to), moments }
            }
            Self::Box { center, rotation, half } => {
                let half = half.as_dvec3();
                let volume = 8.0 * half.x * half.y * half.z;
                let axes = DMat3::from_quat(rotation.as_dquat());
                let local_moments = DMat3::from_diagonal(half * half * (volume / 3.0));
                Solid { volume, center: center.as_dvec3(), moments: axes * local_moments * axes.transpose() }
            }
            Self::Hull { points, triangles } => Solid::of(points, triangles),
        }
    }
}

impl MassProperties {
    /// Inertia about the centre of mass, along the axes of the part's space.
    pub(super) fn tensor(&self) -> Mat3 {
        let axes = Mat3::from_quat(self.axes);
        axes * Mat3::from_diagonal(self.inertia) * axes.transpose()
    }

    /// Sets the mass; the moments of inertia grow with it.
    pub(super) fn set_mass(&mut self, mass: f32) {
        self.inertia *= mass / self.mass;
        self.mass = mass;
    }

    /// Mass properties of shapes together, each with its density in kg/m³; where they overlap, both count.
    /// Hulls without volume weigh nothing.
    #[must_use]
    pub fn of<'a>(shapes: impl IntoIterator<Item = (&'a PartShape, f32)>) -> Self {
        let solids: Vec<Solid> =
            shapes.into_iter().map(|(shape, density)| shape.solid().heavy(density)).collect();
        let mass: f64 = solids.iter().map(|solid| solid.volume).sum();
        let center = solids.iter().map(|solid| solid.center * solid.volume).sum::<DVec3>()
            / mass.max(f64::MIN_POSITIVE);
        let moments = solids.iter().fold(DMat3::ZERO, |sum, solid| {
            sum + solid.moments + outer(solid.center - center) * solid.volume
        });
        let trace = moments.x_axis.x + moments.y_axis.y + moments.z_axis.z;
        let tensor = DMat3::from_diagonal(DVec3::splat(trace)) - moments;
        let (inertia, axes) = principal_axes(tensor);
        Self { mass: mass as f32, center: center.as_vec3(), inertia: inertia.as_vec3(), axes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ragdoll::hull::Hull;

    #[test]
    fn a_box_and_its_hull_weigh_the_same() {
        let rotation = Quat::from_euler(glam::EulerRot::XYZ, 0.4, -0.7, 1.1);
        let (center, half) = (Vec3::new(0.1, -0.3, 0.2), Vec3::new(0.1, 0.25, 0.05));
        let corners: Vec<Vec3> = (0..8)
            .map(|n| {
                let sign = |bit: u32| if n >> bit & 1 == 0 { -1.0 } else { 1.0 };
                center + rotation * (half * Vec3::new(sign(0), sign(1), sign(2)))
            })
            .collect();
        let (points, triangles) = Hull::new(&corners, 0.0, 8).unwrap().mesh(&corners);
        let hull = MassProperties::of([(&PartShape::Hull { points, triangles }, 985.0)]);
        let cuboid = MassProperties::of([(&PartShape::Box { center, rotation, half }, 985.0)]);
        assert!((hull.mass - cuboid.mass).abs() < 1e-4 && (hull.center - cuboid.center).length() < 1e-6);
        let sorted = |mut v: [f32; 3]| {
            v.sort_by(f32::total_cmp);
            Vec3::from(v)
        };
        assert!((sorted(hull.inertia.into()) - sorted(cuboid.inertia.into())).length() < 1e-5);
        let tensor = |m: &MassProperties| {
            Mat3::from_quat(m.axes) * Mat3::from_diagonal(m.inertia) * Mat3::from_quat(m.axes).transpose()
        };
        assert!(tensor(&hull).abs_diff_eq(tensor(&cuboid), 1e-5));
    }

    #[test]
    fn a_capsule_of_no_length_is_a_sphere() {
        let capsule =
            MassProperties::of([(&PartShape::Capsule { ends: [Vec3::ONE; 2], radius: 0.2 }, 1000.0)]);
        let sphere = MassProperties::of([(&PartShape::Sphere { center: Vec3::ONE, radius: 0.2 }, 1000.0)]);
        assert!((capsule.mass - sphere.mass).abs() < 1e-4);
        assert!((capsule.inertia - sphere.inertia).length() < 1e-5);
        assert!((sphere.inertia.x - 0.4 * sphere.mass * 0.04).abs() < 1e-4);
    }

    #[test]
    fn a_long_capsule_has_the_inertia_of_the_formula() {
        // Cylinder 0.4 long with two half balls of radius 0.1, density 1: about an axis across.
        let m = MassProperties::of([(
            &PartShape::Capsule { ends: [Vec3::ZERO, Vec3::Y * 0.4], radius: 0.1 },
            1.0,
        )]);
        let (r, h) = (0.1f32, 0.4f32);
        let (cylinder, balls) =
            (std::f32::consts::PI * r * r * h, 4.0 / 3.0 * std::f32::consts::PI * r.powi(3));
        let across =
            cylinder * (h * h / 12.0 + r * r / 4.0) + balls * (0.4 * r * r + h * h / 4.0 + 3.0 / 8.0 * h * r);
        let mut moments: [f32; 3] = m.inertia.into();
        moments.sort_by(f32::total_cmp);
        assert!((moments[2] - across).abs() < 1e-6 * across.max(1.0), "{moments:?} {across}");
    }
}
