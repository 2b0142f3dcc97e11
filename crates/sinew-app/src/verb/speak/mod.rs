//! `sinew speak`: sound becomes visemes, as data or on a face.

mod check;
mod drawn;
mod expressions;
mod face;
mod output;
mod picture;
mod source;

use crate::batch::{BatchVerb, InputFiles, ItemFiles};
use crate::options::camera::CameraOptions;
use crate::options::face::{Emotion, steady_emotion};
use crate::options::input::InputOptions;
use crate::options::light::LightOptions;
use crate::options::looping::LoopOption;
use crate::options::number::{frame_rate, seed, size};
use crate::options::wrinkles::WrinkleOptions;
use crate::report::failure::Outcome;
use clap::{Args, ValueEnum};
use sinew_speech::phone::DrawnShapes;
use std::path::PathBuf;
use std::process::ExitCode;

/// Turn a sound into visemes: as data, or as animation on a face.
#[derive(Args)]
#[command(after_help = "Example:\n  sinew speak line.wav -o line.json\n  \
    sinew speak line.ogg --onto hero.glb -o speaks.glb\n  \
    sinew speak line.wav --text line.txt --onto hero.glb -o speaks.glb\n  \
    sinew speak line.wav --phones line.TextGrid --onto avatar.vrm -o speaks.gif\n  \
    sinew inspect hero.glb --viseme-map > hero.ron && sinew speak line.wav --onto hero.glb --map hero.ron -o speaks.gif\n  \
    sinew speak voice.wav --phones voice.TextGrid --calibrate -o voice.json\n  \
    sinew speak line.mp3 --mode template --voice voice.json -o line.tsv\n  \
    sinew speak line.wav --onto hero.glb --wrinkles auto --emotion happy=0.6 -o speaks.gif\n  \
    sinew speak line.wav --picture line.png\n\n\
    AUDIO is WAV, AIFF, FLAC, Ogg (Vorbis, Opus) or MP3; - is standard input. --text with the words of the \
    sound gives the best mouth: English, numbers and\n\
    abbreviations are read out, unknown words by their letters. Without it, --mode offline (default) is a \
    trained network that hears the whole\n\
    sound, for any voice; live is the network for microphones, which hears 60 ms ahead. amplitude opens the mouth by the energy of 400 to\n\
    1200 Hz, textbook by the mean amplitude of 100 ms; template compares each moment with a voice that \
    --calibrate has learned from a sound\n\
    and its phones. --phones takes phones with their times from TextGrid, HTK or TIMIT labels, or from the JSON of aligners and speech\n\
    synthesizers, and lets neighbouring sounds shape each other.\n\n\
    OUT without --onto: .json has weights and opening at 100 Hz and cues, .tsv, .xml and .dat have cues as \
    Rhubarb Lip Sync and Moho write them. With\n\
    --onto: the character with one clip (.glb, .gltf, .vrm), the expressions for any VRM avatar (.vrma), or an animation (.gif, .apng,\n\
    frames/%04d.png; .mp4 with the sound, in a build with --features mp4). Mouth shapes are found by name: 15 visemes, ARKit, Character\n\
    Creator, Genesis, VRoid, VRM, or a jaw joint; --map names others, docs/speech.md describes the file. The \
    character blinks and its eyes move\n\
    meanwhile, but for .vrma. --picture draws waveform, spectrogram (0 to 8 kHz), words and phones where they are known, visemes and the\n\
    opening of the lips over time, 240 pixels per second and at most 4000 pixels wide. Times are those of the sound.")]
