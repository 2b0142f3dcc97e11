//! Characters without meshes, for files of motions alone.

use crate::Report;
use sinew::character::CharacterParts;
use sinew::{Character, RawClip};

/// A character of the nodes of another, with its human bones, and the clips without the tracks of meshes.
pub(super) fn skeleton_only(
    character: &Character,
    clips: &[RawClip],
    report: &mut Report,
) -> Option<(Character, Vec<RawClip>)> {
    let parts = CharacterParts {
        skeleton: character.skeleton().clone(),
        humanoid: character.humanoid().cloned(),
        ..CharacterParts::default()
    };
    // Cannot fail: both fit each other in the character.
    let bare = Character::new(parts).ok()?;
    let lost = clips.iter().filter(|clip| !clip.morphs.is_empty()).count();
    if lost > 0 {
        let message = format!("morph tracks of {lost} clips are left out with the meshes");
        report.warn("export-left-out", "/clips", message);
    }
    let without =
        |clip: &RawClip| RawClip { morphs: Vec::new(), expressions: Vec::new(), gaze: None, ..clip.clone() };
    Some((bare, clips.iter().map(without).collect()))
}
