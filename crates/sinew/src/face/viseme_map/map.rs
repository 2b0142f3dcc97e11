use super::jaw::{DEFAULT_JAW_ANGLE, DEFAULT_JAW_AXIS, Jaw};
use super::naming::jaw_openings;
use super::targets::{Row, VisemeTargets, dot};
use crate::character::{Character, ExpressionId, MorphTargetId};
use crate::face::{FaceError, Viseme};
use crate::math::Transform;
use crate::morph::MorphWeights;
use crate::pose::LocalPose;
use crate::skeleton::{JointId, MAX_WEIGHT};
use crate::text::suggest;
use glam::Quat;

/// Mouth of a character for speech: the expressions, morph targets or jaw joint that each viseme moves.
/// Immutable, shared between actors.
///
/// [`VisemeMap::detect`] recognizes the shapes of common tools by their names; [`VisemeMap::new`] and
/// [`VisemeMap::from_description`] take any others.
///
/// ```
/// # use sinew::{Actor, Character, CharacterParts};
/// use sinew::face::{FaceRig, Viseme, VisemeMap};
/// # fn speak(actor: &mut Actor) -> Option<()> {
/// let map = VisemeMap::detect(actor.character())?;
/// let rig = FaceRig::new(actor.character()).with_viseme_map(Some(map.into())).ok()?;
/// actor.set_face(Some(rig.into())).ok()?;
/// let face = actor.face_mut()?;
/// let mut weights = [0.0; Viseme::COUNT];
/// weights[Viseme::Oh.index()] = 1.0;
/// face.set_visemes(weights);
/// # Some(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct VisemeMap {
    kind: VisemeTargets,
    /// Name of the family of the shapes; empty where no names were recognized.
    family: String,
    pub(in crate::face) expressions: Vec<(ExpressionId, Row)>,
    pub(in crate::face) morphs: Vec<(MorphTargetId, Row)>,
    pub(in crate::face) jaw: Option<Jaw>,
    /// Morph targets that show one viseme alone, or what VRM shows with the expression of a vowel, as the
    /// table of names has them.
    single: Vec<(MorphTargetId, Viseme)>,
    /// Fingerprint of the expressions, morph targets and joints of the character.
    shapes: u64,
}

impl VisemeMap {
    /// Map with the weights of shapes for each viseme, in the order of [`Viseme::ALL`]; a shape is an
    /// expression, else all morph targets of the name. Weights that are not finite count as 0.
    ///
    /// # Errors
    /// When there is no such expression or morph target.
    pub fn new<'a>(
        character: &Character,
        shapes: impl IntoIterator<Item = (&'a str, [f32; Viseme::COUNT])>,
    ) -> Result<Self, FaceError> {
        let mut map = Self::empty(character, VisemeTargets::Custom);
        for (name, row) in shapes {
            let row = row
                .map(|weight| if weight.is_finite() { weight.clamp(-MAX_WEIGHT, MAX_WEIGHT) } else { 0.0 });
            let before = map.morphs.len();
            if let Some(id) = character.find_expression(name) {
                map.expressions.push((id, row));
                continue;
            }
            map.morphs.extend(character.find_morphs(name).map(|id| (id, row)));
            if map.morphs.len() == before {
                let expressions = character.expressions().iter().map(|expression| expression.name.as_str());
                let morphs = character.morph_targets().map(|(_, name)| name);
                return Err(FaceError::UnknownShape {
                    name: name.into(),
                    known: suggest(name, expressions.chain(morphs)),
                });
            }
        }
        Ok(map)
    }

    pub(super) fn empty(character: &Character, kind: VisemeTargets) -> Self {
        Self {
            kind,
            family: String::new(),
            expressions: Vec::new(),
            morphs: Vec::new(),
            jaw: None,
            single: Vec::new(),
            shapes: character.shapes_fingerprint(),
        }
    }

    /// Whether the map is of a character of these expressions, morph targets and joints.
    pub(crate) fn fits(&self, character: &Character) -> bool {
        self.shapes == character.shapes_fingerprint()
    }

