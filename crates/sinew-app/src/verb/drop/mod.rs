//! `sinew drop`: a character falls as a ragdoll.

mod draw;
mod export;
mod values;

use crate::asset::clip_choice::{self, FileAndClip};
use crate::asset::export::{OutputFormat, options_of};
use crate::asset::ragdoll::ragdoll_of_file;
use crate::asset::setup;
use crate::asset::source;
use crate::batch::{BatchVerb, ItemFiles};
use crate::encode::Kind;
use crate::fall::course::{Course, CourseKind, prop_scale_of, scale_of};
use crate::fall::figures::FallFigures;
use crate::fall::run::{FallRun, FallSettings, STEP};
use crate::options::camera::CameraOptions;
use crate::options::hide::HideOptions;
use crate::options::input::InputOptions;
use crate::options::light::LightOptions;
use crate::options::looping::LoopOption;
use crate::options::number::{duration, frame_rate, seconds, size};
use crate::options::overlay::Overlay;
use crate::report::choices::unknown_joint;
use crate::report::diagnostic;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::output;
use crate::verb::bake::unique_name;
use clap::Args;
use sinew::glam::Vec3;
use sinew::playback::ClipId;
use sinew::ragdoll::Ragdoll;
use sinew::{Actor, Character, ClipSet, RawClip};
use sinew_setup::{Setup, gets_up};
use std::path::PathBuf;
use std::sync::Arc;
use values::{Push, point, strength};

/// Let a character fall as a ragdoll: onto the floor, stairs, boxes or the meshes of a file.
#[derive(Args)]
#[command(
    name = "drop",
    after_help = "Example:\n  sinew drop -o falls.gif\n  \
    sinew drop hero.glb --seed 7 --onto stairs -o tumbles.glb\n  \
    sinew drop hero.glb --clip Walk --at 0.5 --push chest=0,40,-200 -o shot.gif\n  \
    sinew drop --clip walk --at 0.6 --push upperChest=0,0,120 --get-up --seconds 7 --follow -o trips.gif\n  \
    sinew drop hero.glb --clip Idle --at 0 --powered 0.3 --json -o stagger.glb\n\n\
    Without --clip the character is thrown from above in a random rotation, which --seed chooses. With \
    --clip it stands on the floor, on the\n\
    stairs, on the slope, beside the wall or the boxes, plays the clip until second --at (default: 0) and \
    falls with the velocities that it has. Parts, shapes, masses and\n\
    limits are measured on the skin: `--json` prints them, with figures of the fall. Files in centimetres are known by\n\
    the size of the body. One much larger or smaller than a human falls as one of human size would; stairs and boxes are in proportion\n\
    to the body. With --get-up it gets up when it lies still, and\n\
    goes on with --clip. Figures of --json are of the fall. OUT.glb holds the character with\n\
    one clip of 60 keys per second, and what it fell onto as a node of that name, such as `stairs`."
)]
pub(crate) struct DropCharacter {
    /// Character file, or FILE#C for its clip C; default: the built-in character
    file: Option<PathBuf>,
    #[command(flatten)]
    input: InputOptions,
    /// Seed of the rotation and the velocity at the beginning
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Duration of the fall in seconds; --at comes on top (default: 4, with --get-up 9)
    #[arg(long, value_name = "S", value_parser = duration, allow_negative_numbers = true)]
    seconds: Option<f64>,
    /// Surroundings to fall onto: floor, stairs, a slope of 20°, a wall beside the body, boxes, or a file
    /// with meshes
    #[arg(long, value_name = "floor|stairs|slope|wall|boxes|FILE", default_value = "floor")]
    onto: CourseKind,
    /// Clip that the character plays before, by number or name
    #[arg(long, value_name = "C")]
    clip: Option<String>,
    #[command(flatten)]
    looping: LoopOption,
    /// Second of the clip at which the character begins to fall
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    at: Option<f64>,
    /// Impulse in N s on the part of a joint as the fall begins; may be repeated
    #[arg(long, value_name = "JOINT=X,Y,Z")]
    push: Vec<Push>,
    /// Strength with which the muscles hold the pose of the clip, or without --clip the rest pose: 0 (limp)
    /// to 1
    #[arg(
        long, value_name = "STRENGTH", value_parser = strength, default_value = "0",
        allow_negative_numbers = true,
    )]
    powered: f32,
    /// Point above which the body begins to fall in metres, or where the character of --clip stands (default:
    /// above the surroundings, or on them)
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    from: Option<Vec3>,
    /// Let the body get up when it lies still, by the clip whose first pose fits best (default: the file's
    /// clips with "get up" or "stand up" in their names, else the built-in ones); then --clip goes on
    #[arg(long, value_name = "CLIP,…", num_args = 0..=1, require_equals = true, value_delimiter = ',')]
    get_up: Option<Vec<String>>,
    /// Move the camera along with the body and frame it alone; pictures of a moment always do
    #[arg(long)]
    follow: bool,
    /// Parts, masses and limits from a RON file, as `sinew ragdoll` writes it, in place of those of the file
    /// or fitted ones
    #[arg(long, value_name = "FILE.ron")]
    ragdoll: Option<PathBuf>,
    /// Print parts and figures of the fall as JSON
    #[arg(long)]
    json: bool,
    /// Output: .glb, .gltf or .vrm, or a picture or animation as of `sinew render`
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Frames per second of an animation
    #[arg(
        long, value_name = "N", default_value = "30", value_parser = frame_rate,
        allow_negative_numbers = true,
    )]
    fps: f64,
    /// Lines drawn over the character in a picture, separated by commas
    #[arg(long, value_enum, value_delimiter = ',')]
    overlay: Vec<Overlay>,
    #[command(flatten)]
    hidden: HideOptions,
    /// Size of a picture in pixels (default: 1280x720, for .gif and .apng 640x360)
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<[u32; 2]>,
    #[command(flatten)]
    view: CameraOptions,
    #[command(flatten)]
    light: LightOptions,
}

