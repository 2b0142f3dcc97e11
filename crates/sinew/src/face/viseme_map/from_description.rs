//! Viseme maps from descriptions.

use super::jaw::Jaw;
use super::map::VisemeMap;
use super::targets::{Row, VisemeTargets};
use crate::character::{Character, ExpressionId};
use crate::face::{FaceError, FaceRigDescription, JawDescription, Viseme, VisemeShapes};
use crate::math::angle::shown_degrees;
use crate::skeleton::MAX_WEIGHT;
use crate::text::{abbreviate, suggest};
use std::collections::BTreeMap;
use std::f32::consts::PI;

type Resolved<T> = Result<T, FaceError>;

impl VisemeMap {
    /// The mouth of a description, for a character that has the shapes. Blink, emotions and correctives are
    /// no part of it.
    ///
    /// # Errors
    /// When the character lacks a shape or the jaw joint, a number is not finite or too large, or nothing
    /// moves.
    pub fn from_description(
        description: &FaceRigDescription,
        character: &Character,
    ) -> Result<Self, FaceError> {
        let mut map = Self::empty(character, VisemeTargets::Custom);
        let morphs = description.rows("morphs", |shapes| &shapes.morphs)?;
        for (name, (_, viseme)) in &morphs {
            if character.find_morphs(name).next().is_none() {
                let known = suggest(name, character.morph_targets().map(|(_, name)| name));
                let message = format!("no morph target called {:?}; {known}", abbreviate(name));
                return Err(error(location(*viseme, "morphs", name), message));
            }
        }
        let own = character.morph_targets();
        map.morphs = own.filter_map(|(id, name)| Some((id, morphs.get(name)?.0))).collect();
        let mut expressions: BTreeMap<ExpressionId, Row> = BTreeMap::new();
        for (name, (row, viseme)) in description.rows("expressions", |shapes| &shapes.expressions)? {
            let id = character.find_expression(name).ok_or_else(|| {
                let known = suggest(name, character.expressions().iter().map(|own| own.name.as_str()));
                let message = format!("no expression called {:?}; {known}", abbreviate(name));
                error(location(viseme, "expressions", name), message)
            })?;
            if expressions.insert(id, row).is_some() {
                let message = format!("{:?} is the same expression as one before it", abbreviate(name));
                return Err(error(location(viseme, "expressions", name), message));
            }
        }
        map.expressions = expressions.into_iter().collect();
        map.jaw = description.jaw(character)?;
        match map.morphs.is_empty() && map.expressions.is_empty() && map.jaw.is_none() {
            true => {
                Err(error("visemes".into(), "nothing moves; expected shapes of visemes, or a jaw".into()))
            }
            false => Ok(map),
        }
    }
}

impl FaceRigDescription {
    /// Weights of each shape of a kind by name, with the first viseme that has it.
    fn rows<'a>(
        &'a self,
        field: &str,
        shapes: impl Fn(&'a VisemeShapes) -> &'a BTreeMap<String, f32>,
    ) -> Resolved<BTreeMap<&'a str, (Row, Viseme)>> {
        let mut rows = BTreeMap::new();
        for (viseme, described) in &self.visemes {
            for (name, weight) in shapes(described) {
                check(*weight, || location(*viseme, field, name))?;
                let (row, _) = rows.entry(name.as_str()).or_insert(([0.0; Viseme::COUNT], *viseme));
                row[viseme.index()] = *weight;
            }
        }
        Ok(rows)
    }

    fn jaw(&self, character: &Character) -> Resolved<Option<Jaw>> {
        let mut openings = [0.0; Viseme::COUNT];
        for (viseme, shapes) in &self.visemes {
            let location = || format!("visemes[\"{viseme}\"].jaw");
            check(shapes.jaw, location)?;
            if shapes.jaw != 0.0 && self.jaw.is_none() {
                let message = "there is no jaw joint to open; add one, such as jaw: (joint: \"jaw\")";
                return Err(error(location(), message.into()));
            }
            openings[viseme.index()] = shapes.jaw;
        }
        let Some(JawDescription { joint, angle, axis }) = &self.jaw else { return Ok(None) };
        let found = character.find_joint(joint).ok_or_else(|| {
            let known = suggest(joint, character.joint_names());
            error("jaw.joint".into(), format!("no joint called {:?}; {known}", abbreviate(joint)))
        })?;
        if !(-PI..=PI).contains(angle) {
            return Err(error(
                "jaw.angle".into(),
                format!("{} is no angle; expected −180 to 180 degrees", shown_degrees(*angle)),
            ));
        }
        let axis = axis.try_normalize().filter(|axis| axis.is_normalized());
        let axis = axis.ok_or_else(|| error("jaw.axis".into(), "it has no direction".into()))?;
        Ok(Some(Jaw::new(character, found, axis, *angle, openings)))
    }
}

/// Field path of a shape.
fn location(viseme: Viseme, field: &str, name: &str) -> String {
    format!("visemes[\"{viseme}\"].{field}[\"{}\"]", abbreviate(name))
}

fn error(location: String, message: String) -> FaceError {
    FaceError::Description { location, message }
}

fn check(weight: f32, location: impl FnOnce() -> String) -> Resolved<()> {
    match weight.abs() <= MAX_WEIGHT {
        true => Ok(()),
        false => Err(error(location(), format!("{weight} is not a weight; expected a number such as 0.5"))),
    }
}