pub(crate) struct Speak {
    /// Sound file; - is standard input
    audio: PathBuf,
    /// Method that finds the visemes; offline where neither --text nor --voice is given
    #[arg(long, value_enum, value_name = "MODE", conflicts_with = "phones")]
    mode: Option<SpeakMode>,
    /// Milliseconds by which --mode live hears ahead (default: 60)
    #[arg(long, value_name = "MS", value_parser = ["0", "30", "60"], conflicts_with = "phones")]
    look_ahead: Option<String>,
    /// Voice profile of --mode template, as --calibrate writes it
    #[arg(long, value_name = "VOICE.json", conflicts_with = "phones")]
    voice: Option<PathBuf>,
    /// Phones of the sound with their times, in place of an analysis
    #[arg(long, value_name = "FILE")]
    phones: Option<PathBuf>,
    /// Transcript of the sound, for --mode text: its words are found in the sound
    #[arg(long, value_name = "FILE", conflicts_with_all = ["phones", "voice"])]
    text: Option<PathBuf>,
    /// Pronunciations of words of --text, as the CMU dictionary writes them; English words need none
    #[arg(long, value_name = "FILE", requires = "text")]
    dictionary: Option<PathBuf>,
    /// Learn a voice from the sound and its --phones, and write its profile
    #[arg(long, requires = "phones", conflicts_with_all = ["onto", "format"])]
    calibrate: bool,
    /// Character that speaks, or FILE#C which plays its clip C meanwhile; without a file name the built-in
    /// character
    #[arg(long, value_name = "FILE")]
    onto: Option<Option<PathBuf>>,
    #[command(flatten)]
    looping: LoopOption,
    /// Emotion shown meanwhile (an expression, or an emotion by ARKit's shapes), with an intensity from 0 to
    /// 1 (default: 1)
    #[arg(long, value_name = "NAME[=W]", value_parser = steady_emotion, requires = "onto")]
    emotion: Option<Emotion>,
    /// Seed of blinks and eye movements: the same number gives the same movements
    #[arg(
        long, value_name = "N", value_parser = seed, allow_negative_numbers = true, requires = "onto",
        default_value = "0",
    )]
    seed: u64,
    /// Neither blinks nor eye movements: speech moves the mouth alone
    #[arg(long, requires = "onto", conflicts_with = "seed")]
    no_face: bool,
    /// Bake the motion of spring bones into keys of their joints; without it a .glb, .gltf or .vrm keeps them
    /// as spring bones
    #[arg(long, requires = "onto")]
    springs: bool,
    #[command(flatten)]
    input: InputOptions,
    /// Shapes of the mouth by viseme (RON), in place of those found by name;
    /// `sinew inspect FILE --viseme-map` prints these
    #[arg(long, value_name = "MAP.ron", requires = "onto")]
    map: Option<PathBuf>,
    /// Format of a .json file
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<JsonFormat>,
    /// Frames per second of a clip or an animation (default: 30), or of a .dat file (default: 24)
    #[arg(long, value_name = "N", value_parser = frame_rate, allow_negative_numbers = true)]
    fps: Option<f64>,
    /// Mouth shapes that are drawn besides A to F, of G, H and X, in .tsv, .xml, .dat and --format rhubarb, as
    /// --extendedShapes of Rhubarb Lip Sync (default: GHX); without them G and X become A, H becomes C
    #[arg(long, value_name = "LETTERS", value_parser = extended_shapes)]
    extended_shapes: Option<DrawnShapes>,
    /// Names of the shapes in a .dat file: those of Preston Blair, for OpenToonz, or letters (default:
    /// preston-blair)
    #[arg(long, value_enum, value_name = "NAMES")]
    dat_names: Option<DatNames>,
    /// Size of an animation in pixels (default: 640x640, for .gif and .apng 360x360)
    #[arg(long, value_name = "WxH", value_parser = size, requires = "onto")]
    size: Option<[u32; 2]>,
    #[command(flatten)]
    wrinkles: WrinkleOptions,
    #[command(flatten)]
    view: CameraOptions,
    #[command(flatten)]
    light: LightOptions,
    /// Picture of waveform, spectrogram, phones, visemes and opening of the lips
    #[arg(long, value_name = "OUT.png", conflicts_with = "calibrate")]
    picture: Option<PathBuf>,
    /// Output file
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// Value of `--mode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SpeakMode {
    Offline,
    Live,
    Amplitude,
    Textbook,
    Template,
    Text,
}

/// Value of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum JsonFormat {
    /// Weights at 100 Hz, cues, words and phones
    Sinew,
    /// Mouth cues as Rhubarb Lip Sync writes them
    Rhubarb,
}

/// Value of `--dat-names`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DatNames {
    /// MBP, etc, E, AI, O, U, FV, L, rest
    PrestonBlair,
    /// A to H, X
    Letters,
}

/// Letters of the optional shapes that are drawn.
fn extended_shapes(text: &str) -> Result<DrawnShapes, String> {
    DrawnShapes::from_letters(text).ok_or_else(|| "expected letters of G, H and X, such as GX".into())
}

impl BatchVerb for Speak {
    const NAME: &'static str = "speak";
    const INPUT: &'static str = "audio";
    const FILES: InputFiles = InputFiles::Sounds;

    fn set_files(&mut self, files: ItemFiles<'_>) {
        for path in [&mut self.text, &mut self.phones, &mut self.picture] {
            *path = files.fill(path.take());
        }
        self.audio = files.input.unwrap_or_default();
        self.output = Some(files.output);
    }

    fn ending(&self) -> &'static str {
        if self.onto.is_some() { "glb" } else { "json" }
    }

    fn run(self) -> Outcome {
        self.run()
    }
}

impl Speak {
    pub(crate) fn run(self) -> Outcome {
        let (kind, picture) = (self.check()?, self.picture.as_deref());
        let picture = picture.map(|path| Ok((path, self.picture_kind(path)?))).transpose()?;
        let sound = self.sound()?;
        if let Some(output) = self.output.as_deref().filter(|_| self.calibrate) {
            return self.write_voice(&sound, output);
        }
        let (timeline, fit) = self.timeline(&sound)?;
        match (&self.output, &self.onto) {
            (Some(output), None) => self.write_data(&timeline, fit, output)?,
            (Some(output), Some(file)) => {
                self.write_face((&sound, &timeline), file.as_deref(), (output, kind))?
            }
            (None, _) => ExitCode::SUCCESS,
        };
        match picture {
            Some(picture) => self.write_picture(picture, &sound, &timeline),
            None => Ok(ExitCode::SUCCESS),
        }
    }
}
