//! Actors with all that they wear, drawn off screen.

use super::instances;
use super::lighting::{Lamps, Lighting};
use super::names::{PlacedName, write_names};
use crate::report::failure::Failure;
use crate::report::job;
use crate::report::message::message;
use sinew::Actor;
use sinew::character::Pixels;
use sinew_render::{
    ActorInstance, Camera, EnvironmentMap, Gpu, Line, RenderSettings, Renderer, Scene, SceneContent,
};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Renderers of pictures that are done: a batch of pictures creates as many as it draws at a time.
static SPARE: Mutex<Vec<Renderer>> = Mutex::new(Vec::new());

fn spare() -> MutexGuard<'static, Vec<Renderer>> {
    SPARE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Renderer of actors without a window.
pub(crate) struct ActorRenderer {
    /// None while it is dropped.
    renderer: Option<Renderer>,
    actors: Vec<ActorInstance>,
    lighting: Lighting,
    environment: Option<EnvironmentMap>,
    /// Whether it was said that lights of the file are dimmed.
    has_dimmed: bool,
}

/// View of a frame.
pub(crate) struct View {
    pub(crate) camera: Camera,
    pub(crate) lines: Vec<Line>,
    /// Names over the picture.
    pub(crate) names: Vec<PlacedName>,
    /// Seconds since the start.
    pub(crate) time: f64,
}

impl ActorRenderer {
    /// Renderer of these actors in a light.
    pub(crate) fn new<'a>(
        actors: impl Iterator<Item = &'a Actor>,
        lighting: Lighting,
    ) -> Result<Self, Failure> {
        let idle = spare().pop();
        let renderer = match idle {
            Some(renderer) => renderer,
            None => {
                let gpu = Gpu::off_screen().map_err(|error| Failure::Machine(error.to_string()))?;
                Renderer::new(&gpu, RenderSettings::default())
            }
        };
        let actors = instances::create_actors(&renderer, actors, lighting.look)?;
        let environment = lighting.environment.as_ref();
        let environment = environment.map(|environment| environment.upload(renderer.gpu())).transpose()?;
        Ok(Self { renderer: Some(renderer), actors, lighting, environment, has_dimmed: false })
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
        let Some(renderer) = &mut self.renderer else { return Err(Failure::Machine("no renderer".into())) };
        for (drawn, actor) in self.actors.iter_mut().zip(actors) {
            drawn.set_detail(&view.camera, height);
            drawn.update(renderer.gpu(), actor);
        }
        let content = SceneContent::new(&self.actors);
        let Lamps { lights, bounds, dimmed } = Lamps::of(&content, &self.actors);
        if dimmed < 1.0 && self.lighting.file_lights && !self.has_dimmed {
            self.has_dimmed = true;
            message!(
                "sinew: the lights of the file show white at {:.0} times its brightness; they are dimmed to 4 times",
                4.0 / dimmed
            );
        }
        let mut scene = Scene::of(view.camera, &content).with_lines(&view.lines).with_time(view.time);
        self.lighting.apply(&mut scene, self.environment.as_ref(), (&lights, &bounds));
        finish_scene(&mut scene);
        let image = renderer.render_to_image(&scene, width, height);
        let mut image = image.map_err(|error| Failure::Machine(error.to_string()))?;
        write_names(&view.names, &view.camera, &mut image);
        Ok(image)
    }
}

impl Drop for ActorRenderer {
    fn drop(&mut self) {
        if job::is_captured() {
            spare().extend(self.renderer.take());
        }
    }
}
