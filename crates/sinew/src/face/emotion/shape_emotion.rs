use super::mouth_shapes::opens_lips;
use super::recipe::RECIPES;
use crate::character::{Character, MorphTargetId};
use crate::face::arkit::{ArKitShapes, spelled_morphs};
use crate::face_names::normalized;
use crate::face_names::{Family, Spelling};
use std::collections::BTreeMap;

/// Emotion by morph targets.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ShapeEmotion {
    pub(crate) name: String,
    /// Weights at full intensity.
    pub(super) morphs: Vec<ShapeWeight>,
}

/// Emotions by morph targets of a face: those that were described, then those that were found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ShapeEmotions {
    pub(super) all: Vec<ShapeEmotion>,
    /// Number of those that were described: they come before expressions of the same name.
    pub(super) described: usize,
}

impl ShapeEmotions {
    /// Described emotions, then those that the morph targets of a character show where neither one of them
    /// nor an expression with an effect has the name.
    pub(crate) fn new(character: &Character, shapes: &ArKitShapes, described: Vec<ShapeEmotion>) -> Self {
        let count = described.len();
        let mut all = described;
        let mut found = ShapeEmotion::detect(character, shapes);
        found.retain(|emotion| all.iter().all(|described| described.name != emotion.name));
        all.append(&mut found);
        Self { all, described: count }
    }
}

/// Weight of one morph target of an emotion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ShapeWeight {
    /// Position among the morph weights of all instances.
    pub(super) position: usize,
    pub(super) weight: f32,
    /// Movement that it opposes, if any.
    pub(super) opposes: Option<Closing>,
}

/// Closing movement that a shape opposes and therefore gives way to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closing {
    /// Blinks close what the shape opens.
    Lids,
    /// Visemes of closed lips close what the shape opens.
    Lips,
}

impl Closing {
    /// Movement that a morph target opposes, by its name.
    fn opposed_by(name: &str) -> Option<Self> {
        let name = normalized(name);
        let lips = || opens_lips(&name).then_some(Self::Lips);
        name.contains("eyewide").then_some(Self::Lids).or_else(lips)
    }
}

/// Least share of a recipe's weight that a character must have.
const MIN_SHARE: f32 = 2.0 / 3.0;

impl ShapeEmotion {
    /// Emotion of a name by morph targets with weights.
    pub(crate) fn new(
        character: &Character,
        name: &str,
        morphs: impl IntoIterator<Item = (MorphTargetId, f32)>,
    ) -> Self {
        let opposes = |id: MorphTargetId| {
            let names = &character.meshes()[character.mesh_instances()[id.instance].mesh].morph_names;
            Closing::opposed_by(&names[id.target])
        };
        let morphs = morphs
            .into_iter()
            .filter_map(|(id, weight)| ShapeWeight::new(character, id, weight, opposes(id)));
        Self { name: name.into(), morphs: morphs.collect() }
    }

    /// Positions of its morph targets among all weights, with their weights at full intensity.
    pub(crate) fn weights(&self) -> impl Iterator<Item = (usize, f32)> {
        self.morphs.iter().map(|shape| (shape.position, shape.weight))
    }

    /// Emotions that the morph targets of a character show and no expression of the name with an effect: each
    /// by the first family of the table of face names that has it.
    fn detect(character: &Character, shapes: &ArKitShapes) -> Vec<Self> {
        let spelled = spelled_morphs(character);
        let mut all: Vec<Self> = Vec::new();
        for family in character.face_names().emotions() {
            let mut found = match family.kind.as_str() {
                "arkit" => Self::by_recipes(character, shapes),
                _ => Self::of_family(character, family, &spelled),
            };
            found.retain(|emotion| {
                character.find_effective_expression(&emotion.name).is_none()
                    && all.iter().all(|other| other.name != emotion.name)
            });
            all.append(&mut found);
        }
        all
    }

