//! Irradiance of the sky on matt surfaces, as spherical harmonics (Ramamoorthi and Hanrahan, *An Efficient
//! Representation for Irradiance Environment Maps*, 2001). [`radiance`] is the same function as `sky` in
//! shaders/sky.wgsl without blur.

use crate::light::{Sky, Sun};
use sinew::glam::Vec3;
use std::f32::consts::PI;

/// Number of directions in which the sky is sampled.
const SAMPLES: u32 = 512;

/// Irradiance of the last sky and sun, computed again only when they change.
#[derive(Debug, Default)]
pub(super) struct SkyIrradiance {
    computed_for: Option<(Sky, Sun)>,
    irradiance: [Vec3; 9],
}

impl SkyIrradiance {
    /// Irradiance over π as nine spherical harmonics.
    pub(super) fn get(&mut self, sky: Sky, mut sun: Sun) -> &[Vec3; 9] {
        sun.direction_to_sun = sun.direction_to_sun.normalize_or(Vec3::Y);
        if self.computed_for != Some((sky, sun)) {
            self.computed_for = Some((sky, sun));
            self.irradiance = irradiance(&sky, &sun);
        }
        &self.irradiance
    }
}

/// Radiance from the unit direction `d`, without the sun's disc.
fn radiance(sky: &Sky, sun: &Sun, d: Vec3) -> Vec3 {
    let width = 0.08;
    let t = ((d.y + width) / (2.0 * width)).clamp(0.0, 1.0);
    let above = t * t * (3.0 - 2.0 * t);
    let climb = 1.0 - (-2.2 * d.y.max(0.0)).exp();
    let fall = 1.0 - (-5.0 * (-d.y).max(0.0)).exp();
    let upper = sky.horizon.lerp(sky.zenith, climb);
    let lower = (sky.horizon * 0.8).lerp(sky.ground, fall);
    let haze = sun.color * sun.intensity * 0.2 * d.dot(sun.direction_to_sun).max(0.0).powf(40.0);
    lower.lerp(upper, above) * sky.intensity + haze
}

/// Irradiance over π as the nine coefficients of the shader's polynomial, which include the constants of the
/// basis.
fn irradiance(sky: &Sky, sun: &Sun) -> [Vec3; 9] {
    let mut sums = [Vec3::ZERO; 9];
    for i in 0..SAMPLES {
        // A Fibonacci spiral covers the sphere evenly.
        let y = 1.0 - 2.0 * (i as f32 + 0.5) / SAMPLES as f32;
        let angle = i as f32 * 2.399_963_2;
        let ring = (1.0 - y * y).max(0.0).sqrt();
        let d = Vec3::new(ring * angle.cos(), y, ring * angle.sin());
        let light = radiance(sky, sun, d);
        for (sum, value) in sums.iter_mut().zip(basis(d)) {
            *sum += light * value;
        }
    }
    // Squared normalisation of each basis function, times the cosine lobe's factor for its band.
    let first = 0.282_095 * 0.282_095;
    let second = 0.488_603 * 0.488_603 * (2.0 / 3.0);
    let third = 1.092_548 * 1.092_548 * 0.25;
    let zonal = 0.315_392 * 0.315_392 * 0.25;
    let last = 0.546_274 * 0.546_274 * 0.25;
    let scale = [first, second, second, second, third, third, zonal, third, last];
    let solid_angle = 4.0 * PI / SAMPLES as f32;
    std::array::from_fn(|i| sums[i] * scale[i] * solid_angle)
}

/// Mean irradiance over π of a surface that faces up and one that faces down.
pub(super) fn mean_up_and_down(irradiance: &[Vec3; 9]) -> Vec3 {
    let facing = |n: Vec3| -> Vec3 { irradiance.iter().zip(basis(n)).map(|(c, b)| *c * b).sum() };
    ((facing(Vec3::Y) + facing(Vec3::NEG_Y)) * 0.5).max(Vec3::ZERO)
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
        let sky = Sky { zenith: even, horizon: even, ground: even, intensity: 1.0 };
        let sun = Sun { intensity: 0.0, ..Sun::default() };
        let sh = irradiance(&sky, &sun);
        for n in [Vec3::Y, Vec3::X, Vec3::new(0.6, 0.0, 0.8)] {
            let sum: Vec3 = sh.iter().zip(basis(n)).map(|(c, b)| *c * b).sum();
            assert!((sum - even).length() < 0.06, "{n}: {sum}");
        }
    }
}
