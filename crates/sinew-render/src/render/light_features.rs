use super::light_list::LightList;
use crate::scene::Scene;
use crate::tone_mapping::ToneMapping;

/// Kinds of light of an image, for which pipelines are compiled: what an image lacks costs it nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LightFeatures {
    /// Whether an environment map takes the place of the sky.
    has_environment: bool,
    /// Whether there are lights beside the sun.
    has_lights: bool,
    tone_mapping: ToneMapping,
}

impl LightFeatures {
    /// Features of a scene with its lights.
    pub(super) fn new(scene: &Scene<'_>, lights: &LightList) -> Self {
        Self {
            has_environment: scene.environment.is_some(),
            has_lights: lights.iter().next().is_some(),
            tone_mapping: scene.tone_mapping,
        }
    }

    /// Values of the `override` constants in shaders/frame.wgsl.
    pub(super) fn constants(self) -> [(&'static str, f64); 3] {
        let number = |on: bool| f64::from(u8::from(on));
        [
            ("ENVIRONMENT", number(self.has_environment)),
            ("LIGHTS", number(self.has_lights)),
            ("TONE_MAPPING", f64::from(self.tone_mapping as u8)),
        ]
    }
}

/// Pipelines that are compiled for each kind of light at its first use.
#[derive(Debug)]
pub(super) struct PerLight<T> {
    created: Vec<(LightFeatures, T)>,
}

impl<T> Default for PerLight<T> {
    fn default() -> Self {
        Self { created: Vec::new() }
    }
}

impl<T> PerLight<T> {
    /// Creates the pipelines for a kind of light if they are missing.
    pub(super) fn prepare(&mut self, light: LightFeatures, create: impl FnOnce() -> T) {
        if self.get(light).is_none() {
            self.created.push((light, create()));
        }
    }

    /// Pipelines for a kind of light; `None` before they are prepared.
    pub(super) fn get(&self, light: LightFeatures) -> Option<&T> {
        self.created.iter().find(|(made_for, _)| *made_for == light).map(|(_, pipelines)| pipelines)
    }
}
