//! Frames of characters, drawn off screen and encoded one after the other.

use super::{Clip, Kind};
use crate::drawing::actor_renderer::{ActorRenderer, View};
use crate::drawing::lighting::Lighting;
use crate::report::failure::Failure;
use crate::report::progress::Progress;
use sinew::Actor;
use sinew_render::Scene;
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

    /// Light of all frames.
    fn lighting(&self) -> Result<Lighting, Failure>;

    /// Sets ground, background and shading of the present frame.
    fn finish_scene(&self, scene: &mut Scene<'_>);
}

/// Draws all frames of `filmed` and writes the file.
pub(crate) fn record(output: FilmOutput<'_>, filmed: &mut impl Filmed) -> Result<(), Failure> {
    let FilmOutput { path, kind, clip, sound, announcement } = output;
    let mut encoder = kind.start_with_sound(path, clip, sound)?;
    let mut renderer = ActorRenderer::new(filmed.actors(), filmed.lighting()?)?;
    let progress = Progress::new(clip.frames, "frames");
    let progress = match announcement {
        Some(text) => progress.announced(text),
        None => progress,
    };
    for frame in 0..clip.frames {
        let view = filmed.advance(frame);
        let size = [clip.width, clip.height];
        let pixels = renderer.draw(filmed.actors(), &view, size, |scene| filmed.finish_scene(scene))?;
        encoder.frame(&pixels)?;
        progress.step();
    }
    progress.finish();
    encoder.finish()
}
