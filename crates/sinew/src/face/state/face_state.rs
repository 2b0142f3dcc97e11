use super::head_follow::HeadFollow;
use crate::character::{Character, LookAtSetup, MaterialId, MorphTargetId};
use crate::clone_from::impl_clone_from;
use crate::face::arkit::ArKitShapes;
use crate::face::blink::{Blinks, Eyelids};
use crate::face::correctives::Correctives;
use crate::face::emotion::{Emotions, MouthShapes, ShapeEmotions};
use crate::face::expressions::OverrideShares;
use crate::face::eye_movement::{EyeMovements, GazeLids};
use crate::face::eye_setup::EyeSetup;
use crate::face::hand_weight::HandWeight;
use crate::face::viseme_map::jaw_joint;
use crate::face::{
    Corrective, FaceError, FaceGaze, FaceSmoothing, Gaze, MaterialOverride, Viseme, VisemeMap,
};
use std::sync::Arc;

/// The face of an actor: its channels, and the resolved weights of the frame.
///
/// A frame is resolved from these layers, each over those before it:
///
/// 1. **Clips**: animated weights of expressions and morph targets, the animated gaze.
/// 2. **Emotion** ([`set_emotion`](Self::set_emotion)): one expression at a time, or one by ARKit's blend shapes. VRM's emotions
///    that clips animate keep the share that it leaves.
/// 3. **Speech** ([`set_visemes`](Self::set_visemes)): owns the mouth by its share, the sum of all visemes but silence. Clips keep the rest of the mouth;
///    the mouth of an emotion is scaled by 1 − 0.7 · share, smoothed over pauses between words, and what parts its lips closes with those of speech.
/// 4. **Gaze** ([`set_gaze`](Self::set_gaze), [`set_eye_movements`](Self::set_eye_movements)): eye joints, or the expressions `lookUp`, `lookDown`, `lookLeft`,
///    `lookRight`, or the shapes `eyeLook…`; with eye movements the upper lids follow.
/// 5. **Blinks** ([`set_blinks`](Self::set_blinks)): close eyes that are less closed, in place of the blinks of clips.
/// 6. **By hand** ([`set_expression`](Self::set_expression)): in place of all before.
/// 7. **VRM's rules** ([`resolve_expressions`](crate::face::resolve_expressions)): weights are clamped to 0 to 1, binary expressions become 0 or 1, and `overrideBlink`,
///    `overrideLookAt` and `overrideMouth` hold back blinks, gaze and mouth, also those by morph targets and joints.
/// 8. **Morph targets**: the expressions' morphs are added to those of clips, then emotions, speech, lids and
///    blinks by morph targets, then morph targets
///    set by hand ([`set_morph`](Self::set_morph)).
/// 9. **Correctives** ([`set_correctives`](Self::set_correctives)): products of resolved morph weights.
///
/// Weights that are not finite count as 0 in every layer.
///
/// ```
/// use sinew::character::{Expression, OverrideKind};
/// use sinew::face::{EmotionFade, FaceInput, FaceState};
/// use sinew::glam::Affine3A;
/// use sinew::playback::FullPose;
/// # use sinew::{Character, CharacterParts};
///
/// let expression = |name: &str| Expression { name: name.into(), ..Expression::default() };
/// let happy = Expression { override_blink: OverrideKind::Blend, ..expression("happy") };
/// # let expressions = vec![happy, expression("blink")];
/// # let character = Character::new(CharacterParts { expressions, ..CharacterParts::default() })?;
/// # let character = std::sync::Arc::new(character);
///
/// // Actors have one: `Actor::face_mut`.
/// let mut face = FaceState::new(&character).ok_or("a character without a face")?;
/// face.set_emotion("happy", EmotionFade::new(0.0).with_intensity(0.75))?;
/// face.set_expression("blink", 1.0)?;
/// let mut animated = FullPose::rest(&character); // clips write here
/// let input = FaceInput::new(&character, Affine3A::IDENTITY, &animated.expressions);
/// if face.resolve(&input, None) {
///     face.apply(&mut animated.morphs);
/// }
/// // Three quarters of `happy` leave a quarter of `blink`.
/// assert_eq!(face.expression_weights(), [0.75, 0.25]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FaceState {
    pub(super) character: Arc<Character>,
    pub(super) smoothing: FaceSmoothing,
    pub(super) emotions: Emotions,
    pub(super) mouth_shapes: MouthShapes,
    /// Mouth for speech, the visemes as they are set, and as they are smoothed.
    pub(super) viseme_map: Option<Arc<VisemeMap>>,
    pub(super) visemes: [f32; Viseme::COUNT],
    pub(super) spoken: [(f32, f32); Viseme::COUNT],
    /// Share by which speech owns the mouth of an emotion, and its change per second.
    pub(super) speech: (f32, f32),
    pub(super) gaze: Gaze,
    pub(super) eyes: Option<Box<EyeMovements>>,
    pub(super) eye_setup: EyeSetup,
    /// Share that a gaze leaves to the looks that clips animate.
    pub(super) animated_looks: f32,
    /// Whether head and spine follow a gaze target, and how far they are.
    pub(super) turns_head: bool,
    pub(super) head: HeadFollow,
    /// Whether the IK look fades out, and its least weight since then, or its largest before.
    pub(super) look_fades: bool,
    pub(super) look_extreme: f32,
    /// Shapes by which lids follow the gaze, and the share by which they are lowered.
    pub(super) lids: Option<Arc<GazeLids>>,
    pub(super) lowered: (f32, f32),
    /// Shapes that close the eyes; none where the character cannot.
    pub(super) eyelids: Option<Arc<Eyelids>>,
    pub(super) blinks: Option<Blinks>,
    /// Weights set by hand, per expression.
    pub(super) expressions: Vec<HandWeight>,
    /// Weights set by hand, per morph weight of all instances, and whether any has been set.
    pub(super) morphs: Box<[HandWeight]>,
    pub(super) has_hand_morphs: bool,
    pub(super) correctives: Correctives,
    /// Per expression, after all layers.
    pub(super) requested: Vec<f32>,
    pub(super) had_request: bool,
    /// Per expression, after overrides between expressions.
    pub(super) resolved: Vec<f32>,
    /// Per expression, the share that is an emotion's while the character speaks.
    pub(super) emotion_shares: Vec<f32>,
    /// Shares that expressions leave to blinks, gaze and mouth.
    pub(super) shares: OverrideShares,
    /// Gaze of the frame.
    pub(super) resolved_gaze: Option<FaceGaze>,
    /// Per material; empty where no expression changes any.
    pub(super) materials: Vec<MaterialOverride>,
    /// Whether an expression changes the material.
    pub(super) is_bound: Vec<bool>,
}

