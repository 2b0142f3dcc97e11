//! `sinew hair`: a haircut on a character, simulated.

mod answer;
mod export;

use crate::asset::clip_choice::{self, FileAndClip};
use crate::asset::groom::SAVED;
use crate::asset::source::{self, Loaded};
use crate::batch::{BatchVerb, ItemFiles};
use crate::encode::Kind;
use crate::options::camera::CameraOptions;
use crate::options::cards::CardOptions;
use crate::options::frames::{self, FrameOptions};
use crate::options::hair::HairOptions;
use crate::options::hide::HideOptions;
use crate::options::light::LightOptions;
use crate::options::number::size;
use crate::options::playback::PlaybackOptions;
use crate::player::timeline::Timeline;
use crate::report::diagnostic;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::output::{self, extension};
use crate::report::plural::count;
use crate::report::whole_file::write_file;
use crate::verb::bake::check_key_count;
use crate::verb::render::Render;
use answer::Answer;
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Help of `--seconds`.
const SECONDS_HELP: &str = "Duration of an animation in seconds (default: that of the clip, else 4)";

/// Seconds of a film or recording without a clip.
const DEFAULT_SECONDS: f64 = 4.0;
/// Outputs that are no pictures, for the message about a name with another ending.
const OTHER_OUTPUTS: &str = "; or in .json for guides, .glb, .gltf or .vrm for a character, .hair or .tfx \
                             for strands, .groom for grown hair";
/// Haircut without `--groom`.
const DEFAULT_GROOM: &str = "bob";

/// Give a character a haircut, and let it swing.
#[derive(Args)]
#[command(after_help = "Example:\n  sinew hair -o bob.png\n  \
    sinew hair hero.glb --groom ponytail --clip Run -o runs.gif\n  \
    sinew hair --groom long --shake --seconds 3 --view front -o shake.gif\n  \
    sinew hair --groom long --wind 4,0,-2 -o wind.png\n  \
    sinew hair hero.glb --groom my_bob.ron --clip Run --json -o hair.json\n  \
    sinew hair hero.vrm --groom long -o swings.vrm\n  \
    sinew hair hero.glb --groom long --clip Run --cards 600 -o runs.glb\n  \
    sinew hair --groom bob -o bob.tfx\n  \
    sinew hair hero.glb --groom long --groom brows -o hero.groom\n  \
    sinew hair hero.glb --groom hero.groom -o loaded.png\n\n\
    The haircut is generated on the head, which is found from the shape of the skin; the hair that the file has\n\
    is hidden.\n\
    A picture shows hair that hangs still in the wind; with --time or --shake it shows a moment of the movement.\n\
    Without clips, --time counts from the beginning of the simulation.\n\
    The JSON has the guides, which the strands lie between: their roots on the skin, their lengths, and their\n\
    points in every frame in the world.\n\
    A character file has the hair as cards (strips with a texture of many hairs) on chains of joints, which\n\
    spring bones move; with --clip, --graph, --seconds, --wind or --shake the simulated movement is baked into\n\
    keys of the clip instead; other clips stay, without movement of the hair. Devices of OpenGL draw no strands: pictures have\n\
    cards there. Files of strands (.hair, .tfx) have them at rest. A .groom file has the grown hair of this\n\
    character, which loads within milliseconds; --groom takes it with every verb.")]
#[command(mut_args(|option| frames::with_help(option, SECONDS_HELP, "Frames per second")))]
pub(crate) struct Hair {
    /// Character file, or FILE#C for its clip C; default: the built-in character
    file: Option<PathBuf>,
    #[command(flatten)]
    hair: HairOptions,
    #[command(flatten)]
    cards: CardOptions,
    #[command(flatten)]
    playback: PlaybackOptions,
    #[command(flatten)]
    hidden: HideOptions,
    /// Print the movement of the guides as JSON; with -o OUT.json into the file
    #[arg(long)]
    json: bool,
    /// Output: a picture, an animation, .json, a character (.glb, .gltf, .vrm), strands (.hair, .tfx), or
    /// grown hair (.groom)
    #[arg(short, long, value_name = "OUT", required_unless_present = "json")]
    output: Option<PathBuf>,
    #[command(flatten)]
    frames: FrameOptions,
    /// Size in pixels (default: 1280x720, for .gif and .apng 640x360)
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<[u32; 2]>,
    #[command(flatten)]
    view: CameraOptions,
    #[command(flatten)]
    light: LightOptions,
}

impl BatchVerb for Hair {
    const NAME: &'static str = "hair";
    const INPUT: &'static str = "file";

    fn set_files(&mut self, files: ItemFiles<'_>) {
        self.file = files.input;
        self.output = Some(files.output);
    }

    fn ending(&self) -> &'static str {
        "png"
    }

    fn run(self) -> Outcome {
        self.run()
    }
}

