use crate::asset::clip_loop::leads_into_its_first_pose;
use clap::Args;
use sinew::{Actor, ClipId, WrapMode};

/// What follows the last key of a clip: option of all verbs that play one.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct LoopOption {
    /// Repeat the clip after its last key; without it only clips whose last pose leads into the first do, and others hold that pose
    #[arg(long = "loop")]
    repeats: bool,
}

impl LoopOption {
    /// How a clip of an actor goes on after its last key.
    pub(crate) fn wrap(self, actor: &Actor, clip: ClipId) -> WrapMode {
        match self.repeats || leads_into_its_first_pose(actor.character(), &actor.clips()[clip]) {
            true => WrapMode::Loop,
            false => WrapMode::Clamp,
        }
    }

    /// How a clip goes on that is shown at one time: its last pose holds, unless the user wants a loop.
    pub(crate) fn wrap_of_still(self) -> WrapMode {
        if self.repeats { WrapMode::Loop } else { WrapMode::Clamp }
    }
}
