//! Light of pictures and of the viewer: environment, sun, lights of files, exposure, tone mapping, and the look of
//! materials in it.

use super::FILL_LIGHT;
use super::look::Look;
use crate::report::failure::Failure;
use sinew::Bounds;
use sinew::glam::Quat;
use sinew_render::{
    ActorInstance, EnvironmentImage, EnvironmentLight, EnvironmentMap, EnvironmentPreset, Gpu, PunctualLight,
    Scene, SceneContent, Sun, ToneMapping,
};
use std::f32::consts::PI;
use std::sync::Arc;

/// Light of a picture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lighting {
    /// Environment; `None` for a plain sky.
    pub(crate) environment: Option<Environment>,
    /// Rotation of the environment, radians.
    pub(crate) rotation: f32,
    /// Stops.
    pub(crate) exposure: f32,
    pub(crate) sun: SunChoice,
    /// Whether lights of files shine.
    pub(crate) file_lights: bool,
    pub(crate) tone_mapping: ToneMapping,
    pub(crate) look: Look,
}

/// Environment with its name.
#[derive(Clone, Debug)]
pub(crate) struct Environment {
    pub(crate) name: String,
    pub(crate) preset: Option<EnvironmentPreset>,
    pub(crate) image: Arc<EnvironmentImage>,
}

/// Use of the sun.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum SunChoice {
    /// Off where other lights shine: those of the file, or of a picture as the environment.
    #[default]
    Auto,
    On,
    Off,
    /// Irradiance.
    Intensity(f32),
}

impl Default for Lighting {
    fn default() -> Self {
        Self {
            environment: None,
            rotation: 0.0,
            exposure: 0.0,
            sun: SunChoice::Auto,
            file_lights: true,
            tone_mapping: ToneMapping::default(),
            look: Look::default(),
        }
    }
}

impl PartialEq for Environment {
    fn eq(&self, other: &Self) -> bool {
        self.preset == other.preset && Arc::ptr_eq(&self.image, &other.image)
    }
}

impl Environment {
    pub(crate) fn preset(preset: EnvironmentPreset) -> Self {
        Self { name: preset.name().into(), preset: Some(preset), image: Arc::new(preset.image()) }
    }

    /// The environment on a device.
    pub(crate) fn upload(&self, gpu: &Gpu) -> Result<EnvironmentMap, Failure> {
        EnvironmentMap::new(gpu, &self.image).map_err(|error| Failure::Machine(error.to_string()))
    }
}

impl Lighting {
    /// Lights a scene. `map` is the environment on the device; `lights` are those of the files, and
    /// `bounds` those of what is drawn ([`Lamps`]).
    pub(crate) fn apply<'a>(
        &self,
        scene: &mut Scene<'a>,
        map: Option<&'a EnvironmentMap>,
        (lights, bounds): (&'a [PunctualLight], &Bounds),
    ) {
        scene.exposure = self.exposure;
        scene.tone_mapping = self.tone_mapping;
        scene.lights = if self.file_lights { lights } else { &[] };
        scene.environment = map.map(|map| EnvironmentLight::new(map).with_rotation(self.rotation));
        let preset = self.environment.as_ref().and_then(|environment| environment.preset);
        let default_sun = preset.map_or_else(Sun::default, |preset| {
            let sun = preset.sun();
            let turned = Quat::from_rotation_y(self.rotation) * sun.direction_to_sun;
            sun.with_direction_to_sun(turned)
        });
        let has_lamps = brightness(scene.lights, bounds) >= DIMMEST;
        let is_lit = has_lamps || (map.is_some() && preset.is_none());
        scene.sun = match self.sun {
            SunChoice::Auto if is_lit => default_sun.with_intensity(0.0),
            // Under clouds there is none.
            SunChoice::On if default_sun.intensity <= 0.0 => Sun::default(),
            SunChoice::Auto | SunChoice::On => default_sun,
            SunChoice::Off => default_sun.with_intensity(0.0),
            SunChoice::Intensity(intensity) => default_sun.with_intensity(intensity),
        };
        // An environment and lamps that somebody chose are shown as they are.
        scene.fill_light = if map.is_some() || has_lamps { 0.0 } else { FILL_LIGHT };
        if map.is_none() && has_lamps {
            scene.sky = scene.sky.with_intensity(DIM_SKY);
        }
    }

