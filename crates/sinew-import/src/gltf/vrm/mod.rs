//! VRM extensions of glTF: VRM 1.0 and 0.x avatars, `.vrma` animations, node constraints and spring bones.
//! Invalid VRM data does not prevent the import of the model: it is reported and left out.

mod animation;
mod bones;
mod constraint;
mod expression0;
mod expression1;
mod facing;
mod first_person;
mod json;
mod look_at;
mod meta;
mod refs;
mod spring0;
mod spring1;
mod toon0;
mod toon1;

use super::bounded_json::{Raw, read_part};
use super::source::Source;
use crate::ImportError;
use json::{Springs1, Vrm0, Vrm1, Vrma1};
use refs::Refs;
use serde::de::DeserializeOwned;
use sinew::{CharacterParts, RawClip};

pub(super) use toon1::read as read_toon;

impl Source<'_> {
    /// Parses a separate part of the JSON; `None` if it is missing, or invalid, which is reported.
    pub(super) fn part<T: DeserializeOwned>(
        &mut self,
        raw: &Raw,
        location: &str,
    ) -> Result<Option<T>, ImportError> {
        let Some(raw) = raw else { return Ok(None) };
        let left = self.budget.left();
        let mut after = left;
        let part = read_part(raw.get(), &mut after);
        self.budget.take(left - after, 1, location)?;
        match part {
            Ok(part) => Ok(Some(part)),
            Err((within, message)) => {
                let within = if within == "/" { String::new() } else { within };
                self.report.error(
                    "vrm",
                    format!("{location}{within}"),
                    format!("{message}; the extension is left out"),
                );
                Ok(None)
            }
        }
    }
}

/// Reads all VRM extensions into `parts` and `clips`. A VRM 0.x model is rotated to face +Z.
pub(super) fn read(
    source: &mut Source<'_>,
    parts: &mut CharacterParts,
    clips: &mut [RawClip],
) -> Result<(), ImportError> {
    constraint::read(source, parts)?;
    let extensions = std::mem::take(&mut source.json.extensions);
    let springs: Option<Springs1> = source.part(&extensions.springs, "/extensions/VRMC_springBone")?;
    if let Some(springs) = springs {
        let mut refs = Refs::new(source, parts, "/extensions/VRMC_springBone");
        parts.spring_bones = spring1::read(&springs, &mut refs);
    }
    if extensions.vrm1.is_some() {
        let vrm: Option<Vrm1> = source.part(&extensions.vrm1, "/extensions/VRMC_vrm")?;
        if let Some(vrm) = vrm {
            read1(source, &vrm, parts)?;
        }
    } else if extensions.vrm0.is_some() {
        let vrm: Option<Vrm0> = source.part(&extensions.vrm0, "/extensions/VRM")?;
        read0(source, &vrm.unwrap_or_default(), parts)?;
        facing::rotate_to_face_forward(parts, clips);
        let message = "VRM 0.x models face -Z; the model is rotated about Y to face +Z";
        source.report.info("axes", "/extensions/VRM", message);
    }
    let vrma: Option<Vrma1> = source.part(&extensions.vrma, "/extensions/VRMC_vrm_animation")?;
    if let Some(vrma) = vrma {
        let bones =
            bones::read1(&vrma.humanoid, &mut Refs::new(source, parts, "/extensions/VRMC_vrm_animation"));
        bones.apply(source, parts, "/extensions/VRMC_vrm_animation/humanoid");
        animation::read(source, &vrma, parts, clips);
    }
    Ok(())
}

fn read1(source: &mut Source<'_>, vrm: &Vrm1, parts: &mut CharacterParts) -> Result<(), ImportError> {
    let mut refs = Refs::new(source, parts, "/extensions/VRMC_vrm");
    let bones = bones::read1(&vrm.humanoid, &mut refs);
    let (preset, custom) = vrm.expressions.as_ref().map_or((&[][..], &[][..]), |e| (&e.preset, &e.custom));
    let expressions = expression1::read(preset, custom, &mut refs);
    let meta = meta::read1(&vrm.meta, &mut refs);
    let look_at = vrm.look_at.as_ref().and_then(|look_at| look_at::read1(look_at, &bones));
    let first_person = first_person::read1(vrm.first_person.as_ref(), &bones, &mut refs);
    (parts.expressions, parts.meta) = (expressions, Some(meta));
    (parts.look_at, parts.first_person) = (look_at, first_person);
    bones.apply(source, parts, "/extensions/VRMC_vrm/humanoid");
    first_person::reserve(source, parts)
}

fn read0(source: &mut Source<'_>, vrm: &Vrm0, parts: &mut CharacterParts) -> Result<(), ImportError> {
    toon0::read(&vrm.material_properties, &mut parts.materials, parts.textures.len(), &mut source.report);
    let mut refs = Refs::new(source, parts, "/extensions/VRM");
    let bones = bones::read0(&vrm.humanoid, &mut refs);
    let groups = vrm.blend_shape_master.as_ref().map_or(&[][..], |master| &master.blend_shape_groups);
    let expressions = expression0::read(groups, &mut refs);
    let meta = meta::read0(&vrm.meta, &mut refs);
    let look_at = vrm.first_person.as_ref().and_then(|first_person| look_at::read0(first_person, &bones));
    let first_person = first_person::read0(vrm.first_person.as_ref(), &bones, &mut refs);
    let spring_bones = vrm.secondary_animation.as_ref().map(|secondary| spring0::read(secondary, &mut refs));
    (parts.expressions, parts.meta) = (expressions, Some(meta));
    (parts.look_at, parts.first_person) = (look_at, first_person);
    if let Some(spring_bones) = spring_bones {
        parts.spring_bones = spring_bones;
    }
    bones.apply(source, parts, "/extensions/VRM/humanoid");
    first_person::reserve(source, parts)
}
