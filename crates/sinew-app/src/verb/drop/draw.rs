//! Pictures and animations of a fall.

use super::DropCharacter;
use crate::drawing::framing::Framing;
use crate::encode::film::{Film, View};
use crate::encode::{self, Kind};
use crate::fall::course::{Course, CourseKind};
use crate::fall::figures::FallFigures;
use crate::fall::run::{FallRun, STEP};
use crate::report::failure::Failure;
use sinew::glam::Vec3;
use sinew_render::GroundPlane;
use std::path::PathBuf;

/// Angle of the camera that sees a body beside a wall, degrees.
const OPEN_SIDE: f32 = -40.0;

impl DropCharacter {
    /// Draws the fall: all of it, or its last frame.
    pub(super) fn draw(
        &self,
        kind: Kind,
        begin: &dyn Fn() -> Result<FallRun, Failure>,
        course: &Course,
        frames: usize,
        figures: &mut FallFigures,
    ) -> Result<(), Failure> {
        let [width, height] = self.size.unwrap_or(kind.default_size());
        let mut run = begin()?;
        // A wall stands at the left side of the body.
        let view = if self.onto == CourseKind::Wall { self.view.or_azimuth(OPEN_SIDE) } else { self.view };
        let from = view.direction_ahead(None);
        let mut framing = Framing::new(from, width as f32 / height as f32);
        let follows = self.follow && kind.is_animated();
        if kind.is_animated() && !follows {
            course.props.iter().for_each(|prop| framing.add_actor(prop));
        }
        for frame in 0..=frames {
            if frame > 0 {
                run.step();
            }
            if follows {
                framing.set_origin(run.hips());
            }
            if frame == frames || frame % 6 == 0 && kind.is_animated() {
                framing.add_actor(&run.actor);
            }
            figures.add(&run);
        }
        framing.set_origin(Vec3::ZERO);
        let camera = self.view.zoomed(framing.camera());
        let pictures = if kind.is_animated() {
            (frames as f64 * f64::from(STEP) * self.fps).round().max(1.0) as usize
        } else {
            1
        };
        let files = kind.files(&self.output, pictures);
        self.input.check_kept(&self.output, files.iter().map(PathBuf::as_path))?;
        let clip = encode::Clip { width, height, frames: pictures, fps: self.fps };
        let encoder = kind.start(&self.output, clip)?;
        let mut shown = if kind.is_animated() { begin()? } else { run };
        let mut film = Film::start(encoder, clip, std::iter::once(&shown.actor).chain(&course.props), None)?;
        for picture in 0..pictures {
            let time = picture as f64 / self.fps;
            while kind.is_animated() && shown.time() + 1e-6 < time {
                shown.step();
            }
            let mut camera = camera;
            if follows {
                camera.eye += shown.hips();
                camera.target += shown.hips();
            }
            let actors = std::iter::once(&shown.actor).chain(&course.props);
            film.add(actors, &View { camera, lines: &[], time }, |scene| {
                scene.ground = (camera.eye.y > 0.0).then(GroundPlane::default);
            })?;
        }
        film.finish()
    }
}