impl_clone_from!(FaceState {
    character,
    smoothing,
    emotions,
    mouth_shapes,
    viseme_map,
    visemes,
    spoken,
    speech,
    gaze,
    eyes,
    eye_setup,
    animated_looks,
    turns_head,
    head,
    look_fades,
    look_extreme,
    lids,
    lowered,
    eyelids,
    blinks,
    expressions,
    morphs,
    has_hand_morphs,
    correctives,
    requested,
    had_request,
    resolved,
    emotion_shares,
    shares,
    resolved_gaze,
    materials,
    is_bound
});

impl FaceState {
    /// The face of a character, with nothing set by hand; `None` where the character has neither expressions, nor a gaze, nor
    /// morph targets, nor a jaw.
    #[must_use]
    pub fn new(character: &Arc<Character>) -> Option<Self> {
        let has_morphs = !character.rest_weights().as_slice().is_empty();
        let has_shapes = has_morphs || !character.expressions().is_empty();
        let face = Self::of_any(character);
        let moves = has_shapes || face.eye_setup.look_at.is_some() || jaw_joint(character).is_some();
        moves.then_some(face)
    }

    /// The face of any character: one without a face gets one, so that a viseme map may name a jaw joint.
    pub(crate) fn of_any(character: &Arc<Character>) -> Self {
        let shapes = ArKitShapes::of(character);
        let eye_setup = EyeSetup::of(character, &shapes);
        let mut is_bound = vec![false; character.materials().len()];
        for expression in character.expressions() {
            let colors = expression.colors.iter().map(|bind| bind.material);
            for material in colors.chain(expression.uvs.iter().map(|bind| bind.material)) {
                is_bound[material.index()] = true;
            }
        }
        let binds_any = is_bound.contains(&true);
        let materials = if binds_any { character.materials() } else { &[] };
        let count = character.expressions().len();
        Self {
            smoothing: FaceSmoothing::default(),
            emotions: Emotions::new(
                character.expressions(),
                ShapeEmotions::new(character, &shapes, Vec::new()),
            ),
            mouth_shapes: MouthShapes::new(character),
            viseme_map: None,
            visemes: [0.0; Viseme::COUNT],
            spoken: [(0.0, 0.0); Viseme::COUNT],
            speech: (0.0, 0.0),
            gaze: Gaze::Animated,
            eyes: None,
            eye_setup,
            animated_looks: 1.0,
            turns_head: false,
            head: HeadFollow::default(),
            look_fades: false,
            look_extreme: 0.0,
            lids: None,
            lowered: (0.0, 0.0),
            eyelids: Eyelids::detect(character).map(Arc::new),
            blinks: None,
            expressions: vec![HandWeight::default(); count],
            morphs: vec![HandWeight::default(); character.rest_weights().as_slice().len()].into(),
            has_hand_morphs: false,
            correctives: Correctives::default(),
            requested: vec![0.0; count],
            had_request: false,
            resolved: vec![0.0; count],
            emotion_shares: vec![0.0; count],
            shares: OverrideShares::default(),
            resolved_gaze: None,
            materials: materials.iter().map(MaterialOverride::from_material).collect(),
            is_bound: if binds_any { is_bound } else { Vec::new() },
            character: character.clone(),
        }
    }