    /// Emotions that ARKit's shapes of a character can show.
    fn by_recipes(character: &Character, shapes: &ArKitShapes) -> Vec<Self> {
        let found = RECIPES.iter().filter_map(|recipe| {
            let mut morphs = Vec::new();
            let mut share = 0.0;
            for &(name, weight) in recipe.shapes {
                let before = morphs.len();
                morphs.extend(
                    shapes
                        .both(name)
                        .filter_map(|id| ShapeWeight::new(character, id, weight, Closing::opposed_by(name))),
                );
                share += if morphs.len() > before { weight } else { 0.0 };
            }
            let whole: f32 = recipe.shapes.iter().map(|(_, weight)| weight).sum();
            (share >= MIN_SHARE * whole).then(|| Self { name: recipe.name.into(), morphs })
        });
        found.collect()
    }

    /// Emotions that shapes of a family show, where the character has the family.
    fn of_family(
        character: &Character,
        family: &Family,
        morphs: &[(MorphTargetId, Vec<Spelling>)],
    ) -> Vec<Self> {
        let mut weights: BTreeMap<&str, Vec<(MorphTargetId, f32)>> = BTreeMap::new();
        for (id, number) in family.find(morphs).unwrap_or_default() {
            for (emotion, weight) in &family.meanings[number] {
                weights.entry(emotion).or_default().push((id, *weight));
            }
        }
        weights.into_iter().map(|(name, morphs)| Self::new(character, name, morphs)).collect()
    }
}

/// Emotions that a character shows by its morph targets, as
/// [`FaceState::set_emotion`](crate::face::FaceState::set_emotion) takes them: those that have shapes of
/// their own or can be made of ARKit's blend shapes, where no expression with an effect has the name.
#[must_use]
pub fn morph_emotions(character: &Character) -> Vec<String> {
    let found = ShapeEmotion::detect(character, &ArKitShapes::of(character));
    found.into_iter().map(|emotion| emotion.name).collect()
}

impl ShapeWeight {
    fn new(character: &Character, id: MorphTargetId, weight: f32, opposes: Option<Closing>) -> Option<Self> {
        let position = character.rest_weights().position(id)?;
        Some(Self { position, weight, opposes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::viseme_map::face;

    #[test]
    fn recipes_name_arkit_shapes_with_weights_up_to_1() {
        for recipe in &RECIPES {
            for &(name, weight) in recipe.shapes {
                let sides = [name.to_owned(), format!("{name}Left"), format!("{name}Right")];
                let sides: Vec<&str> = sides.iter().map(String::as_str).collect();
                let found = ArKitShapes::of(&face(&sides, &[])).both(name).count();
                let expected = (1..=3).contains(&found) && weight > 0.0 && weight <= 1.0;
                assert!(expected, "{} {name}: {found} of {weight}", recipe.name);
            }
        }
    }

    #[test]
    fn expressions_without_effect_hide_no_emotion() {
        use crate::face::EmotionFade;
        use crate::face::viseme_map::{empty, face_with, moving, solved, state_of};
        let of = |expression| face_with(&["Fcl_ALL_Joy"], vec![expression]);
        assert!(morph_emotions(&of(moving("happy", 0, 1.0))).is_empty());
        let character = of(empty("happy"));
        assert_eq!(morph_emotions(&character), ["happy"]);
        let mut face = state_of(&character);
        assert!(face.rig().emotions().eq(["happy"]));
        face.set_emotion("happy", EmotionFade::new(0.0)).unwrap();
        assert_eq!(face.emotion(), Some(("happy", 1.0)));
        assert_eq!(solved(&mut face, &[0.0], &[0.0], 0.0), [1.0]);
        // Without a shape the expression stays.
        let mut face = state_of(&face_with(&["x"], vec![empty("happy")]));
        assert!(
            face.rig().emotions().eq(["happy"]) && face.set_emotion("happy", EmotionFade::new(0.0)).is_ok()
        );
    }

    #[test]
    fn too_few_shapes_are_no_emotion() {
        let frown = face(&["browInnerUp", "mouthFrownLeft"], &[]);
        assert_eq!(morph_emotions(&frown), ["sad"]);
        assert!(morph_emotions(&face(&["browInnerUp", "browDownLeft", "jawOpen"], &[])).is_empty());
    }
}
