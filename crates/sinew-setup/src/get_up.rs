//! Clips that get a body up, by their names.

use crate::Setup;
use sinew::ClipId;

/// Whether a clip gets a character up from the floor, by its name: `get_up_front`, `Standing Up`.
#[must_use]
pub fn gets_up(clip: &str) -> bool {
    let name: String =
        clip.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    ["getup", "gettingup", "standup", "standingup"].iter().any(|word| name.contains(word))
}

impl Setup {
    /// Clips that get a fallen body up, for [`Actor::get_up`](sinew::Actor::get_up): those whose names say so.
    pub fn get_up_clips(&self) -> impl Iterator<Item = ClipId> {
        self.clips.ids().zip(self.clips.iter()).filter(|(_, clip)| gets_up(clip.name())).map(|(id, _)| id)
    }
}

#[cfg(test)]
mod tests {
    use super::gets_up;

    #[test]
    fn clips_that_get_up_are_found_by_their_names() {
        for name in ["get_up_front", "GetUp_Back", "Standing Up", "Armature|Stand-Up", "Getting Up"] {
            assert!(gets_up(name), "{name}");
        }
        for name in ["idle", "Stand", "Jump_Up", "up"] {
            assert!(!gets_up(name), "{name}");
        }
    }
}
