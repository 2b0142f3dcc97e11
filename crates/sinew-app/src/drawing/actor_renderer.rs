//! Actors and their hair, drawn off screen.

use super::hair::DrawnHair;
use super::{FILL_LIGHT, instances};
use crate::report::failure::Failure;
use sinew::Actor;
use sinew::character::Pixels;
use sinew_render::{Camera, Gpu, HairInstance, Line, ModelInstance, RenderSettings, Renderer, Scene};

/// Renderer of actors without a window.
pub(crate) struct ActorRenderer {
    renderer: Renderer,
    models: Vec<ModelInstance>,
    /// None where hair is not drawn.
    hair: Option<DrawnHair>,
}

/// View of a frame.
pub(crate) struct View {
    pub(crate) camera: Camera,
    pub(crate) lines: Vec<Line>,
    /// Seconds since the start.
    pub(crate) time: f64,
}

impl ActorRenderer {
    /// Renderer of these actors, without their hair.
    pub(crate) fn without_hair<'a>(actors: impl Iterator<Item = &'a Actor> + Clone) -> Result<Self, Failure> {
        let gpu = Gpu::off_screen().map_err(|error| Failure::Machine(error.to_string()))?;
        let renderer = Renderer::new(&gpu, RenderSettings::default());
        let models = instances::create_instances(&renderer, actors)?;
        Ok(Self { renderer, models, hair: None })
    }

    /// Renderer of these actors and their hair.
    pub(crate) fn with_hair<'a>(actors: impl Iterator<Item = &'a Actor> + Clone) -> Result<Self, Failure> {
        let bare = Self::without_hair(actors.clone())?;
        let hair = DrawnHair::new(&bare.renderer, actors)?;
        Ok(Self { hair: Some(hair), ..bare })
    }

    /// Image of the actors, in the same order as at the start. `finish_scene` sets ground, background and
    /// shading.
    pub(crate) fn draw<'a>(
        &mut self,
        actors: impl Iterator<Item = &'a Actor> + Clone,
        view: &View,
        [width, height]: [u32; 2],
        finish_scene: impl FnOnce(&mut Scene<'_>),
    ) -> Result<Pixels, Failure> {
        instances::update_instances(&mut self.models, &self.renderer, actors.clone());
        if let Some(hair) = &mut self.hair {
            hair.choose_detail(&view.camera, height);
            hair.update(&self.renderer, actors);
        }
        let hair: Vec<&HairInstance> = self.hair.iter().flat_map(DrawnHair::instances).collect();
        let drawn: Vec<&ModelInstance> = self.models.iter().collect();
        let mut scene = Scene::new(view.camera, &drawn)
            .with_hair(&hair)
            .with_fill_light(FILL_LIGHT)
            .with_lines(&view.lines)
            .with_time(view.time);
        finish_scene(&mut scene);
        let image = self.renderer.render_to_image(&scene, width, height);
        image.map_err(|error| Failure::Machine(error.to_string()))
    }
}
