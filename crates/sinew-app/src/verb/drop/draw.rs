//! Pictures and animations of a fall.

use super::DropCharacter;
use crate::drawing::actor_renderer::View;
use crate::drawing::framing::Framing;
use crate::drawing::lighting::Lighting;
use crate::drawing::overlay_lines::{overlay_lines, overlay_names};
use crate::encode::film::{FilmOutput, Filmed, record};
use crate::encode::{self, Kind};
use crate::fall::course::{Course, CourseKind};
use crate::fall::figures::FallFigures;
use crate::fall::run::{FallRun, STEP};
use crate::options::light::LightOptions;
use crate::options::overlay::Overlay;
use crate::report::failure::Failure;
use sinew::Actor;
use sinew::glam::Vec3;
use sinew_render::{Camera, GroundPlane, Scene};
use std::path::PathBuf;

/// Angle of the camera that sees a body beside a wall, degrees.
const OPEN_SIDE: f32 = -40.0;
/// Angle of the camera that sees the side of a slope on which a body falls, degrees.
const DOWNHILL: f32 = 140.0;

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
        let view = match self.onto {
            // A wall stands at the left side of the body.
            CourseKind::Wall => self.view.or_azimuth(OPEN_SIDE),
            CourseKind::Slope => self.view.or_azimuth(DOWNHILL),
            _ => self.view,
        };
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
        let camera = self.view.adjusted(framing.camera());
        let pictures = if kind.is_animated() {
            (frames as f64 * f64::from(STEP) * self.fps).round().max(1.0) as usize
        } else {
            1
        };
        let files = kind.files(&self.output, pictures);
        self.input.check_kept(&self.output, files.iter().map(PathBuf::as_path))?;
        let clip = encode::Clip { width, height, frames: pictures, fps: self.fps };
        let output = FilmOutput { path: &self.output, kind, clip, sound: None, announcement: None };
        let is_animated = kind.is_animated();
        let run = if is_animated { begin()? } else { run };
        record(
            output,
            &mut FilmedFall {
                run,
                course,
                fps: self.fps,
                camera,
                light: &self.light,
                overlay: &self.overlay,
                is_animated,
                follows,
            },
        )
    }
}

/// A fall before a camera, from its beginning, or as it is.
struct FilmedFall<'a> {
    run: FallRun,
    course: &'a Course,
    fps: f64,
    camera: Camera,
    light: &'a LightOptions,
    overlay: &'a [Overlay],
    is_animated: bool,
    /// The camera follows the body.
    follows: bool,
}

impl Filmed for FilmedFall<'_> {
    fn advance(&mut self, frame: usize) -> View {
        let time = frame as f64 / self.fps;
        while self.is_animated && self.run.time() + 1e-6 < time {
            self.run.step();
        }
        let mut camera = self.camera;
        if self.follows {
            camera.eye += self.run.hips();
            camera.target += self.run.hips();
        }
        let mut lines = Vec::new();
        overlay_lines(self.overlay, &self.run.actor, &mut lines);
        View { camera, lines, names: overlay_names(self.overlay, &self.run.actor), time }
    }

    fn actors(&self) -> impl Iterator<Item = &Actor> + Clone {
        std::iter::once(&self.run.actor).chain(&self.course.props)
    }

    fn lighting(&self) -> Result<Lighting, Failure> {
        self.light.lighting()
    }

    fn finish_scene(&self, scene: &mut Scene<'_>) {
        scene.ground = (scene.camera.eye.y > 0.0).then(GroundPlane::default);
    }
}
