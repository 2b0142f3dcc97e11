//! Human bones that the user names.

use crate::error::quoted;
use crate::{ImportError, ImportOptions, Report};
use sinew::humanoid::{HumanBone, Humanoid};
use sinew::text::did_you_mean;
use sinew::{CharacterParts, JointId, Skeleton};

/// The named bones whose nodes the file has.
pub(crate) fn joints(skeleton: &Skeleton, options: &ImportOptions) -> Vec<(HumanBone, JointId)> {
    let joint =
        |(bone, node): (&HumanBone, &String)| Some((*bone, ImportOptions::find_node(skeleton, node)?));
    options.bones.iter().filter_map(joint).collect()
}

/// Humanoid of the named bones, completed by those that the file states or that were found; `None` where no
/// bone is named.
pub(crate) fn humanoid(
    parts: &CharacterParts,
    options: &ImportOptions,
    report: &mut Report,
) -> Result<Option<Humanoid>, ImportError> {
    let skeleton = &parts.skeleton;
    for (bone, node) in &options.bones {
        if ImportOptions::find_node(skeleton, node).is_none() {
            let near = did_you_mean(node, skeleton.joints().map(|joint| skeleton.name(joint)));
            let message = format!("{bone} is to be node {}, which the file lacks; {near}", quoted(node));
            report.info("bone-name", "/nodes", message.trim_end().trim_end_matches(';'));
        }
    }
    let bones = joints(skeleton, options);
    if bones.is_empty() {
        return Ok(None);
    }
    let made = Humanoid::with_named_bones(skeleton, &bones, parts.humanoid.as_ref());
    let made = made.map_err(|e| ImportError::new("bone-map", "/nodes", e.to_string()))?;
    let missing: Vec<&str> = made.named_bones.missing().map(HumanBone::name).collect();
    if !missing.is_empty() {
        let message = format!("the humanoid still lacks {}", missing.join(", "));
        report.warn("bone-map", "/nodes", message);
    }
    Ok(Some(made))
}
