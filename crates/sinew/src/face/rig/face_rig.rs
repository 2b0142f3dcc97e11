use crate::character::{Character, LookAtSetup, MorphTargetId};
use crate::face::arkit::ArKitShapes;
use crate::face::blink::Eyelids;
use crate::face::correctives::Correctives;
use crate::face::emotion::{EmotionTable, MouthShapes, ShapeEmotions};
use crate::face::eye_movement::GazeLids;
use crate::face::eye_setup::EyeSetup;
use crate::face::viseme_map::jaw_joint;
use crate::face::{Corrective, FaceError, FaceSmoothing, VisemeMap};
use std::sync::Arc;

/// The face of a character: the shapes and joints of its mouth, eyes and lids, its emotions, its corrective
/// shapes, and the rate limits of its channels. Immutable and shared; each actor has a
/// [`FaceState`](super::super::FaceState) with the values.
///
/// ```
/// use sinew::face::{FaceRig, VisemeMap};
/// # use sinew::Actor;
/// # use std::sync::Arc;
///
/// # fn speak(actor: &mut Actor) -> Result<(), Box<dyn std::error::Error>> {
/// let character = actor.character().clone();
/// let mouth = VisemeMap::detect(&character).ok_or("no mouth")?;
/// let rig = FaceRig::new(&character).with_viseme_map(Some(Arc::new(mouth)))?;
/// actor.set_face(Some(Arc::new(rig)))?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct FaceRig {
    pub(in crate::face) character: Arc<Character>,
    pub(in crate::face) smoothing: FaceSmoothing,
    pub(in crate::face) emotions: EmotionTable,
    pub(in crate::face) mouth_shapes: MouthShapes,
    /// Mouth for speech.
    pub(in crate::face) viseme_map: Option<Arc<VisemeMap>>,
    pub(in crate::face) eyes: EyeSetup,
    /// Shapes that close the eyes; none where the character cannot.
    pub(in crate::face) eyelids: Option<Eyelids>,
    /// Shapes by which lids follow the gaze of eyes that move by themselves.
    pub(in crate::face) gaze_lids: Option<GazeLids>,
    pub(in crate::face) correctives: Correctives,
    /// Whether an expression changes the material, per material; empty where none changes any.
    pub(in crate::face) is_bound: Vec<bool>,
}

impl FaceRig {
    /// The face that a character is found to have: its expressions and gaze setup, else eye joints, lids and
    /// emotions by the names of its morph targets. It has no mouth for speech yet: see
    /// [`with_viseme_map`](Self::with_viseme_map). `None` where the character has neither expressions, nor a
    /// gaze, nor morph targets, nor a jaw.
    #[must_use]
    pub fn detect(character: &Arc<Character>) -> Option<Self> {
        let has_morphs = !character.rest_weights().as_slice().is_empty();
        let has_shapes = has_morphs || !character.expressions().is_empty();
        let rig = Self::new(character);
        (has_shapes || rig.look_at().is_some() || jaw_joint(character).is_some()).then_some(rig)
    }

    /// The face of any character, as [`detect`](Self::detect) finds it: one without a face gets an empty one,
    /// for a viseme map that names a jaw joint.
    #[must_use]
    pub fn new(character: &Arc<Character>) -> Self {
        let shapes = ArKitShapes::of(character);
        let eyelids = Eyelids::detect(character);
        let eyes = EyeSetup::of(character, &shapes);
        let emotions = ShapeEmotions::new(character, &shapes, Vec::new());
        Self {
            character: character.clone(),
            smoothing: FaceSmoothing::default(),
            emotions: EmotionTable::new(character.expressions(), emotions),
            mouth_shapes: MouthShapes::new(character),
            viseme_map: None,
            gaze_lids: gaze_lids(character, &eyes, eyelids.as_ref()),
            eyes,
            eyelids,
            correctives: Correctives::default(),
            is_bound: bound_materials(character),
        }
    }