impl Hair {
    pub(crate) fn run(mut self) -> Outcome {
        let kind = self.output_kind()?;
        let argument = FileAndClip::parse(self.file.as_deref());
        self.playback.clip = self.playback.clip.take().or(argument.clip);
        let file = source::open(argument.file.as_deref(), &self.playback.input)?;
        let has_hair = file.setup.as_ref().is_some_and(|setup| setup.file.description().hair.is_some());
        if self.hair.groom.is_empty() && !has_hair {
            self.hair.groom.push(DEFAULT_GROOM.to_owned());
        }
        diagnostic::print_losses(&file.name, &file.imported.report);
        match (kind, self.output.clone()) {
            (HairOutput::Picture(kind), Some(output)) => {
                if !kind.is_animated() && self.playback.graph.is_none() {
                    self.playback.clip = self.playback.clip.or_else(|| clip_choice::idle(&file));
                }
                self.draw(kind, output, file)
            }
            (HairOutput::Character, Some(output)) => self.write_character(&output, file),
            (HairOutput::Strands, Some(output)) => self.write_strands(&output, file),
            (HairOutput::Groom, Some(output)) => self.write_groom(&output, file),
            (_, output) => self.record(output.as_deref(), file),
        }
    }

    /// Draws a picture or an animation.
    fn draw(&self, kind: Kind, output: PathBuf, file: Loaded) -> Outcome {
        let seconds = self.frames.seconds.or_else(|| {
            (kind.is_animated() && self.playback.clip.is_none() && self.playback.graph.is_none())
                .then_some(DEFAULT_SECONDS)
        });
        Render::of(output, self.playback.clone(), self.view.or_head(), None)
            .with_frames(FrameOptions { seconds, ..self.frames })
            .with_size(self.size)
            .with_light(self.light.clone())
            .with_hidden(self.hidden.clone())
            .with_hair(self.hair.clone())
            .draw(file, kind)
    }

    /// Records the movement of the guides.
    fn record(&self, output: Option<&Path>, file: Loaded) -> Outcome {
        let (mut player, _) = self.player(file, true)?;
        player.play_from_start(player.wrap());
        let playing = player.playing().map(|(_, first, last)| (first, last - first));
        let (first, clip) = playing.unwrap_or_default();
        let length = if clip > 0.0 { clip } else { DEFAULT_SECONDS };
        let start = self.playback.time.unwrap_or(first);
        let timeline = Timeline::new(start, length, self.frames.seconds, self.frames.fps);
        let mut answer = Answer::new(&player.actor, self.frames.fps);
        let seconds = timeline.frames as f64 / timeline.fps;
        check_key_count(seconds, timeline.fps, answer.point_count())?;
        for frame in 0..timeline.frames {
            player.seek(timeline.time(frame));
            answer.add_frame(&player.actor);
        }
        let guides = answer.rest_lengths.len();
        match output {
            Some(path) => {
                let text =
                    serde_json::to_vec(&answer).map_err(|error| Failure::Machine(error.to_string()))?;
                write_file(path, &text)?;
                let frames = count(timeline.frames, "frame");
                message!("{}: {} in {frames}", path.display(), count(guides, "guide"));
                Ok(ExitCode::SUCCESS)
            }
            None => output::print_json(&answer),
        }
    }

    /// Kind of the output.
    fn output_kind(&self) -> Result<HairOutput, Failure> {
        let Some(output) = &self.output else { return self.without_cards(HairOutput::Json) };
        let mut read = self.file.iter().cloned().chain(self.hair.groom.iter().map(PathBuf::from));
        if read.any(|read| output::is_same(&read, output)) {
            return Err(Failure::Call(format!("-o {}: this is an input file", output.display())));
        }
        let extension = extension(output);
        if extension == "json" {
            return self.without_cards(HairOutput::Json);
        }
        if self.json {
            return Err(Failure::Call(format!("--json: write -o FILE.json, not {}", output.display())));
        }
        match extension.as_str() {
            "glb" | "gltf" | "vrm" => Ok(HairOutput::Character),
            "hair" | "tfx" => {
                self.check_at_rest(output)?;
                self.without_cards(HairOutput::Strands)
            }
            SAVED => {
                self.check_at_rest(output)?;
                self.without_cards(HairOutput::Groom)
            }
            _ => self.without_cards(HairOutput::Picture(Kind::of_or(output, OTHER_OUTPUTS)?)),
        }
    }

    /// Fails for options that move the hair, whose strands are written at rest.
    fn check_at_rest(&self, output: &Path) -> Result<(), Failure> {
        let given = [
            ("--wind", self.hair.wind.is_some()),
            ("--shake", self.hair.shake),
            ("--clip", self.playback.clip.is_some()),
            ("--graph", self.playback.graph.is_some()),
            ("--time", self.playback.time.is_some()),
            ("--seconds", self.frames.seconds.is_some()),
        ];
        match given.iter().find(|(_, given)| *given) {
            Some((option, _)) => {
                let output = output.display();
                Err(Failure::Call(format!(
                    "{option}: strands are written at rest to {output}; moving hair goes into pictures, \
                     animations, .json, .glb, .gltf and .vrm"
                )))
            }
            None => Ok(()),
        }
    }

    /// An output that has no cards.
    fn without_cards(&self, output: HairOutput) -> Result<HairOutput, Failure> {
        match self.cards.any() {
            true => Err(Failure::Call(
                "--cards, --card-width and --card-maps need -o FILE.glb, .gltf or .vrm".to_owned(),
            )),
            false => Ok(output),
        }
    }
}

/// Kind of an output.
#[derive(Clone, Copy, Debug, PartialEq)]
enum HairOutput {
    Picture(Kind),
    Json,
    /// Character with the hair as cards.
    Character,
    /// Strands at rest.
    Strands,
    /// Grown hair.
    Groom,
}
