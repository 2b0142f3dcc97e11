//! Frames of characters, drawn off screen and encoded one after the other.

use super::{Clip, Encode, Kind};
use crate::drawing::hair::DrawnHair;
use crate::drawing::{FILL_LIGHT, instances};
use crate::report::failure::Failure;
use crate::report::progress::Progress;
use sinew::Actor;
use sinew_render::{Camera, Gpu, HairInstance, Line, ModelInstance, RenderSettings, Renderer, Scene};
use std::path::Path;

/// Output of a film: file, format, frames, sound.
pub(crate) struct FilmOutput<'a> {
    pub(crate) path: &'a Path,
    pub(crate) kind: Kind,
    pub(crate) clip: Clip,
    /// Samples of one channel at [`super::SOUND_RATE`], for formats that hold sound.
    pub(crate) sound: Option<&'a [f32]>,
    /// Text that is shown with the progress.
    pub(crate) announcement: Option<String>,
}

/// Actors that are filmed frame by frame.
pub(crate) trait Filmed {
    /// Brings the actors to a frame. Frames come in order, from 0 on.
    fn advance(&mut self, frame: usize) -> View;

    /// Actors, always in the same order.
    fn actors(&self) -> impl Iterator<Item = &Actor> + Clone;

    /// Sets ground, background and shading of the present frame.
    fn finish_scene(&self, scene: &mut Scene<'_>);
}

/// Draws all frames of `filmed` and writes the file.
pub(crate) fn record(output: FilmOutput<'_>, filmed: &mut impl Filmed) -> Result<(), Failure> {
    let encoder = output.kind.start_with_sound(output.path, output.clip, output.sound)?;
    let mut film = Film::start(encoder, output.clip, filmed.actors(), output.announcement)?;
    for frame in 0..output.clip.frames {
        let view = filmed.advance(frame);
        film.add(filmed.actors(), &view, |scene| filmed.finish_scene(scene))?;
    }
    film.finish()
}

/// Picture or animation in the making.
struct Film {
    encoder: Box<dyn Encode>,
    size: [u32; 2],
    renderer: Renderer,
    models: Vec<ModelInstance>,
    hair: DrawnHair,
    progress: Progress,
}

/// View of a frame.
pub(crate) struct View {
    pub(crate) camera: Camera,
    pub(crate) lines: Vec<Line>,
    /// Seconds since the start.
    pub(crate) time: f64,
}

impl Film {
    /// Film of these actors, whose frames go to `encoder`. `announcement` is shown with the progress.
    fn start<'a>(
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
    fn add<'a>(
        &mut self,
        actors: impl Iterator<Item = &'a Actor> + Clone,
        view: &View,
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
            .with_lines(&view.lines)
            .with_time(view.time);
        finish_scene(&mut scene);
        let pixels = self.renderer.render_to_image(&scene, self.size[0], self.size[1]);
        self.encoder.frame(&pixels.map_err(|error| Failure::Machine(error.to_string()))?)?;
        self.progress.step();
        Ok(())
    }

    /// Completes the file.
    fn finish(self) -> Result<(), Failure> {
        self.progress.finish();
        self.encoder.finish()
    }
}
