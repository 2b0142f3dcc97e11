//! Light of the viewer's pictures: the environment on the graphics device.

use crate::drawing::lighting::{Environment, Lamps, Lighting};
use crate::report::failure::Failure;
use sinew_render::{EnvironmentMap, Gpu, Scene};

/// Environment on the graphics device.
#[derive(Default)]
pub(super) struct PictureLight {
    made_for: Option<Environment>,
    map: Option<EnvironmentMap>,
}

impl PictureLight {
    /// Uploads the environment of a light where it is another one.
    pub(super) fn prepare(&mut self, lighting: &Lighting, gpu: &Gpu) -> Result<(), Failure> {
        if self.made_for != lighting.environment {
            // Stored first, so that a failure is not repeated every frame.
            self.made_for = lighting.environment.clone();
            self.map = None;
            self.map = self.made_for.as_ref().map(|environment| environment.upload(gpu)).transpose()?;
        }
        Ok(())
    }

    /// Lights a scene.
    pub(super) fn apply<'a>(&'a self, lighting: &Lighting, scene: &mut Scene<'a>, lamps: &'a Lamps) {
        lighting.apply(scene, self.map.as_ref(), (&lamps.lights, &lamps.bounds));
    }
}
