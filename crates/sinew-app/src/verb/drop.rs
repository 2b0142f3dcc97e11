//! `sinew drop`: a character falls as a ragdoll.

use crate::asset::clip_choice::{self, Choice, FileAndClip};
use crate::asset::export::{OutputFormat, export_files};
use crate::asset::source;
use crate::drawing::FILL_LIGHT;
use crate::drawing::framing::Framing;
use crate::drawing::instances;
use crate::encode::{self, Kind};
use crate::fall::course::{Course, CourseKind, scale_of};
use crate::fall::figures::FallFigures;
use crate::fall::merged;
use crate::fall::run::{FallRun, FallSettings, STEP};
use crate::options::camera::CameraOptions;
use crate::options::input::InputOptions;
use crate::options::number::{duration, frame_rate, seconds};
use crate::report::choices::unknown_joint;
use crate::report::diagnostic;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::output;
use crate::report::progress::Progress;
use crate::report::whole_file::write_files;
use crate::verb::bake::{unique_name, without_springs};
use crate::verb::ragdoll::ragdoll_of;
use clap::Args;
use sinew::actor::ClipRecorder;
use sinew::character::CharacterError;
use sinew::glam::Vec3;
use sinew::ragdoll::Ragdoll;
use sinew::{Actor, Character, RawClip, WrapMode};
use sinew_import::ExportOptions;
use sinew_render::{Gpu, GroundPlane, ModelInstance, RenderSettings, Renderer, Scene};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

/// Let a character fall as a ragdoll: onto the floor, stairs, boxes or the meshes of a file.
#[derive(Args)]
#[command(
    name = "drop",
    after_help = "Example:\n  sinew drop -o falls.gif\n  \
    sinew drop hero.glb --seed 7 --onto stairs -o tumbles.glb\n  \
    sinew drop hero.glb --clip Walk --at 0.5 --push chest=0,40,-200 -o shot.gif\n  \
    sinew drop hero.glb --clip Idle --at 0 --powered 0.3 --json -o stagger.glb\n\n\
    Without --clip the character is thrown from above in a random rotation, which --seed chooses. With --clip it stands on the\n\
    floor at the origin, plays the clip until second --at (default: 0) and falls with the velocities that it has. Parts, shapes, masses and\n\
    limits are measured on the skin: `--json` prints them, with figures of the fall. A body much larger or smaller than a human\n\
    falls as one of human size would. OUT.glb holds the character with one clip of 60 keys per second, and what it fell onto."
)]
pub(crate) struct DropCharacter {
    /// Character file, or FILE#C for its clip C; default: the built-in character
    file: Option<PathBuf>,
    #[command(flatten)]
    input: InputOptions,
    /// Seed of the rotation and the velocity at the beginning
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Duration of the fall in seconds; --at comes on top
    #[arg(long, value_name = "S", value_parser = duration, default_value = "4", allow_negative_numbers = true)]
    seconds: f64,
    /// Surroundings to fall onto: floor, stairs, boxes, or a file with meshes
    #[arg(long, value_name = "floor|stairs|boxes|FILE", default_value = "floor")]
    onto: CourseKind,
    /// Clip that the character plays before, by number or name
    #[arg(long, value_name = "C")]
    clip: Option<String>,
    /// Second of the clip at which the character begins to fall
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    at: Option<f64>,
    /// Impulse in N s on the part of a joint as the fall begins; may be repeated
    #[arg(long, value_name = "JOINT=X,Y,Z")]
    push: Vec<Push>,
    /// Strength with which the muscles hold the pose of the clip, or without --clip the rest pose: 0 (limp) to 1
    #[arg(long, value_name = "STRENGTH", value_parser = strength, default_value = "0", allow_negative_numbers = true)]
    powered: f32,
    /// Parts, masses and limits from a RON file, as `sinew ragdoll` writes it, in place of fitted ones
    #[arg(long, value_name = "FILE.ron")]
    ragdoll: Option<PathBuf>,
    /// Print parts and figures of the fall as JSON
    #[arg(long)]
    json: bool,
    /// Output: .glb, .gltf or .vrm, or a picture or animation as of `sinew render`
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Frames per second of an animation
    #[arg(long, value_name = "N", default_value = "30", value_parser = frame_rate, allow_negative_numbers = true)]
    fps: f64,
    #[command(flatten)]
    view: CameraOptions,
}

/// Value of `--push`: `JOINT=X,Y,Z`.
#[derive(Clone, Debug, PartialEq)]
struct Push {
    joint: String,
    impulse: Vec3,
}

