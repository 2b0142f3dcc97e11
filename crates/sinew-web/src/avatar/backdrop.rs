//! Surroundings of the character: background, ground and light.

use super::AvatarError;
use sinew_render::{
    Background, Camera, EnvironmentLight, EnvironmentMap, EnvironmentPreset, Gpu, GroundPlane, Scene,
    SceneContent,
};

/// Irradiance of the light beside the camera.
const FILL_LIGHT: f32 = 0.6;

/// Background, ground and light of a picture.
#[derive(Debug)]
pub struct Backdrop {
    /// Background.
    pub background: Background,
    /// Whether there is a ground with shadows.
    pub has_ground: bool,
    environment: Option<(EnvironmentPreset, EnvironmentMap)>,
}

impl Default for Backdrop {
    /// Daylight, without background and ground.
    fn default() -> Self {
        Self { background: Background::Transparent, has_ground: false, environment: None }
    }
}

impl Backdrop {
    /// Name of the environment.
    #[must_use]
    pub fn environment(&self) -> Option<&'static str> {
        self.environment.as_ref().map(|(preset, _)| preset.name())
    }

    /// Lights the picture by a built-in environment; without a name by daylight.
    ///
    /// # Errors
    /// When there is no such environment, or the device cannot hold it.
    pub fn set_environment(&mut self, gpu: &Gpu, name: Option<&str>) -> Result<(), AvatarError> {
        let upload = |name: &str| {
            let preset = EnvironmentPreset::from_name(name).ok_or_else(|| {
                let known = EnvironmentPreset::ALL.map(EnvironmentPreset::name).join(", ");
                AvatarError::new("environment", format!("no environment called {name:?}; there are {known}"))
            })?;
            let map = EnvironmentMap::new(gpu, &preset.image());
            map.map(|map| (preset, map)).map_err(|error| AvatarError::new("no-device", error))
        };
        self.environment = name.map(upload).transpose()?;
        Ok(())
    }

    /// Scene of the content at a time in seconds.
    #[must_use]
    pub fn scene<'a>(&'a self, camera: Camera, content: &'a SceneContent<'a>, seconds: f64) -> Scene<'a> {
        let ground = self.has_ground.then(|| GroundPlane::default().with_grid_strength(0.0));
        let scene = Scene::of(camera, content)
            .with_fill_light(FILL_LIGHT)
            .with_background(self.background)
            .with_ground(ground)
            .with_time(seconds);
        match &self.environment {
            // It lights from all sides.
            Some((preset, map)) => {
                scene.with_environment(EnvironmentLight::new(map)).with_sun(preset.sun()).with_fill_light(0.0)
            }
            None => scene,
        }
    }
}
