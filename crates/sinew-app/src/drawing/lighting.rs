//! Light of pictures and of the viewer: surroundings, sun, lights of files, exposure, tone mapping, and the look of
//! materials in it.

use super::FILL_LIGHT;
use super::look::Look;
use crate::report::failure::Failure;
use sinew::Bounds;
use sinew_render::{
    EnvironmentImage, EnvironmentLight, EnvironmentMap, EnvironmentPreset, Gpu, PunctualLight, Scene, Sun,
    ToneMapping,
};
use std::f32::consts::PI;
use std::sync::Arc;

/// Light of a picture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lighting {
    /// Environment; `None` for a plain sky.
    pub(crate) surroundings: Option<Surroundings>,
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
pub(crate) struct Surroundings {
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
            surroundings: None,
            rotation: 0.0,
            exposure: 0.0,
            sun: SunChoice::Auto,
            file_lights: true,
            tone_mapping: ToneMapping::default(),
            look: Look::default(),
        }
    }
}

impl PartialEq for Surroundings {
    fn eq(&self, other: &Self) -> bool {
        self.preset == other.preset && Arc::ptr_eq(&self.image, &other.image)
    }
}

impl Surroundings {
    pub(crate) fn preset(preset: EnvironmentPreset) -> Self {
        Self { name: preset.name().into(), preset: Some(preset), image: Arc::new(preset.image()) }
    }

    /// The environment on a device.
    pub(crate) fn upload(&self, gpu: &Gpu) -> Result<EnvironmentMap, Failure> {
        EnvironmentMap::new(gpu, &self.image).map_err(|error| Failure::Machine(error.to_string()))
    }
}

impl Lighting {
    /// Lights a scene. `map` is the environment on the device; `lights` are those of the files, of
    /// [`Lighting::dimmed`].
    pub(crate) fn apply<'a>(
        &self,
        scene: &mut Scene<'a>,
        map: Option<&'a EnvironmentMap>,
        lights: &'a [PunctualLight],
    ) {
        scene.exposure = self.exposure;
        scene.tone_mapping = self.tone_mapping;
        scene.lights = if self.file_lights { lights } else { &[] };
        scene.environment = map.map(|map| EnvironmentLight::new(map).with_rotation(self.rotation));
        let preset = self.surroundings.as_ref().and_then(|surroundings| surroundings.preset);
        let own = preset.map_or_else(Sun::default, |preset| {
            let sun = preset.sun();
            let turned = sinew::glam::Quat::from_rotation_y(self.rotation) * sun.direction_to_sun;
            sun.with_direction_to_sun(turned)
        });
        let is_lit = !scene.lights.is_empty() || (map.is_some() && preset.is_none());
        scene.sun = match self.sun {
            SunChoice::Auto if is_lit => own.with_intensity(0.0),
            SunChoice::Auto | SunChoice::On => own,
            SunChoice::Off => own.with_intensity(0.0),
            SunChoice::Intensity(intensity) => own.with_intensity(intensity),
        };
        // Surroundings and lights that somebody chose are shown as they are.
        scene.fill_light = if map.is_some() || !scene.lights.is_empty() { 0.0 } else { FILL_LIGHT };
        if map.is_none() && !scene.lights.is_empty() {
            scene.sky = scene.sky.with_intensity(0.35);
        }
    }

    /// The same with the next of the built-in surroundings, of which the plain sky is the first.
    pub(crate) fn next(&self) -> Self {
        let presets = EnvironmentPreset::ALL;
        let next = match &self.surroundings {
            None => Some(presets[0]),
            Some(shown) => {
                let at = presets.iter().position(|preset| Some(*preset) == shown.preset);
                presets.get(at.map_or(presets.len(), |at| at + 1)).copied()
            }
        };
        Self { surroundings: next.map(Surroundings::preset), ..self.clone() }
    }

    /// The lights of files, dimmed together where they would show the middle of what is drawn far brighter
    /// than white: files often state the candelas of real lamps, which a camera is set for. Returns the factor.
    pub(crate) fn dimmed(&self, lights: &mut [PunctualLight], bounds: &Bounds) -> f32 {
        let middle = bounds.center();
        let brightest: f32 = lights.iter().map(|light| light.at(middle).1.max_element() / PI).sum();
        if bounds.is_empty() || brightest <= BRIGHTEST {
            return 1.0;
        }
        let factor = 1.0 / brightest;
        lights.iter_mut().for_each(|light| light.intensity *= factor);
        factor
    }
}

/// Brightness of a white surface that lights of files may show, where white is 1.
const BRIGHTEST: f32 = 4.0;