impl FromStr for Push {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "expected JOINT=X,Y,Z in N s, such as chest=0,20,-150".to_owned();
        let (joint, numbers) = text.rsplit_once('=').ok_or_else(wrong)?;
        let numbers: Vec<f32> = numbers.split(',').map_while(|number| number.trim().parse().ok()).collect();
        let impulse = Vec3::from_slice(numbers.get(..3).filter(|_| numbers.len() == 3).ok_or_else(wrong)?);
        if joint.is_empty() || !impulse.is_finite() || text.split(',').count() != 3 {
            return Err(wrong());
        }
        Ok(Self { joint: joint.to_owned(), impulse })
    }
}

/// Strength of muscles, 0 to 1.
fn strength(text: &str) -> Result<f32, String> {
    let strength = text.parse().ok().filter(|strength: &f32| (0.0..=1.0).contains(strength));
    strength.ok_or_else(|| "expected a strength from 0 to 1".into())
}

impl DropCharacter {
    pub(crate) fn run(self) -> Outcome {
        let picture = Kind::of(&self.output).ok();
        let format = match picture {
            Some(_) => None,
            None => Some(OutputFormat::of_character(&self.output)?),
        };
        if format == Some(OutputFormat::Vrma) {
            let place = self.output.display();
            return Err(Failure::Call(format!(
                "-o {place}: expected .glb, .gltf, .vrm, a picture or an animation"
            )));
        }
        let argument = FileAndClip::parse(self.file.as_deref());
        let file = source::open(argument.file.as_deref(), &self.input)?;
        let name = file.name.clone();
        diagnostic::print_losses(&name, &file.imported.report);
        if let Some(format) = format {
            format.check(&file.imported.character, &name)?;
        }
        let clip = self.clip.clone().or(argument.clip);
        if self.at.is_some() && clip.is_none() {
            return Err(Failure::Call("--at needs --clip".into()));
        }
        let clip = clip.map(|choice| self.clip(&choice, &file)).transpose()?;
        let names: Vec<String> = file.imported.clips.iter().map(|clip| clip.name.clone()).collect();
        let character = Arc::new(file.imported.character);
        self.input.check_used()?;
        let ragdoll = Arc::new(ragdoll_of(&character, self.ragdoll.as_deref(), &name)?);
        let settings = FallSettings {
            seed: self.seed,
            at: clip.as_ref().map(|_| self.at.unwrap_or(0.0).max(0.0)),
            pushes: self.pushes(&character, &ragdoll, &name)?,
            strength: self.powered,
        };
        let scale = scale_of(&ragdoll);
        let course = Course::new(&self.onto, self.seed, scale, &self.input)?;
        let begin = || {
            let mut actor = match &clip {
                Some(clip) => Actor::new(character.clone(), [clip.clone()]),
                None => Ok(Actor::without_clips(character.clone())),
            }
            .map_err(|error| Failure::input(&name, error))?;
            if let Some(clip) = &clip {
                let playing = actor.play(clip.name.as_str()).map_err(|error| Failure::input(&name, error))?;
                playing.wrap(WrapMode::Clamp).seek(f64::from(clip.start()));
            }
            FallRun::new(actor, &ragdoll, &course, scale, &settings)
        };
        let before = settings.at.unwrap_or(0.0);
        let frames = ((before + self.seconds) / f64::from(STEP)).round() as usize;
        let mut figures = FallFigures::new(&character, &ragdoll, scale);
        match picture {
            Some(kind) => self.draw(kind, &begin, &course, frames, &mut figures)?,
            None => {
                let mut run = begin()?;
                let clip = self.record(&mut run, &ragdoll, frames, &mut figures);
                let clip_name = unique_name("fall".into(), names.iter().map(String::as_str));
                self.export(RawClip { name: clip_name, ..clip }, &character, &ragdoll, &course)?;
            }
        }
        let figures = figures.finish();
        message!("{}: {}", self.output.display(), figures.summary());
        match self.json {
            true => output::print_json(&figures),
            false => Ok(std::process::ExitCode::SUCCESS),
        }
    }

    /// Clip that is played before the fall.
    fn clip(&self, choice: &str, file: &source::Loaded) -> Result<Arc<RawClip>, Failure> {
        Ok(Arc::new(match clip_choice::resolve(choice, file)? {
            Choice::Own(number) => file.imported.clips[number].clone(),
            Choice::Borrowed(clip) => *clip,
        }))
    }

