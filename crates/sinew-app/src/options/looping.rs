use crate::asset::clip_loop::leads_into_its_first_pose;
use clap::Args;
use sinew::{Actor, ClipId, WrapMode};

/// Option of all verbs that play a clip: its behaviour after its last key.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct LoopOption {
    /// Repeat the clip after its last key; without it only clips whose last pose leads into the first do, and
    /// others hold that pose
    #[arg(long = "loop")]
    repeats: bool,
}

impl LoopOption {
    /// Wrap mode of a clip of an actor.
    pub(crate) fn wrap(self, actor: &Actor, clip: ClipId) -> WrapMode {
        match self.repeats || leads_into_its_first_pose(actor.character(), &actor.clips()[clip]) {
            true => WrapMode::Loop,
            false => WrapMode::Clamp,
        }
    }

    /// Wrap mode of a clip that is shown at one time: its last pose holds, unless the user wants a loop.
    pub(crate) fn wrap_of_still(self) -> WrapMode {
        if self.repeats { WrapMode::Loop } else { WrapMode::Clamp }
    }
}