/// Clips of the built-in character that get up.
const BUILT_IN_GET_UP: [&str; 5] =
    ["#get_up_front", "#get_up_back", "#get_up_left", "#get_up_right", "#get_up_sitting"];

impl BatchVerb for DropCharacter {
    const NAME: &'static str = "drop";
    const INPUT: &'static str = "file";

    fn set_files(&mut self, files: ItemFiles<'_>) {
        self.file = files.input;
        self.output = files.output;
    }

    fn ending(&self) -> &'static str {
        "glb"
    }

    fn run(self) -> Outcome {
        self.run()
    }
}

impl DropCharacter {
    pub(crate) fn run(self) -> Outcome {
        let (picture, format) = self.output_kind()?;
        if format == Some(OutputFormat::Vrma) {
            let output = self.output.display();
            return Err(Failure::Call(format!(
                "-o {output}: expected .glb, .gltf, .vrm, a picture or an animation"
            )));
        }
        let argument = FileAndClip::parse(self.file.as_deref());
        let mut file = source::open(argument.file.as_deref(), &self.input)?;
        let name = file.name.clone();
        self.hidden.apply_to_character(&mut file.imported.character, &name)?;
        diagnostic::print_losses(&name, &file.imported.report);
        if let Some(format) = format {
            format.check(&file.imported.character, &name)?;
        }
        let clip = self.clip.clone().or(argument.clip);
        if self.at.is_some() && clip.is_none() {
            return Err(Failure::Call("--at needs --clip".into()));
        }
        let clip = clip.map(|choice| clip_choice::resolve_clip(&choice, &file)).transpose()?;
        let names: Vec<String> = file.imported.clips.iter().map(|clip| clip.name.clone()).collect();
        let mut clips: Vec<Arc<RawClip>> = clip.iter().cloned().collect();
        clips.extend(self.get_up_clips(&file)?);
        let get_up = (clip.iter().count()..clips.len()).map(|n| ClipId(n as u32)).collect();
        self.input.check_used()?;
        let character = Arc::new(file.imported.character.clone());
        let set = ClipSet::new(&character, clips.iter().cloned());
        let set = Arc::new(set.map_err(|error| Failure::input(&name, error))?);
        let setup = file.setup.as_ref().map(|setup| setup.without_playback(set.clone())).transpose()?;
        let own = setup.as_ref().and_then(Setup::ragdoll).filter(|_| self.ragdoll.is_none());
        let ragdoll = match own {
            Some(ragdoll) => ragdoll.clone(),
            None => Arc::new(ragdoll_of_file(&file, self.ragdoll.as_deref())?),
        };
        let options = options_of(&file);
        let settings = FallSettings {
            seed: self.seed,
            at: clip.as_ref().map(|_| self.at.unwrap_or(0.0).max(0.0)),
            pushes: self.pushes(&character, &ragdoll, &name)?,
            strength: self.powered,
            get_up,
            from: self.from,
        };
        let scale = scale_of(&ragdoll);
        let course = Course::new(&self.onto, self.seed, prop_scale_of(&ragdoll), &self.input)?;
        let begin = || {
            let mut actor = Actor::with_clips(set.clone());
            if let Some(setup) = &setup {
                setup.equip(&mut actor).map_err(setup::failure)?;
                actor.stop();
            }
            if let Some(clip) = &clip {
                let wrap = self.looping.wrap(&actor, ClipId(0));
                let playing = actor.play(ClipId(0)).map_err(|error| Failure::input(&name, error))?;
                playing.wrap(wrap).seek(f64::from(clip.start()));
            }
            FallRun::new(actor, &ragdoll, &course, scale, &settings)
        };
        let before = settings.at.unwrap_or(0.0);
        let seconds = self.seconds.unwrap_or(if self.get_up.is_some() { 9.0 } else { 4.0 });
        let frames = ((before + seconds) / f64::from(STEP)).round() as usize;
        let mut figures = FallFigures::new(&character, &ragdoll, scale);
        match picture {
            Some(kind) => self.draw(kind, &begin, &course, frames, &mut figures)?,
            None => {
                let mut run = begin()?;
                let clip = self.record(&mut run, &ragdoll, frames, &mut figures);
                let clip_name = unique_name("fall".into(), names.iter().map(String::as_str));
                self.export(RawClip { name: clip_name, ..clip }, &character, &course, options)?;
            }
        }
        let figures = figures.finish();
        message!("{}: {}", self.output.display(), figures.summary());
        match self.json {
            true => output::print_json(&figures),
            false => Ok(std::process::ExitCode::SUCCESS),
        }
    }

