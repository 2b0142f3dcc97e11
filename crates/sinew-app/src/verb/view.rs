//! `sinew view`: the window.

use crate::asset::clip_choice::FileAndClip;
use crate::asset::input_file::is_standard_input;
use crate::asset::source;
use crate::options::arms::ArmOptions;
use crate::options::camera::CameraOptions;
use crate::options::hair::HairOptions;
use crate::options::hide::HideOptions;
use crate::options::light::LightOptions;
use crate::options::playback::PlaybackOptions;
use crate::options::scene::SceneChoice;
use crate::options::wrinkles::WrinkleOptions;
use crate::player::rig;
use crate::report::failure::{Failure, Outcome};
use crate::show::built_in;
use crate::viewer;
use clap::Args;
use std::path::PathBuf;

/// Open the viewer on a character; drop other characters, clips, graphs, rigs or sounds on it.
#[derive(Args, Default)]
#[command(after_help = "Example:\n  sinew view hero.glb\n  sinew view hero.glb --clip Walk\n  \
    sinew view hero.glb moves.glb\n  sinew view my_show.ron\n  sinew view --scene show\n  \
    sinew view --scene stairs\n  sinew view hero.glb --azimuth 30 \
    --elevation -10 --zoom 1.5\n  sinew view --rig rig.ron\n  sinew view hero.glb --ragdoll hero.ron\n  \
    sinew view hero.glb --speech line.wav\n  \
    sinew view hero.glb --groom bob --groom brows --wind 3,0,-2\n\n\
    Later files count as dropped on the window: a character replaces the one before, clips of a file without meshes are\n\
    added to it, a graph (.ron) drives it, a rig (.ron) replaces its IK rig, \
    a ragdoll (.ron) is how it falls, wrinkles (.ron) fold its skin, \
    a haircut (.ron, .groom, .hair, .tfx) is put on, and a sound is spoken. H in the window shows the keys.\n\n\
    Files in use are watched: one that is saved is read anew, and the window goes on from where it is.")]
pub(crate) struct View {
    /// Characters, clips or a show; default: the built-in character
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    playback: PlaybackOptions,
    #[command(flatten)]
    hidden: HideOptions,
    /// The built-in show, or a scene for a humanoid, with the clip of --clip, the first whose name matches, or
    /// one of the built-in character
    #[arg(long, value_enum, value_name = "NAME")]
    scene: Option<SceneChoice>,
    /// IK rig (a RON file); its handles are shown
    #[arg(long, value_name = "FILE")]
    rig: Option<PathBuf>,
    /// Ragdoll as text (a RON file); its parts are shown, and D drops the character
    #[arg(long, value_name = "FILE")]
    ragdoll: Option<PathBuf>,
    #[command(flatten)]
    hair: HairOptions,
    #[command(flatten)]
    wrinkles: WrinkleOptions,
    #[command(flatten)]
    arms: ArmOptions,
    #[command(flatten)]
    camera: CameraOptions,
    #[command(flatten)]
    light: LightOptions,
    /// Sound that the character speaks: WAV, AIFF, FLAC, Ogg (Vorbis, Opus) or MP3; phones of a TextGrid of
    /// the same name are shown
    #[arg(long, value_name = "FILE")]
    speech: Option<PathBuf>,
}

impl View {
    /// First view of the character.
    #[cfg(test)]
    pub(crate) fn camera(&self) -> CameraOptions {
        self.camera
    }

    pub(crate) fn run(mut self) -> Outcome {
        if self.files.iter().any(|file| is_standard_input(file)) {
            return Err(Failure::Call("the window cannot open standard input; give a file".into()));
        }
        if let Some(speech) = self.speech.as_ref().filter(|speech| !viewer::is_sound(speech)) {
            let message = format!("--speech {}: expected .wav, .flac, .ogg or .mp3", speech.display());
            return Err(Failure::Call(message));
        }
        if self.scene == Some(SceneChoice::Show) && !self.files.is_empty() {
            return Err(SceneChoice::show_with_file());
        }
        let (sounds, characters): (Vec<_>, Vec<_>) =
            self.files.into_iter().partition(|file| viewer::is_sound(file));
        let mut files = characters.into_iter().peekable();
        // A show is opened over the built-in character.
        let first = files.next_if(|path| !built_in::is_show(path));
        let first = FileAndClip::parse(first.as_deref());
        self.playback.clip = self.playback.clip.or(first.clip);
        if let Some(scene) = self.scene.and_then(SceneChoice::kind).filter(|_| self.rig.is_some()) {
            rig::refuse_custom_rig(scene)?;
        }
        // The user can leave a scene in the window, so only --rig makes the option unused.
        self.arms.report_unused(None, self.rig.is_some(), true);
        let file = source::open(first.file.as_deref(), &self.playback.input)?;
        viewer::run(
            file,
            files.chain(sounds).chain(self.speech).collect(),
            &self.playback,
            self.scene,
            (self.rig.as_deref(), self.arms, self.ragdoll.as_deref()),
            (&self.hidden, &self.hair, &self.wrinkles),
            (self.camera, &self.light),
        )
    }
}