    /// The same with the next of the built-in environment, of which the plain sky is the first.
    pub(crate) fn next(&self) -> Self {
        let presets = EnvironmentPreset::ALL;
        let next = match &self.environment {
            None => Some(presets[0]),
            Some(shown) => {
                let at = presets.iter().position(|preset| Some(*preset) == shown.preset);
                presets.get(at.map_or(presets.len(), |at| at + 1)).copied()
            }
        };
        Self { environment: next.map(Environment::preset), ..self.clone() }
    }
}

/// Brightness of a white surface, where white is 1, from which lights of files take the place of the sun.
const DIMMEST: f32 = 0.3;
/// Brightness of a white surface that lights of files may show.
const BRIGHTEST: f32 = 4.0;
/// Factor on the sky beside lights of files.
const DIM_SKY: f32 = 0.35;

/// Lights of the files of what is drawn.
pub(crate) struct Lamps {
    pub(crate) lights: Vec<PunctualLight>,
    /// Bounds of what they light.
    pub(crate) bounds: Bounds,
    /// Factor by which they are dimmed.
    pub(crate) dimmed: f32,
}

impl Lamps {
    /// Lights of actors, as bright as they are shown.
    pub(crate) fn of(content: &SceneContent<'_>, actors: &[ActorInstance]) -> Self {
        let mut lights = content.lights().to_vec();
        let bounds = actors.iter().map(|actor| actor.meshes().bounds()).fold(Bounds::EMPTY, Bounds::union);
        let dimmed = dim(&mut lights, &bounds);
        Self { lights, bounds, dimmed }
    }
}

/// Dims the lights of files together where they would show what is drawn far brighter than white: files often
/// state the candelas of real lamps, which a camera is set for. Returns the factor.
fn dim(lights: &mut [PunctualLight], bounds: &Bounds) -> f32 {
    let factor = (BRIGHTEST / brightness(lights, bounds).max(1e-6)).min(1.0);
    lights.iter_mut().for_each(|light| light.intensity *= factor);
    factor
}

/// Brightness of a white matt surface where lights are brightest, where white is 1.
fn brightness(lights: &[PunctualLight], bounds: &Bounds) -> f32 {
    lights.iter().map(|light| light.most_within(bounds).max_element() / PI).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::character::LightKind;
    use sinew::glam::Vec3;

    fn body() -> Bounds {
        Bounds::from_points([Vec3::new(-0.3, 0.0, -0.3), Vec3::new(0.3, 1.8, 0.3)])
    }

    fn lamp(intensity: f32) -> [PunctualLight; 1] {
        [PunctualLight::new(LightKind::Point, Vec3::new(0.0, 1.0, 2.0), Vec3::NEG_Z)
            .with_intensity(intensity)]
    }

    #[test]
    fn lamps_are_dimmed_without_a_jump_and_never_brighter_than_four_times_white() {
        let mut last = 0.0;
        for intensity in (1..400).map(|n| n as f32) {
            let mut lamp = lamp(intensity);
            dim(&mut lamp, &body());
            let shown = brightness(&lamp, &body());
            assert!(
                shown >= last - 1e-5 && shown <= BRIGHTEST + 1e-4 && shown - last < 0.3,
                "{intensity}: {shown}"
            );
            last = shown;
        }
        assert_eq!(dim(&mut lamp(1.0), &body()), 1.0);
    }

    #[test]
    fn dim_lamps_leave_the_sun_and_bright_ones_take_its_place() {
        let camera = sinew_render::Camera::look_at(Vec3::Z * 5.0, Vec3::Y);
        for (intensity, sun, is_lit) in [
            (0.05, SunChoice::Auto, true),
            (20.0, SunChoice::Auto, false),
            (20.0, SunChoice::On, true),
            (0.05, SunChoice::Off, false),
        ] {
            let lamps = lamp(intensity);
            let mut scene = Scene::new(camera, &[]);
            Lighting { sun, ..Lighting::default() }.apply(&mut scene, None, (&lamps, &body()));
            assert_eq!(scene.sun.intensity > 0.0, is_lit, "{intensity} {sun:?}");
            assert_eq!(scene.lights.len(), 1);
        }
        let dark = Lighting { file_lights: false, ..Lighting::default() };
        let lamps = lamp(20.0);
        let mut scene = Scene::new(camera, &[]);
        dark.apply(&mut scene, None, (&lamps, &body()));
        assert!(scene.lights.is_empty() && scene.sun.intensity > 0.0 && scene.fill_light > 0.0);
    }
}
