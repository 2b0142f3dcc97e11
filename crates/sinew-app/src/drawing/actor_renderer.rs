//! Actors with all that they wear, drawn off screen.

use super::{FILL_LIGHT, instances};
use crate::report::failure::Failure;
use sinew::Actor;
use sinew::character::Pixels;
use sinew_render::{ActorInstance, Camera, Gpu, Line, RenderSettings, Renderer, Scene, SceneContent};

/// Renderer of actors without a window.
pub(crate) struct ActorRenderer {
    renderer: Renderer,
    actors: Vec<ActorInstance>,
}

/// View of a frame.
pub(crate) struct View {
    pub(crate) camera: Camera,
    pub(crate) lines: Vec<Line>,
    /// Seconds since the start.
    pub(crate) time: f64,
}

impl ActorRenderer {
    /// Renderer of these actors.
    pub(crate) fn new<'a>(actors: impl Iterator<Item = &'a Actor>) -> Result<Self, Failure> {
        let gpu = Gpu::off_screen().map_err(|error| Failure::Machine(error.to_string()))?;
        let renderer = Renderer::new(&gpu, RenderSettings::default());
        let actors = instances::create_actors(&renderer, actors)?;
        Ok(Self { renderer, actors })
    }

    /// Image of the actors, in the same order as at the start. `finish_scene` sets ground, background and
    /// shading.
    pub(crate) fn draw<'a>(
        &mut self,
        actors: impl Iterator<Item = &'a Actor>,
        view: &View,
        [width, height]: [u32; 2],
        finish_scene: impl FnOnce(&mut Scene<'_>),
    ) -> Result<Pixels, Failure> {
        for (drawn, actor) in self.actors.iter_mut().zip(actors) {
            drawn.set_detail(&view.camera, height);
            drawn.update(self.renderer.gpu(), actor);
        }
        let content = SceneContent::new(&self.actors);
        let mut scene = Scene::of(view.camera, &content)
            .with_fill_light(FILL_LIGHT)
            .with_lines(&view.lines)
            .with_time(view.time);
        finish_scene(&mut scene);
        let image = self.renderer.render_to_image(&scene, width, height);
        image.map_err(|error| Failure::Machine(error.to_string()))
    }
}
