use sinew::glam::{Mat3, Vec3};
use std::f32::consts::PI;

/// Irradiance over π on matt surfaces, as nine spherical harmonics (Ramamoorthi and Hanrahan, *An Efficient
/// Representation for Irradiance Environment Maps*, 2001): coefficients of `irradiance` in shaders/sky.wgsl,
/// which include the constants of the basis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Irradiance(pub(crate) [Vec3; 9]);

impl Irradiance {
    /// Irradiance of radiance from unit directions, each with its solid angle in steradians.
    pub(crate) fn of(samples: impl Iterator<Item = (Vec3, Vec3, f32)>) -> Self {
        let mut sums = [Vec3::ZERO; 9];
        for (direction, radiance, solid_angle) in samples {
            for (sum, value) in sums.iter_mut().zip(basis(direction)) {
                *sum += radiance * (value * solid_angle);
            }
        }
        // Squared normalisation of each basis function, times the cosine lobe's factor for its band.
        let first = 0.282_095 * 0.282_095;
        let second = 0.488_603 * 0.488_603 * (2.0 / 3.0);
        let third = 1.092_548 * 1.092_548 * 0.25;
        let zonal = 0.315_392 * 0.315_392 * 0.25;
        let last = 0.546_274 * 0.546_274 * 0.25;
        let scale = [first, second, second, second, third, third, zonal, third, last];
        Self(std::array::from_fn(|i| sums[i] * scale[i]))
    }

    /// Irradiance of radiance that a function gives for unit directions, from `count` of them.
    pub(crate) fn of_function(count: u32, radiance: impl Fn(Vec3) -> Vec3) -> Self {
        let directions = (0..count).map(|i| {
            // A Fibonacci spiral covers the sphere evenly.
            let y = 1.0 - 2.0 * (i as f32 + 0.5) / count as f32;
            let angle = i as f32 * 2.399_963_2;
            let ring = (1.0 - y * y).max(0.0).sqrt();
            Vec3::new(ring * angle.cos(), y, ring * angle.sin())
        });
        Self::of(directions.map(|d| (d, radiance(d), 4.0 * PI / count as f32)))
    }

    /// Irradiance over π of a surface with a normal.
    pub(crate) fn at(&self, normal: Vec3) -> Vec3 {
        let sum: Vec3 = self.0.iter().zip(basis(normal)).map(|(c, b)| *c * b).sum();
        sum.max(Vec3::ZERO)
    }

    /// Mean of a surface that faces up and one that faces down.
    pub(crate) fn mean_up_and_down(&self) -> Vec3 {
        let facing = |n: Vec3| -> Vec3 { self.0.iter().zip(basis(n)).map(|(c, b)| *c * b).sum() };
        ((facing(Vec3::Y) + facing(Vec3::NEG_Y)) * 0.5).max(Vec3::ZERO)
    }

    /// The irradiance of surroundings that are turned about +Y by an angle in radians and `factor` times as
    /// bright.
    pub(crate) fn turned(&self, angle: f32, factor: f32) -> Self {
        let turn = Mat3::from_rotation_y(angle);
        let [one, y, z, x, xy, yz, zz, xz, xx] = self.0;
        let linear = |channel: usize| turn * Vec3::new(x[channel], y[channel], z[channel]);
        // The quadratic part as a symmetric matrix: nᵀ M n.
        let quadratic = |channel: usize| {
            let [xy, yz, zz, xz, xx] = [xy, yz, zz, xz, xx].map(|c| c[channel]);
            let matrix = Mat3::from_cols(
                Vec3::new(xx - zz, xy * 0.5, xz * 0.5),
                Vec3::new(xy * 0.5, -xx - zz, yz * 0.5),
                Vec3::new(xz * 0.5, yz * 0.5, 2.0 * zz),
            );
            turn * matrix * turn.transpose()
        };
        let of = |part: &dyn Fn(usize) -> f32| Vec3::new(part(0), part(1), part(2)) * factor;
        Self([
            one * factor,
            of(&|c| linear(c).y),
            of(&|c| linear(c).z),
            of(&|c| linear(c).x),
            of(&|c| 2.0 * quadratic(c).x_axis.y),
            of(&|c| 2.0 * quadratic(c).y_axis.z),
            of(&|c| 0.5 * quadratic(c).z_axis.z),
            of(&|c| 2.0 * quadratic(c).x_axis.z),
            of(&|c| 0.5 * (quadratic(c).x_axis.x - quadratic(c).y_axis.y)),
        ])
    }
}

/// Basis functions without their constants, in the shader's order.
fn basis(d: Vec3) -> [f32; 9] {
    [1.0, d.y, d.z, d.x, d.x * d.y, d.y * d.z, 3.0 * d.z * d.z - 1.0, d.x * d.z, d.x * d.x - d.y * d.y]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_sky_lights_every_side_with_its_own_radiance() {
        let even = Vec3::splat(0.5);
        let all = Irradiance::of_function(512, |_| even);
        for n in [Vec3::Y, Vec3::X, Vec3::new(0.6, 0.0, 0.8)] {
            assert!((all.at(n) - even).length() < 0.06, "{n}: {}", all.at(n));
        }
    }

    #[test]
    fn turned_surroundings_light_a_turned_surface_as_they_did() {
        let radiance = |d: Vec3| {
            Vec3::new(1.0 + d.x * 0.7, 0.5 + d.y * d.z, (d.z * 2.0).exp()) * (1.0 + 0.3 * d.y * d.x)
        };
        let all = Irradiance::of_function(4096, radiance);
        for angle in [0.0, 0.7, 2.4, -1.9] {
            let turned = all.turned(angle, 1.5);
            let turn = Mat3::from_rotation_y(angle);
            for n in [Vec3::X, Vec3::Z, Vec3::NEG_Y, Vec3::new(0.48, 0.6, -0.64)] {
                let (found, expected) = (turned.at(turn * n), all.at(n) * 1.5);
                assert!((found - expected).length() < 1e-4, "{angle} {n}: {found} for {expected}");
            }
        }
    }
}
