//! The ragdoll of a set-up.

use crate::file::Located;
use crate::{SetupError, SetupFile};
use sinew::internal::suggest;
use sinew::ragdoll::{Ragdoll, RagdollDescription, RagdollError, RagdollSettings};
use sinew::{Character, JointId};
use std::sync::Arc;

/// The ragdoll: described, else that of the model's file, else fitted. `None` for a model that none fits.
pub(crate) fn load_ragdoll(
    setup: &SetupFile,
    character: &Character,
    of_file: Option<&RagdollDescription>,
) -> Result<Option<Arc<Ragdoll>>, SetupError> {
    let located = |error: RagdollError| match error {
        RagdollError::Description { location, message } => Located { location, message },
        error => Located::nowhere(error),
    };
    let part = setup.description().ragdoll.as_ref();
    if let Some(described) = part.and_then(|part| part.description.as_ref()) {
        let field = "ragdoll.description";
        let read = |text: &str| RagdollDescription::from_ron(text).map_err(located);
        let (description, source) = setup.part(field, described, read)?;
        let made = Ragdoll::from_description(&description, character);
        return Ok(Some(Arc::new(made.map_err(|error| source.error(located(error)))?)));
    }
    let left_out = part.map_or(&[][..], |part| &part.leave_out);
    let mass = part.and_then(|part| part.mass);
    let of_file = of_file.filter(|_| left_out.is_empty() && mass.is_none());
    if let Some(Ok(made)) = of_file.map(|description| Ragdoll::from_description(description, character)) {
        return Ok(Some(Arc::new(made)));
    }
    let settings = RagdollSettings::default().with_mass(mass);
    let fitted = match Ragdoll::fit_with(character, &settings) {
        Ok(fitted) => fitted,
        // Nothing was asked for.
        Err(_) if part.is_none() => return Ok(None),
        Err(error) => return Err(setup.error("ragdoll", error)),
    };
    if left_out.is_empty() {
        return Ok(Some(Arc::new(fitted)));
    }
    let skeleton = character.skeleton();
    let mut without = Vec::new();
    for (n, name) in left_out.iter().enumerate() {
        let known = || skeleton.joints().map(|joint| skeleton.name(joint));
        let missing = || format!("no joint called {name:?}; {}", suggest(name, known()));
        let at = format!("ragdoll.leave_out[{n}]");
        without.push(character.find_joint(name).ok_or_else(|| setup.error(&at, missing()))?);
    }
    let is_left_out = |joint: &JointId| {
        without.iter().any(|above| joint == above || skeleton.is_descendant_of(*joint, *above))
    };
    let joints = fitted.parts().iter().map(|part| part.joint).filter(|joint| !is_left_out(joint)).collect();
    let fitted = Ragdoll::fit_with(character, &settings.with_joints(joints));
    fitted.map(|fitted| Some(Arc::new(fitted))).map_err(|error| setup.error("ragdoll.leave_out", error))
}
