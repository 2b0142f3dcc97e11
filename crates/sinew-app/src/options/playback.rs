use crate::asset::clip_choice::{FileAndClip, find};
use crate::asset::source::Loaded;
use crate::options::attach::Attach;
use crate::options::events::EventOptions;
use crate::options::input::InputOptions;
use crate::options::looping::LoopOption;
use crate::options::number::{millimetres, second_of_play, seconds};
use crate::options::random_face::RandomFaceOptions;
use crate::options::reference::ReferenceOption;
use crate::options::root_motion::RootMotionOptions;
use crate::report::failure::Failure;
use clap::Args;
use sinew::RawClip;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Clip, graph, weights and attachments of a character: options of `pose`, `render`, `bake` and `view`.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct PlaybackOptions {
    /// Clip by number (from 0) or name. OTHER_FILE or OTHER_FILE#C takes it from another file, #C from the
    /// built-in character: retargeted between humanoids, else bound by joint names
    #[arg(long, value_name = "C", allow_negative_numbers = true)]
    pub(crate) clip: Option<String>,
    /// Time in the clip, in seconds from the file's zero
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) time: Option<f64>,
    #[command(flatten)]
    pub(crate) looping: LoopOption,
    /// Play an animation graph (a RON file) instead of one clip
    #[arg(long, value_name = "FILE")]
    pub(crate) graph: Option<PathBuf>,
    /// Set a parameter of the graph at a time in seconds (default: 0); triggers and bools need no value; may
    /// be repeated
    #[arg(long, value_name = "NAME[=V][@S]")]
    pub(crate) set: Vec<Setting>,
    /// Move the character by the root motion of its clips; --root-motion extracts it from clips that have
    /// none
    #[arg(long, alias = "travel")]
    pub(crate) apply_root_motion: bool,
    /// True when a scene, not the user, turned root motion on.
    #[arg(skip)]
    pub(crate) scene_applies_root_motion: bool,
    /// Clips for a scene that the file lacks; they follow its own.
    #[arg(skip)]
    pub(crate) fallback_clips: Vec<RawClip>,
    /// Play compressed clips, with an error of at most MM millimetres at every key
    #[arg(long, value_name = "MM", value_parser = millimetres, allow_negative_numbers = true)]
    pub(crate) compress: Option<f32>,
    /// Leave joints at rest, as a lower level of detail does: `fingers`, or a joint and its descendants; may
    /// be repeated
    #[arg(long, value_name = "JOINT")]
    pub(crate) skip: Vec<String>,
    /// Weight of an expression, 0 to 1; may be repeated
    #[arg(long, value_name = "NAME=W", value_parser = expression_weight)]
    pub(crate) expression: Vec<Weight>,
    /// Weight of a morph target, usually 0 to 1, but any number; may be repeated
    #[arg(long, value_name = "NAME=W")]
    pub(crate) morph: Vec<Weight>,
    #[command(flatten)]
    pub(crate) random_face: RandomFaceOptions,
    /// Attach another file to a joint or human bone; may be repeated. A hand holds it by its handle, which is
    /// found from its nodes (grip, handle, hilt) or its shape; otherwise its origin is on the joint.
    /// :offset=X,Y,Z moves it (metres), :turn=X,Y,Z turns it about X, then Y, then Z (degrees), :scale=S
    /// scales it, all along the axes of the joint, or with a handle along those of the fist: +Y along the handle to the
    /// thumb, +Z along straight fingers. :grip=none uses no handle (the default with an offset or a turn),
    /// :grip=auto finds it, :grip=NODE is a node of the file. Example: sword.glb@rightHand:scale=0.8
    #[arg(long, value_name = "FILE@JOINT[:OPTION=V]")]
    pub(crate) attach: Vec<Attach>,
    /// Spring bones (a RON file) in place of the file's own: tails, ears, skirts of any rig. The settings are
    /// in docs/springs.md; a file for one tail:
    /// `(chains: [(from: "tail_01", stiffness: 0.8, gravity: 0.3, drag: 0.4)])`
    #[arg(long, value_name = "FILE")]
    pub(crate) spring_bones: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) input: InputOptions,
    #[command(flatten)]
    pub(crate) reference: ReferenceOption,
    #[command(flatten)]
    pub(crate) events: EventOptions,
    #[command(flatten)]
    pub(crate) root_motion: RootMotionOptions,
}