    /// The setup of the gaze: that of the character, else one of its eye joints, else one of ARKit's eight shapes `eyeLook…`, which have their
    /// full weight at 30°. `None` where no eyes are found.
    #[must_use]
    pub fn look_at(&self) -> Option<&LookAtSetup> {
        self.eye_setup.look_at.as_ref()
    }

    /// True for a face with eye joints or a jaw joint.
    pub(crate) fn may_turn_joints(&self) -> bool {
        let has_eyes = |setup: &LookAtSetup| setup.eyes.iter().any(Option::is_some);
        self.look_at().is_some_and(has_eyes) || jaw_joint(&self.character).is_some()
    }

    /// Sets the rate limits of the channels; see [`FaceSmoothing`] for those at first.
    pub fn set_smoothing(&mut self, smoothing: FaceSmoothing) {
        self.smoothing = smoothing.bounded();
    }

    /// The rate limits of the channels.
    #[must_use]
    pub fn smoothing(&self) -> FaceSmoothing {
        self.smoothing
    }

    /// Sets the corrective shapes, in the order in which they are applied; an empty table, as at first, has none. A corrective reads those before it, and targets set
    /// by hand keep their weight.
    ///
    /// # Errors
    /// When there is no morph target of a name; the correctives then stay as they were.
    pub fn set_correctives(&mut self, table: &[Corrective]) -> Result<(), FaceError> {
        self.correctives = Correctives::new(&self.character, table)?;
        Ok(())
    }

    /// The weights of all expressions in this frame, after they have overridden one another.
    #[must_use]
    pub fn expression_weights(&self) -> &[f32] {
        &self.resolved
    }

    /// The gaze of this frame, after all layers; `None` where nothing sets it.
    #[must_use]
    pub fn resolved_gaze(&self) -> Option<FaceGaze> {
        self.resolved_gaze
    }

    /// The colours and texture transforms that expressions give a material in this frame; `None` where no
    /// expression changes it.
    ///
    /// # Panics
    /// When there is no such material.
    #[must_use]
    pub fn material_override(&self, material: MaterialId) -> Option<&MaterialOverride> {
        assert!(material.index() < self.character.materials().len(), "there is no material {}", material.0);
        let material = material.index();
        self.is_bound.get(material).is_some_and(|bound| *bound).then(|| &self.materials[material])
    }

    /// Overrides of all materials in this frame, and whether an expression changes each; both empty where none changes any.
    pub(crate) fn material_overrides(&self) -> (&[MaterialOverride], &[bool]) {
        (&self.materials, &self.is_bound)
    }

    /// Position of a morph target among all morph weights.
    pub(super) fn morph_position(&self, id: MorphTargetId) -> Option<usize> {
        self.character.rest_weights().position(id)
    }
}
