//! Irradiance of the surroundings on matt surfaces. [`radiance`] is the same function as `sky` in
//! shaders/sky.wgsl without blur.

use crate::light::{Irradiance, Sky, Sun};
use crate::scene::Scene;
use sinew::glam::Vec3;

/// Number of directions in which the sky is sampled.
const SAMPLES: u32 = 512;

/// Irradiance of the last sky and sun, computed again only when they change.
#[derive(Debug, Default)]
pub(super) struct SkyIrradiance {
    computed_for: Option<(Sky, Sun)>,
    irradiance: Irradiance,
}

impl SkyIrradiance {
    /// Irradiance of a scene: of its environment map, else of its sky.
    pub(super) fn get(&mut self, scene: &Scene<'_>) -> Irradiance {
        if let Some(environment) = &scene.environment {
            return environment.map.irradiance.turned(environment.rotation, environment.intensity.max(0.0));
        }
        let (sky, mut sun) = (scene.sky, scene.sun);
        sun.direction_to_sun = sun.direction_to_sun.normalize_or(Vec3::Y);
        if self.computed_for != Some((sky, sun)) {
            self.computed_for = Some((sky, sun));
            self.irradiance = Irradiance::of_function(SAMPLES, |d| radiance(&sky, &sun, d));
        }
        self.irradiance
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
