//! Frames of characters, drawn off screen and encoded one after the other.

use super::{Clip, Encode};
use crate::drawing::hair::DrawnHair;
use crate::drawing::{FILL_LIGHT, instances};
use crate::report::failure::Failure;
use crate::report::progress::Progress;
use sinew::Actor;
use sinew_render::{Camera, Gpu, HairInstance, Line, ModelInstance, RenderSettings, Renderer, Scene};

/// Picture or animation in the making.
pub(crate) struct Film {
    encoder: Box<dyn Encode>,
    size: [u32; 2],
    renderer: Renderer,
    models: Vec<ModelInstance>,
    hair: DrawnHair,
    progress: Progress,
}

/// View of a frame.
pub(crate) struct View<'a> {
    pub(crate) camera: Camera,
    pub(crate) lines: &'a [Line],
    /// Seconds since the start.
    pub(crate) time: f64,
}

impl Film {
    /// Film of these actors, whose frames go to `encoder`. `announcement` is shown with the progress.
    pub(crate) fn start<'a>(
        encoder: Box<dyn Encode>,
        clip: Clip,
        actors: impl Iterator<Item = &'a Actor> + Clone,
        announcement: Option<String>,
    ) -> Result<Self, Failure> {
        let gpu = Gpu::off_screen().map_err(|error| Failure::Machine(error.to_string()))?;
        let renderer = Renderer::new(&gpu, RenderSettings::default());
        let models = instances::create_instances(&renderer, actors.clone())?;
        let hair = DrawnHair::new(&renderer, actors)?;
        let progress = Progress::new(clip.frames, "frames");
        let progress = match announcement {
            Some(text) => progress.announced(text),
            None => progress,
        };
        Ok(Self { encoder, size: [clip.width, clip.height], renderer, models, hair, progress })
    }

    /// Draws the actors, in the same order as at the start, and encodes the frame. `finish_scene` sets ground
    /// and background.
    pub(crate) fn add<'a>(
        &mut self,
        actors: impl Iterator<Item = &'a Actor> + Clone,
        view: &View<'_>,
        finish_scene: impl FnOnce(&mut Scene<'_>),
    ) -> Result<(), Failure> {
        instances::update_instances(&mut self.models, &self.renderer, actors.clone());
        self.hair.choose_detail(&view.camera, self.size[1]);
        self.hair.update(&self.renderer, actors);
        let hair: Vec<&HairInstance> = self.hair.instances().collect();
        let drawn: Vec<&ModelInstance> = self.models.iter().collect();
        let mut scene = Scene::new(view.camera, &drawn)
            .with_hair(&hair)
            .with_fill_light(FILL_LIGHT)
            .with_lines(view.lines)
            .with_time(view.time);
        finish_scene(&mut scene);
        let pixels = self.renderer.render_to_image(&scene, self.size[0], self.size[1]);
        self.encoder.frame(&pixels.map_err(|error| Failure::Machine(error.to_string()))?)?;
        self.progress.step();
        Ok(())
    }

    /// Completes the file.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        self.progress.finish();
        self.encoder.finish()
    }
}