    /// Kind of picture or format of a file that the output's name asks for.
    fn output_kind(&self) -> Result<(Option<Kind>, Option<OutputFormat>), Failure> {
        let kind = match Kind::of(&self.output) {
            Ok(kind) => return Ok((Some(kind), None)),
            Err(error) => error,
        };
        match (kind, OutputFormat::of_character(&self.output)) {
            (_, Ok(format)) => Ok((None, Some(format))),
            (Failure::Call(_), Err(Failure::Call(_))) => Err(Failure::Call(format!(
                "-o {}: expected a name ending in .glb, .gltf, .vrm, .png, .jpg, .webp, .gif, .apng or .mp4, \
                 or frames/%04d.png",
                self.output.display()
            ))),
            (Failure::Call(_), Err(error)) | (error, Err(_)) => Err(error),
        }
    }

    /// Clips of `--get-up`.
    fn get_up_clips(&self, file: &source::Loaded) -> Result<Vec<Arc<RawClip>>, Failure> {
        let Some(choices) = &self.get_up else { return Ok(Vec::new()) };
        let names = file.imported.clips.iter().map(|clip| clip.name.clone());
        let mut choices = choices.clone();
        if choices.is_empty() {
            choices = names.filter(|name| gets_up(name)).collect();
        }
        if choices.is_empty() {
            choices = BUILT_IN_GET_UP.map(str::to_owned).into();
        }
        choices.iter().map(|choice| clip_choice::resolve_clip(choice, file)).collect()
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
}