    pub(super) fn of_morphs(
        character: &Character,
        kind: VisemeTargets,
        morphs: Vec<(MorphTargetId, Row)>,
    ) -> Self {
        // What clips animate of VRM's vowels gives way to speech.
        let vowels = Viseme::VRM_NAMES.into_iter().filter_map(|name| character.find_expression(name));
        let expressions = vowels.map(|id| (id, [0.0; Viseme::COUNT])).collect();
        Self { morphs, expressions, ..Self::empty(character, kind) }
    }

    pub(super) fn of_expressions(character: &Character, expressions: Vec<(ExpressionId, Row)>) -> Self {
        Self { expressions, ..Self::empty(character, VisemeTargets::Vrm) }
    }

    pub(super) fn of_jaw(character: &Character, joint: JointId) -> Self {
        Self::empty(character, VisemeTargets::Jaw).with_jaw(character, Some(joint))
    }

    /// The map with a jaw that opens as a mouth without shapes would.
    pub(super) fn with_jaw(self, character: &Character, joint: Option<JointId>) -> Self {
        self.with_jaw_of(character, joint, jaw_openings())
    }

    /// The map with a jaw that opens for each viseme as far as `openings` says.
    pub(super) fn with_jaw_of(self, character: &Character, joint: Option<JointId>, openings: Row) -> Self {
        let jaw = |joint| Jaw::new(character, joint, DEFAULT_JAW_AXIS, DEFAULT_JAW_ANGLE, openings);
        Self { jaw: joint.map(jaw), ..self }
    }

    /// The map with the name of its family, and the morph targets that show one viseme alone.
    pub(super) fn with_family(self, family: String, single: Vec<(MorphTargetId, Viseme)>) -> Self {
        Self { family, single, ..self }
    }

    /// Tool or set whose names the morph targets have, such as `faceshift`; `None` for other shapes.
    #[must_use]
    pub fn family(&self) -> Option<&str> {
        Some(self.family.as_str()).filter(|family| !family.is_empty())
    }

    /// Kind of the shapes.
    #[must_use]
    pub fn kind(&self) -> VisemeTargets {
        self.kind
    }

    /// Share by which speech owns the mouth: all but silence.
    fn share(visemes: &Row) -> f32 {
        visemes[1..].iter().sum::<f32>().clamp(0.0, 1.0)
    }

    /// Sets the weights of the mouth expressions: those that were animated keep the share of silence. Returns
    /// whether speech moves anything.
    pub(crate) fn write_expressions(&self, visemes: &Row, weights: &mut [f32]) -> bool {
        let rest = 1.0 - Self::share(visemes);
        for (id, row) in &self.expressions {
            weights[id.index()] = weights[id.index()] * rest + dot(row, visemes);
        }
        rest < 1.0
    }

    /// Sets the weights of the mouth's morph targets likewise.
    pub(crate) fn write_morphs(&self, visemes: &Row, weights: &mut MorphWeights) {
        let rest = 1.0 - Self::share(visemes);
        for (id, row) in &self.morphs {
            let value = &mut weights.row_mut(id.instance)[id.target];
            *value = *value * rest + dot(row, visemes);
        }
    }

    /// Joint of the jaw and its local rotation, from that which is animated and that at rest.
    pub(crate) fn jaw_rotation(
        &self,
        visemes: &Row,
        pose: &LocalPose,
        rest: &[Transform],
    ) -> Option<(JointId, Quat)> {
        let jaw = self.jaw.as_ref()?;
        jaw.rotation(visemes, Self::share(visemes), pose, rest).map(|rotation| (jaw.joint, rotation))
    }

    /// Morph targets that speech moves.
    pub fn morphs(&self) -> impl Iterator<Item = MorphTargetId> {
        self.morphs.iter().map(|(id, _)| *id)
    }

    /// Morph targets that show one viseme alone, or what VRM shows with the expression of a vowel.
    pub(crate) fn single_visemes(&self) -> Vec<(MorphTargetId, Viseme)> {
        self.single.clone()
    }

    /// Expressions that speech moves, and whether they show closed lips.
    pub(crate) fn expressions_and_contacts(&self) -> impl Iterator<Item = (ExpressionId, bool)> {
        self.expressions.iter().map(|(id, row)| (*id, row[Viseme::PP.index()] > 0.0))
    }

    /// Whether speech turns a jaw joint.
    pub(crate) fn moves_jaw(&self) -> bool {
        self.jaw.is_some()
    }
}
