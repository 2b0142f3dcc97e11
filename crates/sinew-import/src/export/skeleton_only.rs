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
    let has_face =
        |clip: &RawClip| !clip.morphs.is_empty() || !clip.expressions.is_empty() || clip.gaze.is_some();
    let lost = clips.iter().filter(|clip| has_face(clip)).count();
    if lost > 0 {
        let all = clips.len();
        let message = format!(
            "morph, expression and gaze tracks are left out with the meshes, in {lost} of {all} clips"
        );
        report.warn("export-left-out", "/clips", message);
    }
    let without =
        |clip: &RawClip| RawClip { morphs: Vec::new(), expressions: Vec::new(), gaze: None, ..clip.clone() };
    Some((bare, clips.iter().map(without).collect()))
}
