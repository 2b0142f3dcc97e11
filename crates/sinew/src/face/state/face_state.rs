use super::by_hand::ByHand;
use super::face_speech::FaceSpeech;
use super::head_follow::HeadFollow;
use super::look_fade::LookFade;
use super::spoken::Spoken;
use crate::character::{Character, MaterialId};
use crate::clone_from::impl_clone_from;
use crate::face::blink::Blinks;
use crate::face::emotion::Emotions;
use crate::face::expressions::OverrideShares;
use crate::face::eye_movement::{EyeMovements, GazeLids};
use crate::face::{FaceError, FaceGaze, FaceRig, Gaze, MaterialOverride};
use std::sync::Arc;

/// The face of an actor: its channels, and the resolved weights of the frame.
///
/// A frame is resolved from these layers, each over those before it:
///
/// 1. **Clips**: animated weights of expressions and morph targets, the animated gaze.
/// 2. **Emotion** ([`set_emotion`](Self::set_emotion)): one expression at a time, or one by ARKit's blend
///    shapes. VRM's emotions that clips animate keep the share that it leaves.
/// 3. **Speech** ([`speak`](Self::speak), [`set_visemes`](Self::set_visemes)): owns the mouth by its share, the sum of all visemes
///    but silence. Clips keep the rest of the mouth; the mouth of an emotion is scaled by 1 − 0.7 · share,
///    smoothed over pauses between words, and what parts its lips closes with those of speech.
/// 4. **Gaze** ([`set_gaze`](Self::set_gaze), [`set_eye_movements`](Self::set_eye_movements)): eye joints, or
///    the expressions `lookUp`, `lookDown`, `lookLeft`, `lookRight`, or the shapes `eyeLook…`; with eye
///    movements the upper lids follow.
/// 5. **Blinks** ([`set_blinks`](Self::set_blinks)): close eyes that are less closed, in place of those of
///    clips.
/// 6. **By hand** ([`set_expression`](Self::set_expression)): in place of all before.
/// 7. **VRM's rules** ([`resolve_expressions`](crate::face::resolve_expressions)): weights are clamped to 0
///    to 1, binary expressions become 0 or 1, and `overrideBlink`, `overrideLookAt` and `overrideMouth` hold
///    back blinks, gaze and mouth, also those by morph targets and joints.
/// 8. **Morph targets**: the expressions' morphs are added to those of clips, then emotions, speech, lids and
///    blinks by morph targets, then morph targets
///    set by hand ([`set_morph`](Self::set_morph)).
/// 9. **Correctives** ([`FaceRig::with_correctives`]): products of resolved morph weights.
///
/// Weights that are not finite count as 0 in every layer.
///
/// ```
/// use sinew::character::{Expression, OverrideKind};
/// use sinew::face::{EmotionFade, FaceInput, FaceRig, FaceState};
/// use sinew::glam::Affine3A;
/// use sinew::playback::FullPose;
/// use sinew::stage::{StageInput, StagePose};
/// # use sinew::{Character, CharacterParts, ModelPose};
///
/// let expression = |name: &str| Expression { name: name.into(), ..Expression::default() };
/// let happy = Expression { override_blink: OverrideKind::Blend, ..expression("happy") };
/// # let expressions = vec![happy, expression("blink")];
/// # let character = Character::new(CharacterParts { expressions, ..CharacterParts::default() })?;
/// # let character = std::sync::Arc::new(character);
///
/// // Actors have one: `Actor::face_mut`.
/// let rig = FaceRig::detect(&character).ok_or("a character without a face")?;
/// let mut face = FaceState::new(rig.into(), &character)?;
/// face.set_emotion("happy", EmotionFade::new(0.0).with_intensity(0.75))?;
/// face.set_expression("blink", 1.0)?;
/// let mut animated = FullPose::rest(&character); // clips write here
/// let mut model = ModelPose::rest(character.skeleton());
/// let mut pose = StagePose::new(character.skeleton(), &mut animated.local, &mut model)
///     .with_morphs(&mut animated.morphs);
/// let stage = StageInput::new(1.0 / 60.0, Affine3A::IDENTITY);
/// face.solve(&stage, FaceInput::new(&animated.expressions), &mut pose);
/// // Three quarters of `happy` leave a quarter of `blink`.
/// assert_eq!(face.expression_weights(), [0.75, 0.25]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FaceState {
    pub(super) rig: Arc<FaceRig>,
    pub(super) emotions: Emotions,
    /// Visemes that the face speaks by itself.
    pub(super) speech: Option<FaceSpeech>,
    pub(super) spoken: Spoken,
    pub(super) gaze: Gaze,
    pub(super) eyes: Option<Box<EyeMovements>>,
    /// Share that a gaze leaves to the looks that clips animate.
    pub(super) animated_looks: f32,
    pub(super) head: HeadFollow,
    pub(super) look: LookFade,
    /// Share by which the gaze lowers the upper lids, and its change per second.
    pub(super) lowered: (f32, f32),
    pub(super) blinks: Option<Blinks>,
    pub(super) by_hand: ByHand,
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
}

