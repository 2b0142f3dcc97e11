//! `sinew view`: the window.

use crate::asset::clip_choice::FileAndClip;
use crate::asset::source;
use crate::options::hide::HideOptions;
use crate::options::playback::PlaybackOptions;
use crate::player::rig::{self, ArmOptions};
use crate::report::failure::Outcome;
use crate::scene::SceneKind;
use crate::viewer;
use clap::Args;
use std::path::PathBuf;

/// Open a window on a character; drop others, or clips, on it.
#[derive(Args, Default)]
#[command(
    after_help = "Example:\n  sinew view hero.glb\n  sinew view hero.glb --clip Walk\n  sinew view hero.glb moves.glb\n  sinew view --scene stairs\n  sinew view --rig rig.ron\n\n\
    Later files count as dropped on the window: a character takes the place of the one before, a file with clips\n\
    alone is bound to it by the joints' names, and it plays by a graph and reaches with a rig (.ron). H in the window shows the keys."
)]
pub(crate) struct View {
    /// Characters or clips; the built-in character without
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    stance: PlaybackOptions,
    #[command(flatten)]
    hidden: HideOptions,
    /// What a person walks through or takes hold of, by the clip that is asked for, or the first that is called so; who has none borrows the built-in character's
    #[arg(long, value_enum, value_name = "NAME")]
    scene: Option<SceneKind>,
    /// What of the character can be taken hold of, to reach and to look (a RON file); its handles are there at once
    #[arg(long, value_name = "FILE")]
    rig: Option<PathBuf>,
    #[command(flatten)]
    arms: ArmOptions,
}

impl View {
    pub(crate) fn run(mut self) -> Outcome {
        let mut files = self.files.into_iter();
        let first = FileAndClip::parse(files.next().as_deref());
        self.stance.clip = self.stance.clip.or(first.clip);
        if let Some(scene) = self.scene.filter(|_| self.rig.is_some()) {
            rig::takes_rig(scene)?;
        }
        // Scenes can be left in the window, where all can be taken hold of.
        self.arms.tell_unused(None, self.rig.is_some(), true);
        let file = source::open(first.file.as_deref())?;
        viewer::run(
            file,
            files.collect(),
            &self.stance,
            self.scene,
            (self.rig.as_deref(), self.arms),
            &self.hidden,
        )
    }
}
