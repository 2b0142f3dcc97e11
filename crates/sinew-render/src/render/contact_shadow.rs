//! Contact shadows: ellipsoids of the body that darken the ground near them.

use crate::instance::ModelInstance;
use bytemuck::{Pod, Zeroable};
use sinew::glam::{Affine3A, Mat4, Vec2, Vec3, Vec3A, Vec3Swizzles, Vec4};

/// Largest number of ellipsoids that darken the ground.
pub(super) const MAX_ELLIPSOIDS: usize = 16;

/// Ellipsoid above the ground in the frame uniform; the same layout as `Ellipsoid` in shaders/frame.wgsl.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct GroundEllipsoid {
    /// Rows of the matrix from world space to the space in which the ellipsoid is the unit sphere.
    rows: [Vec4; 3],
    /// Unit vector down, the normal of the ground's lower side in that space.
    down: Vec4,
}

/// Distance from an ellipsoid's centre, in radii, at which its shadow ends; as in shaders/ground.wgsl.
const REACH: f32 = 3.0;

/// Shadows of bodies on the ground near them.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactShadows {
    pub(super) ellipsoids: [GroundEllipsoid; MAX_ELLIPSOIDS],
    /// Number of ellipsoids that are used.
    pub(super) count: usize,
    /// Smallest and largest x and z of a rectangle that contains the shadows; `None` without shadows.
    pub(super) area: Option<[Vec2; 2]>,
}

/// The shadows of the ellipsoids of `instances` that hide the most of the sky from the ground at `height`.
pub(super) fn contact_shadows(instances: &[&ModelInstance], height: f32) -> ContactShadows {
    let mut largest = [(0.0, Affine3A::IDENTITY); MAX_ELLIPSOIDS];
    for world in instances.iter().flat_map(|instance| instance.ellipsoids()) {
        let hidden = hidden_sky(world, height);
        if hidden > largest[MAX_ELLIPSOIDS - 1].0 {
            let at = largest.partition_point(|(other, _)| *other >= hidden);
            largest[at..].rotate_right(1);
            largest[at] = (hidden, *world);
        }
    }
    let mut ellipsoids = [GroundEllipsoid::default(); MAX_ELLIPSOIDS];
    let used = largest.iter().take_while(|(hidden, _)| *hidden > 0.0);
    let (mut count, mut min, mut max) = (0, Vec2::INFINITY, Vec2::NEG_INFINITY);
    for (slot, (_, world)) in ellipsoids.iter_mut().zip(used) {
        *slot = ellipsoid(world);
        let center = Vec3::from(world.translation).xz();
        let [x, _, z] = extents(world);
        let reach = REACH * Vec2::new(x, z);
        (min, max) = (min.min(center - reach), max.max(center + reach));
        count += 1;
    }
    ContactShadows { ellipsoids, count, area: (count > 0).then_some([min, max]) }
}

/// About the share of the sky that the ellipsoid hides from the ground below it: its area seen from there
/// over the square of its distance. Zero where that is little, it lies below the ground, or is flat or not
/// finite.
fn hidden_sky(world: &Affine3A, height: f32) -> f32 {
    const LITTLE: f32 = 0.02;
    let rise = world.translation.y - height;
    let [x, y, z] = extents(world);
    let hidden = x * z / (rise * rise).max(y * y);
    let is_solid = world.matrix3.determinant().abs() > 1e-18 && world.is_finite();
    if is_solid && rise > 0.0 && hidden > LITTLE { hidden } else { 0.0 }
}

/// Half the sides of the world's box around the ellipsoid.
fn extents(world: &Affine3A) -> [f32; 3] {
    let axes = world.matrix3.to_cols_array_2d();
    [0, 1, 2].map(|axis| axes.iter().map(|column| column[axis] * column[axis]).sum::<f32>().sqrt())
}

fn ellipsoid(world: &Affine3A) -> GroundEllipsoid {
    let from_world = Mat4::from(world.inverse());
    // A normal transforms by the inverse of the transposed matrix.
    let down = world.matrix3.transpose() * Vec3A::NEG_Y;
    GroundEllipsoid {
        rows: [from_world.row(0), from_world.row(1), from_world.row(2)],
        down: Vec3::from(down.normalize_or_zero()).extend(0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_near_the_ground_hide_the_sky() {
        let at = |y: f32, half: Vec3| Affine3A::from_translation(Vec3::Y * y) * Affine3A::from_scale(half);
        let foot = at(0.05, Vec3::new(0.05, 0.05, 0.12));
        let head = at(1.6, Vec3::splat(0.12));
        assert!(hidden_sky(&foot, 0.0) > 1.0);
        assert_eq!(hidden_sky(&head, 0.0), 0.0);
        assert!(hidden_sky(&head, 1.48) > 0.9);
        for none in [at(-0.1, Vec3::splat(0.2)), at(0.1, Vec3::new(0.0, 0.1, 0.1)), at(f32::NAN, Vec3::ONE)] {
            assert_eq!(hidden_sky(&none, 0.0), 0.0, "{none}");
        }
    }

    #[test]
    fn rows_take_the_surface_to_the_unit_sphere() {
        let world = Affine3A::from_scale_rotation_translation(
            Vec3::new(0.1, 0.2, 0.3),
            sinew::glam::Quat::from_rotation_x(0.7),
            Vec3::new(1.0, 2.0, 3.0),
        );
        let shadow = ellipsoid(&world);
        let point = world.transform_point3(Vec3::new(0.6, 0.0, 0.8)).extend(1.0);
        let unit = Vec3::from(shadow.rows.map(|row| row.dot(point)));
        assert!(unit.abs_diff_eq(Vec3::new(0.6, 0.0, 0.8), 1e-5), "{unit}");
    }
}
