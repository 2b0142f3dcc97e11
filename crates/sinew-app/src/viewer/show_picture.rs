//! Picture of a show: its actors with all that they wear.

use super::open_show::OpenShow;
use super::picture_light::PictureLight;
use super::state::State;
use crate::drawing::instances;
use crate::drawing::lighting::Lamps;
use crate::drawing::look::Look;
use crate::report::failure::Failure;
use sinew_render::{ActorInstance, GroundPlane, Renderer, Scene, SceneContent, wgpu};

/// Actors of a show on the graphics device.
#[derive(Default)]
pub(super) struct ShowPicture {
    actors: Vec<ActorInstance>,
    /// Serial of the show that they belong to, and its look.
    serial: Option<(u64, Look)>,
}

impl ShowPicture {
    /// Draws a show into a texture of `size` pixels.
    pub(super) fn draw(
        &mut self,
        (state, show): (&State, &OpenShow),
        renderer: &mut Renderer,
        light: &mut PictureLight,
        (view, size): (&wgpu::TextureView, [u32; 2]),
    ) -> Result<(), Failure> {
        let shown = (show.serial, state.lighting.look);
        if self.serial != Some(shown) {
            // Stored first, so that a failure is not repeated every frame.
            self.serial = Some(shown);
            self.actors.clear();
            self.actors = instances::create_actors(renderer, show.player.actors(), shown.1)?;
        }
        let camera = state.camera();
        for (drawn, actor) in self.actors.iter_mut().zip(show.player.actors()) {
            drawn.set_detail(&camera, size[1]);
            drawn.update(renderer.gpu(), actor);
        }
        let content = SceneContent::new(&self.actors);
        let lamps = Lamps::of(&content, &self.actors);
        let mut scene = Scene::of(camera, &content)
            .with_ground(GroundPlane::default())
            .with_shading(state.shading)
            .with_time(state.clock);
        light.apply(&state.lighting, &mut scene, &lamps);
        renderer.draw(&scene, view, size);
        Ok(())
    }

    /// Lets go of a show that is closed.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }
}
