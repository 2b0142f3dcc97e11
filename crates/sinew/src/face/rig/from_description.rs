//! Faces from descriptions.

use super::FaceRig;
use crate::character::{Character, MorphTargetId};
use crate::face::arkit::ArKitShapes;
use crate::face::correctives::{Correctives, MAX_GAIN};
use crate::face::emotion::{EmotionTable, ShapeEmotion, ShapeEmotions};
use crate::face::{FaceError, FaceRigDescription, MorphShapes, VisemeMap};
use crate::skeleton::MAX_WEIGHT;
use crate::text::{abbreviate, suggest};
use std::sync::Arc;

type Described<T> = Result<T, FaceError>;

impl FaceRig {
    /// The face of a character with the shapes of a description, over what is [found](Self::new).
    ///
    /// # Errors
    /// As [`with_description`](Self::with_description).
    pub fn from_description(
        description: &FaceRigDescription,
        character: &Arc<Character>,
    ) -> Result<Self, FaceError> {
        Self::new(character).with_description(description)
    }

    /// Sets the shapes of a description: the mouth for speech, the lids of blinks, the emotions, the
    /// correctives. Of a field that is left out, mouth, lids and correctives stay as they are; the emotions
    /// are those described and those of the character.
    ///
    /// # Errors
    /// When the description names nothing or a shape that the character lacks, or a number is not finite or
    /// too large.
    pub fn with_description(mut self, description: &FaceRigDescription) -> Result<Self, FaceError> {
        let character = self.character.clone();
        let has_others = description.blink.is_some()
            || !description.emotions.is_empty()
            || !description.correctives.is_empty();
        let map = match description.has_mouth() || !has_others {
            true => Some(Arc::new(VisemeMap::from_description(description, &character)?)),
            false => None,
        };
        let blink = description.blink.as_ref().map(|shapes| self.found(shapes, "blink")).transpose()?;
        let mut emotions = Vec::new();
        for (name, shapes) in &description.emotions {
            let morphs = self.found(shapes, &format!("emotions[\"{}\"]", abbreviate(name)))?;
            emotions.push(ShapeEmotion::new(&character, name, morphs));
        }
        let correctives = self.described_correctives(description)?;
        let emotions = ShapeEmotions::new(&character, &ArKitShapes::of(&character), emotions);
        self.emotions = EmotionTable::new(character.expressions(), emotions);
        if map.is_some() {
            self.mouth_shapes.set_viseme_map(&character, map.as_deref());
            self.viseme_map = map;
        }
        if let Some(blink) = blink {
            self.set_eyelids(blink);
        }
        if !description.correctives.is_empty() {
            self.correctives = correctives;
        }
        Ok(self)
    }

    /// Morph targets of shapes with their weights.
    fn found(&self, shapes: &MorphShapes, field: &str) -> Described<Vec<(MorphTargetId, f32)>> {
        let mut found = Vec::new();
        for (name, weight) in &shapes.morphs {
            let error = |message| FaceError::Description {
                location: format!("{field}.morphs[\"{}\"]", abbreviate(name)),
                message,
            };
            if weight.is_nan() || weight.abs() > MAX_WEIGHT {
                return Err(error(format!("{weight} is not a weight; expected a number such as 0.5")));
            }
            let before = found.len();
            found.extend(self.character.find_morphs(name).map(|id| (id, *weight)));
            if found.len() == before {
                let known = suggest(name, self.character.morph_targets().map(|(_, name)| name));
                return Err(error(format!("no morph target called {:?}; {known}", abbreviate(name))));
            }
        }
        Ok(found)
    }

    fn described_correctives(&self, description: &FaceRigDescription) -> Described<Correctives> {
        let mut all = Correctives::default();
        for (number, corrective) in description.correctives.iter().enumerate() {
            let wrong = |field: &str, message: String| FaceError::Description {
                location: format!("correctives[{number}].{field}"),
                message,
            };
            if !(-MAX_GAIN..=MAX_GAIN).contains(&corrective.gain) {
                let message = format!("{} is not a gain; expected a number from -8 to 8", corrective.gain);
                return Err(wrong("gain", message));
            }
            if corrective.inputs.is_empty() {
                return Err(wrong("inputs", "expected at least one name of a morph target".into()));
            }
            let made = Correctives::new(&self.character, std::slice::from_ref(corrective));
            all.append(made.map_err(|error| {
                let is_target =
                    matches!(&error, FaceError::UnknownMorph { name, .. } if *name == corrective.target);
                let field = if is_target { "target" } else { "inputs" };
                wrong(field, error.to_string())
            })?);
        }
        Ok(all)
    }
}