    /// Sets the mouth for speech, made for the same character; `None`, as at first, leaves it to clips and
    /// expressions. See [`VisemeMap::detect`].
    ///
    /// # Errors
    /// When the map is of another character.
    pub fn with_viseme_map(mut self, map: Option<Arc<VisemeMap>>) -> Result<Self, FaceError> {
        if map.as_ref().is_some_and(|map| !map.fits(&self.character)) {
            return Err(FaceError::OtherCharacter);
        }
        self.mouth_shapes.set_viseme_map(&self.character, map.as_deref());
        self.viseme_map = map;
        Ok(self)
    }

    /// Sets the corrective shapes, in the order in which they are applied; an empty table, as at first, has
    /// none. A corrective reads those before it, and targets set by hand keep their weight.
    ///
    /// # Errors
    /// When there is no morph target of a name.
    pub fn with_correctives(mut self, table: &[Corrective]) -> Result<Self, FaceError> {
        self.correctives = Correctives::new(&self.character, table)?;
        Ok(self)
    }

    /// Sets the rate limits of the channels; see [`FaceSmoothing`] for those at first.
    #[must_use]
    pub fn with_smoothing(self, smoothing: FaceSmoothing) -> Self {
        Self { smoothing: smoothing.bounded(), ..self }
    }

    /// The character.
    #[must_use]
    pub fn character(&self) -> &Arc<Character> {
        &self.character
    }

    /// The mouth for speech.
    #[must_use]
    pub fn viseme_map(&self) -> Option<&Arc<VisemeMap>> {
        self.viseme_map.as_ref()
    }

    /// The rate limits of the channels.
    #[must_use]
    pub fn smoothing(&self) -> FaceSmoothing {
        self.smoothing
    }

    /// The setup of the gaze: that of the character, else one of its eye joints, else one of ARKit's eight
    /// shapes `eyeLook…`, which have their full weight at 30°. `None` where no eyes are found.
    #[must_use]
    pub fn look_at(&self) -> Option<&LookAtSetup> {
        self.eyes.look_at.as_ref()
    }

    /// The names of the emotions: expressions that are neither blinks, looks nor mouths, then emotions by
    /// morph targets.
    pub fn emotions(&self) -> impl Iterator<Item = &str> {
        self.emotions.names(self.character.expressions())
    }

    /// True for the character that the rig was made for, and others of the same expressions, morph targets,
    /// joints and number of materials.
    #[must_use]
    pub fn fits(&self, character: &Character) -> bool {
        std::ptr::eq(&*self.character, character)
            || self.character.shapes_fingerprint() == character.shapes_fingerprint()
                && self.character.materials().len() == character.materials().len()
    }

    /// True for a face with eye joints or a jaw joint.
    pub(crate) fn may_turn_joints(&self) -> bool {
        let has_eyes = |setup: &LookAtSetup| setup.eyes.iter().any(Option::is_some);
        self.look_at().is_some_and(has_eyes) || jaw_joint(&self.character).is_some()
    }

    /// Sets the shapes of the lids.
    pub(super) fn set_eyelids(&mut self, morphs: Vec<(MorphTargetId, f32)>) {
        let eyelids = Eyelids::of_morphs(&self.character, morphs);
        self.gaze_lids = gaze_lids(&self.character, &self.eyes, Some(&eyelids));
        self.eyelids = Some(eyelids);
    }

    /// Position of a morph target among all morph weights.
    pub(in crate::face) fn morph_position(&self, id: MorphTargetId) -> Option<usize> {
        self.character.rest_weights().position(id)
    }
}

/// Shapes by which lids follow the gaze: none where shapes turn the eyes, for they move the lids with them.
fn gaze_lids(character: &Character, eyes: &EyeSetup, eyelids: Option<&Eyelids>) -> Option<GazeLids> {
    let setup = eyes.look_at.as_ref().filter(|_| eyes.shapes.is_none())?;
    GazeLids::detect(character, setup, eyelids)
}

/// Whether an expression changes the material, per material; empty where none changes any.
fn bound_materials(character: &Character) -> Vec<bool> {
    let mut is_bound = vec![false; character.materials().len()];
    for expression in character.expressions() {
        let colors = expression.colors.iter().map(|bind| bind.material);
        for material in colors.chain(expression.uvs.iter().map(|bind| bind.material)) {
            is_bound[material.index()] = true;
        }
    }
    if is_bound.contains(&true) { is_bound } else { Vec::new() }
}