impl PlaybackOptions {
    /// Fails for an event of a clip that `file` lacks, before another file's clip is retargeted to it.
    pub(crate) fn check_event_names(&self, file: &Loaded) -> Result<(), Failure> {
        let mut clips: Vec<RawClip> = Vec::new();
        let mut add = |name: &str| clips.push(RawClip { name: name.to_owned(), ..RawClip::default() });
        let playable = file.imported.clips.iter().chain(&self.fallback_clips);
        playable.for_each(|clip| add(&clip.name));
        let is_own = |choice: &&str| find(&file.imported.clips, choice).is_some();
        if let Some(choice) = self.clip.as_deref().filter(|choice| !is_own(choice)) {
            let borrowed = FileAndClip::parse(Some(Path::new(choice))).clip;
            // A number, or a file alone, does not say the clip's name.
            match borrowed.filter(|clip| clip.parse::<usize>().is_err()) {
                Some(name) => add(&name),
                None => return Ok(()),
            }
        }
        self.events.check_names(&clips, &file.name)
    }
}

/// Value of `--expression` and `--morph`: `NAME=W`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Weight {
    pub(crate) name: String,
    pub(crate) weight: f32,
}

impl FromStr for Weight {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, weight) = text.rsplit_once('=').ok_or("expected NAME=W, such as smile=0.5")?;
        let weight: f32 = weight.parse().map_err(|_| format!("{weight:?} is not a number"))?;
        if !weight.is_finite() {
            return Err("expected a finite weight".into());
        }
        Ok(Self { name: name.into(), weight })
    }
}

/// Value of `--expression`: `NAME=W` with a weight from 0 to 1.
fn expression_weight(text: &str) -> Result<Weight, String> {
    let weight: Weight = text.parse()?;
    match (0.0..=1.0).contains(&weight.weight) {
        true => Ok(weight),
        false => Err(format!("expected a weight from 0 to 1, not {}", weight.weight)),
    }
}

/// Value of `--set`: `NAME[=V][@S]`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Setting {
    pub(crate) name: String,
    pub(crate) value: SettingValue,
    /// Seconds of playback.
    pub(crate) at: f64,
}

/// Value of a graph parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SettingValue {
    /// No value given: fires a trigger, sets a bool.
    Set,
    Bool(bool),
    Number(f32),
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (rest, at) = match text.rsplit_once('@') {
            Some((rest, at)) => (rest, second_of_play(at)?),
            None => (text, 0.0),
        };
        let (name, value) = match rest.rsplit_once('=') {
            None => (rest, SettingValue::Set),
            Some((name, "true" | "yes")) => (name, SettingValue::Bool(true)),
            Some((name, "false" | "no")) => (name, SettingValue::Bool(false)),
            Some((name, number)) => {
                let number = number.parse().ok().filter(|v: &f32| v.is_finite());
                (name, SettingValue::Number(number.ok_or("expected a number, true or false")?))
            }
        };
        if name.is_empty() {
            return Err("expected NAME=V, such as speed=1.5, or NAME=V@S".into());
        }
        Ok(Self { name: name.into(), value, at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_contain_the_separators() {
        assert_eq!("a=b=0.5".parse(), Ok(Weight { name: "a=b".into(), weight: 0.5 }));
        let setting = |name: &str, value, at| Ok(Setting { name: name.into(), value, at });
        assert_eq!("speed=1.5@2".parse(), setting("speed", SettingValue::Number(1.5), 2.0));
        assert_eq!("jump@0.5".parse(), setting("jump", SettingValue::Set, 0.5));
        assert_eq!("armed=false".parse(), setting("armed", SettingValue::Bool(false), 0.0));
        assert_eq!("jump@-0".parse(), setting("jump", SettingValue::Set, 0.0));
        for wrong in ["speed=1@-1", "jump@-0.1", "jump@soon", "jump@"] {
            assert!(wrong.parse::<Setting>().is_err_and(|e| e.contains("0 or more")), "{wrong}");
        }
        assert!("speed=fast".parse::<Setting>().is_err() && "=1".parse::<Setting>().is_err());
        for wrong in ["smile", "smile=", "smile=x", "smile=NaN", "smile=inf"] {
            assert!(wrong.parse::<Weight>().is_err(), "{wrong}");
        }
        for wrong in ["happy=5", "happy=-0.1", "happy=NaN", "happy"] {
            assert!(expression_weight(wrong).is_err(), "{wrong}");
        }
        assert!(expression_weight("happy=0").is_ok() && expression_weight("happy=1").is_ok());
    }
}
