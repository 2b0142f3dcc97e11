//! Levels of detail of a set-up.

use super::meshes;
use crate::setup::Finding;
use crate::{SetupError, SetupFile};
use sinew::Character;
use sinew::actor::LodLevel;
use sinew::hair::HairDetail;
use sinew::internal::suggest;
use sinew::skeleton::JointMask;
use std::sync::Arc;

/// Name for all fingers.
const FINGERS: &str = "fingers";

/// Levels of detail, by distance.
pub(crate) fn load_levels(
    setup: &SetupFile,
    character: &Character,
    findings: &mut Vec<Finding>,
) -> Result<Arc<[LodLevel]>, SetupError> {
    let skeleton = character.skeleton();
    let mut levels = Vec::new();
    for (number, level) in setup.description().levels.iter().enumerate() {
        let field = format!("levels[{number}]");
        if !(level.distance.is_finite() && level.distance >= 0.0) {
            let message = format!("{} is no distance; expected metres", level.distance);
            return Err(setup.error(&format!("{field}.distance"), message));
        }
        if !(0.0..=1.0).contains(&level.hair) {
            let message = format!("{} is no share; expected a number from 0 to 1", level.hair);
            return Err(setup.error(&format!("{field}.hair"), message));
        }
        let mut mask = JointMask::uniform(skeleton, 1.0);
        for (n, name) in level.skip.iter().enumerate() {
            match (character.find_joint(name), character.humanoid()) {
                (Some(joint), _) => mask.set_branch(skeleton, joint, 0.0),
                (None, Some(body)) if name == FINGERS => body.exclude_fingers(skeleton, &mut mask),
                _ => {
                    let known = skeleton.joints().map(|joint| skeleton.name(joint)).chain([FINGERS]);
                    let message = format!("no joint called {name:?}; {}", suggest(name, known));
                    return Err(setup.error(&format!("{field}.skip[{n}]"), message));
                }
            }
        }
        let mut hidden = Vec::new();
        for (n, name) in level.hide.iter().enumerate() {
            match meshes::find(character, name) {
                Ok(found) => hidden.extend(found),
                Err(message) => findings.push(Finding { field: format!("{field}.hide[{n}]"), message }),
            }
        }
        let hair = if level.hair > 0.0 { HairDetail::new(level.hair, 1.0) } else { HairDetail::OFF };
        let joints = (!level.skip.is_empty()).then_some(mask);
        levels.push(LodLevel::new(level.distance).with_joints(joints).with_hidden(hidden).with_hair(hair));
    }
    levels.sort_by(|a, b| a.distance.total_cmp(&b.distance));
    Ok(levels.into())
}
