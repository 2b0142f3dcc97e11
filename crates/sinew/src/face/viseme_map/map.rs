use super::arkit::jaw_openings;
use super::targets::{Row, VisemeTargets};
use crate::character::{Character, ExpressionId, MorphTargetId};
use crate::face::Viseme;
use crate::math::Transform;
use crate::math::axis_angle;
use crate::math::turn::rotation_of;
use crate::morph::MorphWeights;
use crate::pose::LocalPose;
use crate::skeleton::{JointIndex, MAX_WEIGHT};
use crate::text::suggest;
use glam::Quat;

/// Mouth of a character for speech: the expressions, morph targets or jaw joint that each viseme moves. Immutable, shared between actors.
///
/// [`VisemeMap::detect`] recognizes the shapes of common tools by their names; [`VisemeMap::new`] takes any others.
///
/// ```
/// # use sinew::{Actor, Character, CharacterParts};
/// use sinew::face::{Viseme, VisemeMap};
/// # fn speak(actor: &mut Actor) -> Option<()> {
/// let map = VisemeMap::detect(actor.character())?;
/// let face = actor.face_mut()?;
/// face.set_viseme_map(Some(map.into())).ok()?;
/// let mut weights = [0.0; Viseme::COUNT];
/// weights[Viseme::Oh.index()] = 1.0;
/// face.set_visemes(weights);
/// # Some(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct VisemeMap {
    kind: VisemeTargets,
    expressions: Vec<(ExpressionId, Row)>,
    morphs: Vec<(MorphTargetId, Row)>,
    jaw: Option<Jaw>,
    /// Expressions, morph weights and joints of the character.
    counts: [usize; 3],
}

/// Error of [`VisemeMap::new`]: unknown shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no expression or morph target called {name:?}; {known}")]
#[non_exhaustive]
pub struct VisemeMapError {
    /// The name looked for.
    pub name: String,
    /// A similar name, if there is one, and the known names.
    pub known: String,
}

/// Jaw joint that opens the mouth.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Jaw {
    joint: JointIndex,
    /// Rotation from the parent's axes to model space in the rest pose.
    model_from_parent: Quat,
    openings: Row,
}

/// Angle of the jaw at the widest vowel, radians: 16°.
const WIDEST_JAW: f32 = 0.28;

impl VisemeMap {
    /// Map with the weights of shapes for each viseme, in the order of [`Viseme::ALL`]; a shape is an expression, else all morph targets of the name.
    /// Weights that are not finite count as 0.
    ///
    /// # Errors
    /// When there is no such expression or morph target.
    pub fn new<'a>(
        character: &Character,
        shapes: impl IntoIterator<Item = (&'a str, [f32; Viseme::COUNT])>,
    ) -> Result<Self, VisemeMapError> {
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
                let expressions = character.expressions().iter().map(|own| own.name.as_str());
                let morphs = character.morph_targets().map(|(_, name)| name);
                return Err(VisemeMapError {
                    name: name.into(),
                    known: suggest(name, expressions.chain(morphs)),
                });
            }
        }
        Ok(map)
    }

    fn empty(character: &Character, kind: VisemeTargets) -> Self {
        Self { kind, expressions: Vec::new(), morphs: Vec::new(), jaw: None, counts: counts(character) }
    }

    /// Whether the map may be of this character, by what both have.
    pub(crate) fn fits(&self, character: &Character) -> bool {
        self.counts == counts(character)
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

    pub(super) fn of_jaw(character: &Character, joint: JointIndex) -> Self {
        let parent = character.skeleton().parent(joint);
        let rotation =
            parent.map_or(Quat::IDENTITY, |parent| rotation_of(&character.rest_model()[parent.index()]));
        let jaw = Jaw { joint, model_from_parent: rotation, openings: jaw_openings() };
        Self { jaw: Some(jaw), ..Self::empty(character, VisemeTargets::Jaw) }
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

    /// Sets the weights of the mouth expressions: those that were animated keep the share of silence. Returns whether speech moves anything.
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
            let own = &mut weights.row_mut(id.instance)[id.target];
            *own = *own * rest + dot(row, visemes);
        }
    }

    /// Joint of the jaw and its local rotation, from that which is animated and that at rest.
    pub(crate) fn jaw_rotation(
        &self,
        visemes: &Row,
        pose: &LocalPose,
        rest: &[Transform],
    ) -> Option<(JointIndex, Quat)> {
        let jaw = self.jaw.as_ref()?;
        let (own, rest) = (pose.get(jaw.joint).rotation, rest[jaw.joint.index()].rotation);
        let own = own.lerp(rest, Self::share(visemes));
        // Characters look along +Z: the chin goes down.
        let open = axis_angle::from_rotation_x(WIDEST_JAW * dot(&jaw.openings, visemes));
        let turn = jaw.model_from_parent.inverse() * open * jaw.model_from_parent;
        let rotation = turn * own;
        rotation.is_finite().then_some((jaw.joint, rotation))
    }
}

fn counts(character: &Character) -> [usize; 3] {
    [character.expressions().len(), character.rest_weights().as_slice().len(), character.skeleton().len()]
}

fn dot(a: &Row, b: &Row) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
