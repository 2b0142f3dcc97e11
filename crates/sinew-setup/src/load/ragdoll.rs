//! The ragdoll of a set-up.

use crate::file::Located;
use crate::setup::Finding;
use crate::{SetupError, SetupFile};
use sinew::internal::suggest;
use sinew::ragdoll::{MassProperties, Ragdoll, RagdollDescription, RagdollError, RagdollSettings};
use sinew::{Character, JointId};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Masses that a set-up may ask for, kg.
const MASSES: RangeInclusive<f32> = 1e-6..=1e9;
/// Least time for which a body lies before it gets up, seconds: one that begins to fall is slow, too.
const MIN_LYING: f32 = 0.1;
/// Densities of bodies, kg/m³: from soft toys, whose hulls hold air, to a machine of solid steel.
const DENSITIES: [f32; 2] = [20.0, 8000.0];

/// The ragdoll: described, else that of the model's file, else fitted. `None` for a model that none fits.
pub(crate) fn load_ragdoll(
    setup: &SetupFile,
    character: &Character,
    of_file: Option<&RagdollDescription>,
    findings: &mut Vec<Finding>,
) -> Result<Option<Arc<Ragdoll>>, SetupError> {
    let located = |error: RagdollError| match error {
        RagdollError::Description { location, message } => Located { location, message },
        error => Located::nowhere(error),
    };
    let part = setup.description().ragdoll.as_ref();
    let after = part.and_then(|part| part.get_up_after);
    if let Some(after) = after.filter(|after| !(after.is_finite() && *after >= MIN_LYING)) {
        let message = format!("{after}: expected seconds, at least {MIN_LYING}");
        return Err(setup.error("ragdoll.get_up_after", message));
    }
    if let Some(described) = part.and_then(|part| part.description.as_ref()) {
        let field = "ragdoll.description";
        let read = |text: &str| RagdollDescription::from_ron(text).map_err(located);
        let (description, source) = setup.part(field, described, read)?;
        let made = Ragdoll::from_description(&description, character);
        let made = made.map_err(|error| source.error(located(error)))?;
        findings.extend(unusual_mass(field, made.mass(), &made));
        return Ok(Some(Arc::new(made)));
    }
    let left_out = part.map_or(&[][..], |part| &part.leave_out);
    let mass = part.and_then(|part| part.mass);
    if let Some(mass) = mass.filter(|mass| !MASSES.contains(mass)) {
        let message = format!("a mass of {mass} is not possible; expected kg, such as 75");
        return Err(setup.error("ragdoll.mass", message));
    }
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
    findings.extend(mass.and_then(|mass| unusual_mass("ragdoll.mass", mass, &fitted)));
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

/// Finding about a mass that no body of this volume has.
fn unusual_mass(field: &str, mass: f32, ragdoll: &Ragdoll) -> Option<Finding> {
    let shapes = ragdoll.parts().iter().flat_map(|part| &part.shapes);
    let volume =
        MassProperties::of(shapes.map(|shape| (shape, 1.0))).mass / ragdoll.units_per_metre().powi(3);
    let [least, most] = DENSITIES.map(|density| volume * density);
    let is_usual = volume <= 0.0 || (least..=most).contains(&mass);
    (!is_usual).then(|| Finding {
        field: field.to_owned(),
        message: format!(
            "{mass} kg is too {} for a body of {} litres; expected {} to {} kg",
            if mass > most { "heavy" } else { "light" },
            short(volume * 1000.0),
            short(least),
            short(most)
        ),
    })
}

/// A number with two significant digits.
fn short(number: f32) -> String {
    let digits = (1.0 - number.max(1e-9).log10().floor()).clamp(0.0, 9.0) as usize;
    format!("{number:.digits$}")
}