    /// Parts and impulses of `--push`.
    fn pushes(
        &self,
        character: &Character,
        ragdoll: &Ragdoll,
        file: &str,
    ) -> Result<Vec<(usize, Vec3)>, Failure> {
        let part = |push: &Push| {
            let joint = character.find_joint(&push.joint);
            let joint = joint.ok_or_else(|| Failure::input(file, unknown_joint(&push.joint, character)))?;
            let part = ragdoll.part_of(joint).ok_or_else(|| {
                Failure::input(
                    file,
                    format!("--push {}: no part of the ragdoll moves this joint", push.joint),
                )
            })?;
            Ok((part, push.impulse))
        };
        self.push.iter().map(part).collect()
    }

    /// Records the fall.
    fn record(
        &self,
        run: &mut FallRun,
        ragdoll: &Ragdoll,
        frames: usize,
        figures: &mut FallFigures,
    ) -> RawClip {
        let mut recorder = ClipRecorder::new(run.actor.character(), 1.0 / f64::from(STEP))
            .with_root_motion_in(ragdoll.parts()[0].joint);
        let progress = Progress::new(frames + 1, "frames");
        for frame in 0..=frames {
            if frame > 0 {
                run.step();
            }
            recorder.add(&run.actor.frame());
            figures.add(run);
            progress.step();
        }
        progress.finish();
        recorder.finish("fall")
    }

    /// Writes the character with the clip and with what it fell onto.
    fn export(
        &self,
        clip: RawClip,
        character: &Character,
        ragdoll: &Ragdoll,
        course: &Course,
    ) -> Result<(), Failure> {
        let out = self.output.display().to_string();
        let failed = |error: CharacterError| Failure::input(&out, error);
        // The keys hold what springs and constraints have done.
        let character = without_springs(character).map_err(failed)?;
        let whole = merged(&character, ragdoll.parts()[0].joint, &course.props).map_err(failed)?;
        if whole.is_none() {
            message!(
                "sinew: {out}: what the character fell onto is left out: all nodes of the file move with the body"
            );
        }
        let character = whole.as_ref().unwrap_or(&character);
        let options = ExportOptions::default();
        let (files, exported) = export_files(&self.output, &out, character, &[clip], options, &self.input)?;
        diagnostic::print_diagnostics(&out, &exported);
        write_files(&files)
    }

    /// Draws the fall: all of it, or its last frame.
    fn draw(
        &self,
        kind: Kind,
        begin: &dyn Fn() -> Result<FallRun, Failure>,
        course: &Course,
        frames: usize,
        figures: &mut FallFigures,
    ) -> Result<(), Failure> {
        let [width, height] = kind.default_size();
        let mut run = begin()?;
        let from = self.view.direction(run.actor.character(), None);
        let mut framing = Framing::new(from, width as f32 / height as f32);
        course.props.iter().for_each(|prop| framing.add_actor(prop));
        for frame in 0..=frames {
            if frame > 0 {
                run.step();
            }
            if frame == frames || frame % 6 == 0 && kind.is_animated() {
                framing.add_actor(&run.actor);
            }
            figures.add(&run);
        }
        let camera = self.view.zoomed(framing.camera());
        let pictures = if kind.is_animated() {
            (frames as f64 * f64::from(STEP) * self.fps).round().max(1.0) as usize
        } else {
            1
        };
        let files = kind.files(&self.output, pictures);
        self.input.check_kept(&self.output, files.iter().map(PathBuf::as_path))?;
        let mut encoder =
            kind.start(&self.output, encode::Clip { width, height, frames: pictures, fps: self.fps })?;
        let gpu = Gpu::off_screen().map_err(|error| Failure::Machine(error.to_string()))?;
        let mut renderer = Renderer::new(&gpu, RenderSettings::default());
        let mut own = if kind.is_animated() { begin()? } else { run };
        let actors =
            |own: &FallRun| std::iter::once(own.actor.clone()).chain(course.props.iter().cloned()).collect();
        let all: Vec<Actor> = actors(&own);
        let mut models = instances::create_instances(&renderer, all.iter())?;
        let progress = Progress::new(pictures, "frames");
        for picture in 0..pictures {
            let time = picture as f64 / self.fps;
            while kind.is_animated() && own.time() + 1e-6 < time {
                own.step();
            }
            let all = std::iter::once(&own.actor).chain(&course.props);
            instances::update_instances(&mut models, &renderer, all);
            let drawn: Vec<&ModelInstance> = models.iter().collect();
            let mut drawing = Scene::new(camera, &drawn).with_fill_light(FILL_LIGHT).with_time(time);
            drawing.ground = (camera.eye.y > 0.0).then(GroundPlane::default);
            let pixels = renderer
                .render_to_image(&drawing, width, height)
                .map_err(|error| Failure::Machine(error.to_string()))?;
            encoder.frame(&pixels)?;
            progress.step();
        }
        progress.finish();
        encoder.finish()
    }
}
