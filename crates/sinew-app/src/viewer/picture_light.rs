//! Light of the viewer's pictures: the environment on the graphics device, lights of files.

use crate::drawing::lighting::{Environment, Lighting, dimmed};
use crate::report::failure::Failure;
use sinew::Bounds;
use sinew_render::{ActorInstance, EnvironmentMap, Gpu, PunctualLight, Scene, SceneContent};

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

    /// Lights of files as bright as they are shown, and the bounds of what is drawn.
    pub(super) fn lights(
        &self,
        content: &SceneContent<'_>,
        actors: &[ActorInstance],
    ) -> (Vec<PunctualLight>, Bounds) {
        let mut lights = content.lights().to_vec();
        let bounds = actors.iter().map(|actor| actor.meshes().bounds()).fold(Bounds::EMPTY, Bounds::union);
        dimmed(&mut lights, &bounds);
        (lights, bounds)
    }

    /// Lights a scene.
    pub(super) fn apply<'a>(
        &'a self,
        lighting: &Lighting,
        scene: &mut Scene<'a>,
        (lights, bounds): (&'a [PunctualLight], &Bounds),
    ) {
        lighting.apply(scene, self.map.as_ref(), (lights, bounds));
    }
}