impl_clone_from!(FaceState {
    rig,
    emotions,
    speech,
    spoken,
    gaze,
    eyes,
    animated_looks,
    head,
    look,
    lowered,
    blinks,
    by_hand,
    requested,
    had_request,
    resolved,
    emotion_shares,
    shares,
    resolved_gaze,
    materials
});

impl FaceState {
    /// State with nothing set by hand, for a character.
    ///
    /// # Errors
    /// When the rig was made for a character of other expressions, morph targets, materials or joints.
    pub fn new(rig: Arc<FaceRig>, character: &Character) -> Result<Self, FaceError> {
        if !rig.fits(character) {
            return Err(FaceError::OtherCharacter);
        }
        let count = character.expressions().len();
        let materials = if rig.is_bound.is_empty() { &[] } else { character.materials() };
        Ok(Self {
            emotions: Emotions::new(&rig.emotions),
            speech: None,
            spoken: Spoken::default(),
            gaze: Gaze::Animated,
            eyes: None,
            animated_looks: 1.0,
            head: HeadFollow::default(),
            look: LookFade::default(),
            lowered: (0.0, 0.0),
            blinks: None,
            by_hand: ByHand::new(count, character.rest_weights().as_slice().len()),
            requested: vec![0.0; count],
            had_request: false,
            resolved: vec![0.0; count],
            emotion_shares: vec![0.0; count],
            shares: OverrideShares::default(),
            resolved_gaze: None,
            materials: materials.iter().map(MaterialOverride::from_material).collect(),
            rig,
        })
    }

    /// The shared rig.
    #[must_use]
    pub fn rig(&self) -> &Arc<FaceRig> {
        &self.rig
    }

    /// Replaces the rig by another one of the same character: a mouth for speech or correctives that are
    /// added later. What is set stays; where the new rig has other emotions, the one that is shown ends at
    /// once.
    ///
    /// # Errors
    /// When the rig was made for another character; the face then stays as it is.
    pub fn set_rig(&mut self, rig: Arc<FaceRig>) -> Result<(), FaceError> {
        if !rig.fits(&self.rig.character) {
            return Err(FaceError::OtherCharacter);
        }
        if rig.emotions != self.rig.emotions {
            self.emotions = Emotions::new(&rig.emotions);
        }
        if rig.gaze_lids != self.rig.gaze_lids {
            self.lowered = (0.0, 0.0);
        }
        if rig.eyelids.is_none() {
            self.blinks = None;
        }
        self.rig = rig;
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
        assert!(
            material.index() < self.rig.character.materials().len(),
            "there is no material {}",
            material.0
        );
        let material = material.index();
        self.rig.is_bound.get(material).is_some_and(|bound| *bound).then(|| &self.materials[material])
    }

    /// Overrides of all materials in this frame, and whether an expression changes each; both empty where
    /// none changes any.
    pub(crate) fn material_overrides(&self) -> (&[MaterialOverride], &[bool]) {
        (&self.materials, &self.rig.is_bound)
    }

    /// Shapes by which lids follow the gaze, of eyes that move by themselves.
    pub(super) fn gaze_lids(&self) -> Option<&GazeLids> {
        self.rig.gaze_lids.as_ref().filter(|_| self.eyes.is_some())
    }
}
