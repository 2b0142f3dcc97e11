//! Position of a humanoid's origin: on the ground between the feet, or elsewhere, such as at the hips.

use crate::Imported;
use sinew::Character;
use sinew::body::TPose;
use sinew::humanoid::HumanBone;

/// Largest distance of the soles from height 0 that is not remarked on, as a share of the body's height.
const MAX_SHARE: f32 = 0.05;

/// Height of the soles of a humanoid in its reference pose in metres, where that is far from 0; `None` for
/// others, and for bodies that do not stand in it.
pub(crate) fn far_soles(character: &Character) -> Option<f32> {
    let body = character.humanoid()?;
    let soles = TPose::new(character.skeleton(), body).with_skin(character).ground_height()?;
    let model = character.reference_model();
    let height = |bone| Some(model.get(body.named_bones.joint(bone)?.index())?.translation.y);
    let top = HumanBone::ALL.into_iter().filter_map(height).reduce(f32::max)?;
    (soles.is_finite() && soles.abs() > MAX_SHARE * (top - soles)).then_some(soles)
}

/// Reports a humanoid whose soles are far from height 0.
pub(crate) fn report_far_soles(imported: &mut Imported) {
    let character = &imported.character;
    let Some(soles) = far_soles(character) else { return };
    let hips = character.humanoid().and_then(|body| body.joint(HumanBone::Hips));
    let hips = hips.and_then(|hips| Some(character.reference_model().get(hips.index())?.translation.y));
    let is_at_hips = hips.is_some_and(|hips| hips.abs() < MAX_SHARE * soles.abs());
    let (distance, side) = (soles.abs(), if soles < 0.0 { "below" } else { "above" });
    let remark = if is_at_hips { ", which is at the hips" } else { "" };
    let message = format!(
        "while the body stands, its soles are {distance:.2} m {side} the origin{remark}; expected height 0; \
         a VRM export moves them there"
    );
    imported.report.info("origin", "file", message);
}
