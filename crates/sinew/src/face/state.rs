use super::blink::{Blinks, Eyelids};
use super::viseme_map::jaw_joint;
use super::{BlinkSettings, FaceInput, Gaze, GazeAngles, MaterialOverride, Viseme, VisemeMap};
use super::{apply_expression_morphs, apply_material_binds, resolve_expressions};
use crate::character::{Character, ExpressionId, MaterialId, MorphTargetId};
use crate::character::{LookAtKind, LookAtSetup};
use crate::morph::MorphWeights;
use crate::name_or_id::NameOrId;
use crate::pose::LocalPose;
use crate::skeleton::{JointIndex, MAX_WEIGHT};
use crate::text::suggest;
use glam::Vec3;
use std::sync::Arc;

/// The face of an actor: expressions, gaze and morph weights set by hand, and the resolved weights of the frame.
///
/// The weight of an expression comes from the last of these layers that sets it: clips, speech ([`set_visemes`](Self::set_visemes), which
/// takes the mouth over by its share), gaze (for characters that look with expressions), blinks ([`set_blinks`](Self::set_blinks), which
/// close eyes that are less closed), [`set_expression`](Self::set_expression). Then expressions override one another as VRM defines it, and
/// add their morphs to those of the clips. Morph weights set by hand come last.
///
/// ```
/// use sinew::character::{Expression, OverrideKind};
/// use sinew::face::{FaceInput, FaceState};
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
/// face.set_expression("happy", 0.75)?;
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
#[derive(Clone, Debug)]
pub struct FaceState {
    character: Arc<Character>,
    gaze: Gaze,
    /// Weights set by hand, per expression.
    expressions: Vec<Option<f32>>,
    /// Weights set by hand, per morph weight of all instances; empty while none has been set.
    morphs: Vec<Option<f32>>,
    /// Mouth for speech.
    viseme_map: Option<Arc<VisemeMap>>,
    visemes: [f32; Viseme::COUNT],
    /// Shapes that close the eyes; none where the character cannot.
    eyelids: Option<Eyelids>,
    blinks: Option<Blinks>,
    /// Per expression, after all layers.
    requested: Vec<f32>,
    /// Per expression, after overrides between expressions.
    resolved: Vec<f32>,
    /// Share of the gaze that expressions leave to the eyes, 0 to 1.
    gaze_share: f32,
    /// Whether head and spine follow a gaze target.
    turns_head: bool,
    /// Per material; empty where no expression changes any.
    materials: Vec<MaterialOverride>,
    /// Whether an expression changes the material.
    is_bound: Vec<bool>,
}

/// Error of [`FaceState`]: unknown expression or morph target.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaceError {
    /// No expression has that name.
    #[error("no expression called {name:?}; {known}")]
    UnknownExpression {
        /// The name looked for.
        name: String,
        /// A similar name, if there is one, and the known names.
        known: String,
    },
    /// No expression has that id: it belongs to another character.
    #[error("no expression with id {}; the character has {count}", id.0)]
    UnknownExpressionId {
        /// The id.
        id: ExpressionId,
        /// The number of expressions.
        count: usize,
    },
    /// No morph target has that name.
    #[error("no morph target called {name:?}; {known}")]
    UnknownMorph {
        /// The name looked for.
        name: String,
        /// A similar name, if there is one, and the known names.
        known: String,
    },
    /// A viseme map is of another character.
    #[error("the viseme map was made for another character")]
    OtherCharacter,
    /// There is no such morph target: the id belongs to another character.
    #[error("mesh instance {} has no morph target {}", id.instance.0, id.target)]
    UnknownMorphId {
        /// The id.
        id: MorphTargetId,
    },
}

impl FaceState {
    /// The face of a character, with nothing set by hand; `None` where the character has neither expressions, nor a gaze, nor
    /// morph targets, nor a jaw.
    #[must_use]
    pub fn new(character: &Arc<Character>) -> Option<Self> {
        let has_morphs = !character.rest_weights().as_slice().is_empty();
        let has_shapes = has_morphs || !character.expressions().is_empty();
        if !has_shapes && character.look_at().is_none() && jaw_joint(character).is_none() {
            return None;
        }
        let mut is_bound = vec![false; character.materials().len()];
        for expression in character.expressions() {
            let colors = expression.colors.iter().map(|bind| bind.material);
            for material in colors.chain(expression.uvs.iter().map(|bind| bind.material)) {
                is_bound[material.index()] = true;
            }
        }
        let binds_any = is_bound.contains(&true);
        let materials = if binds_any { character.materials() } else { &[] };
        Some(Self {
            gaze: Gaze::Animated,
            expressions: vec![None; character.expressions().len()],
            morphs: Vec::with_capacity(character.rest_weights().as_slice().len()),
            viseme_map: None,
            visemes: [0.0; Viseme::COUNT],
            eyelids: Eyelids::detect(character),
            blinks: None,
            requested: vec![0.0; character.expressions().len()],
            resolved: vec![0.0; character.expressions().len()],
            gaze_share: 1.0,
            turns_head: false,
            materials: materials.iter().map(MaterialOverride::from_material).collect(),
            is_bound: if binds_any { is_bound } else { Vec::new() },
            character: character.clone(),
        })
    }

    /// Sets an expression, by name or by id, to a weight from 0 (off) to 1 (full), whatever the clips animate. A weight that
    /// is not finite counts as 0.
    ///
    /// # Errors
    /// When there is no such expression.
    pub fn set_expression<'a>(
        &mut self,
        expression: impl Into<NameOrId<'a, ExpressionId>>,
        weight: f32,
    ) -> Result<(), FaceError> {
        let id = self.find_expression(expression)?;
        self.expressions[id.index()] = Some(bounded(weight));
        Ok(())
    }

    /// Clears the weight set by [`set_expression`](Self::set_expression): clips control the expression again.
    ///
    /// # Errors
    /// When there is no such expression.
    pub fn clear_expression<'a>(
        &mut self,
        expression: impl Into<NameOrId<'a, ExpressionId>>,
    ) -> Result<(), FaceError> {
        let id = self.find_expression(expression)?;
        self.expressions[id.index()] = None;
        Ok(())
    }

    /// The weight that an expression is set to by hand; `None` where it is left to the clips.
    ///
    /// # Panics
    /// When there is no such expression.
    #[must_use]
    pub fn expression(&self, id: ExpressionId) -> Option<f32> {
        self.expressions[id.index()]
    }

    /// The id of an expression.
    ///
    /// # Errors
    /// When there is no such expression.
    pub fn find_expression<'a>(
        &self,
        expression: impl Into<NameOrId<'a, ExpressionId>>,
    ) -> Result<ExpressionId, FaceError> {
        match expression.into() {
            NameOrId::Id(id) if id.index() < self.expressions.len() => Ok(id),
            NameOrId::Id(id) => Err(FaceError::UnknownExpressionId { id, count: self.expressions.len() }),
            NameOrId::Name(name) => {
                let found = self.character.find_expression(name);
                found.ok_or_else(|| {
                    let known = suggest(name, self.character.expressions().iter().map(|e| e.name.as_str()));
                    FaceError::UnknownExpression { name: name.to_owned(), known }
                })
            }
        }
    }

    /// Sets a morph target to a weight, whatever clips and expressions do: one target by its id, or all targets of a name. 0 is
    /// off, 1 is the target as authored. A weight that is not finite counts as 0.
    ///
    /// # Errors
    /// When there is no such morph target.
    pub fn set_morph<'a>(
        &mut self,
        morph: impl Into<NameOrId<'a, MorphTargetId>>,
        weight: f32,
    ) -> Result<(), FaceError> {
        self.override_morph(morph.into(), Some(bounded(weight)))
    }

    /// Clears the weight set by [`set_morph`](Self::set_morph): clips and expressions control the morph target, or all of the name,
    /// again.
    ///
    /// # Errors
    /// When there is no such morph target.
    pub fn clear_morph<'a>(
        &mut self,
        morph: impl Into<NameOrId<'a, MorphTargetId>>,
    ) -> Result<(), FaceError> {
        self.override_morph(morph.into(), None)
    }

    fn override_morph(
        &mut self,
        morph: NameOrId<'_, MorphTargetId>,
        weight: Option<f32>,
    ) -> Result<(), FaceError> {
        let Self { character, morphs, .. } = self;
        let weights = character.rest_weights();
        morphs.resize(weights.as_slice().len(), None);
        match morph {
            NameOrId::Id(id) => {
                let position = weights.position(id).ok_or(FaceError::UnknownMorphId { id })?;
                morphs[position] = weight;
            }
            NameOrId::Name(name) => {
                let mut found = false;
                for position in character.find_morphs(name).filter_map(|id| weights.position(id)) {
                    morphs[position] = weight;
                    found = true;
                }
                if !found {
                    let meshes = character.meshes().iter();
                    let known =
                        suggest(name, meshes.flat_map(|mesh| mesh.morph_names.iter().map(String::as_str)));
                    return Err(FaceError::UnknownMorph { name: name.to_owned(), known });
                }
            }
        }
        Ok(())
    }

    /// Sets the mouth for speech, made for the same character; `None` leaves it to clips and expressions. See [`VisemeMap::detect`].
    ///
    /// # Errors
    /// When the map is of another character.
    pub fn set_viseme_map(&mut self, map: Option<Arc<VisemeMap>>) -> Result<(), FaceError> {
        if map.as_ref().is_some_and(|map| !map.fits(&self.character)) {
            return Err(FaceError::OtherCharacter);
        }
        self.viseme_map = map;
        Ok(())
    }

    /// The mouth for speech.
    #[must_use]
    pub fn viseme_map(&self) -> Option<&Arc<VisemeMap>> {
        self.viseme_map.as_ref()
    }

    /// Sets the weights of the visemes in the order of [`Viseme::ALL`], each 0 to 1; a larger sum than 1 is divided out. Speech owns the mouth by the sum of all
    /// but silence, and leaves the rest to clips. Weights below 0 or not finite count as 0. Without effect without a
    /// [`viseme_map`](Self::set_viseme_map).
    pub fn set_visemes(&mut self, weights: [f32; Viseme::COUNT]) {
        let weights = weights.map(|weight| if weight.is_finite() { weight.clamp(0.0, 1.0) } else { 0.0 });
        let sum = weights.iter().sum::<f32>().max(1.0);
        self.visemes = weights.map(|weight| weight / sum);
    }

    /// The weights of the visemes.
    #[must_use]
    pub fn visemes(&self) -> [f32; Viseme::COUNT] {
        self.visemes
    }

    /// Lets the eyes blink by themselves from now on, irregularly and when the gaze turns far; `None` stops it. Lids close by the expression `blink`, else
    /// by `blinkLeft` and `blinkRight`, else by morph targets with usual names; an expression may hold blinks back (`overrideBlink`). Off at first; without
    /// effect on characters whose eyes cannot close.
    ///
    /// The same seed and the same frames give the same blinks. Each call begins anew, so call it once; a clone of a face blinks with it until it gets a
    /// seed of its own.
    pub fn set_blinks(&mut self, settings: Option<BlinkSettings>) {
        self.blinks = settings.filter(|_| self.eyelids.is_some()).map(Blinks::new);
    }

    /// Blinks once now. Without effect where [`set_blinks`](Self::set_blinks) is off.
    pub fn blink(&mut self) {
        self.blinks.iter_mut().for_each(Blinks::start);
    }

    /// Whether speech turns a jaw joint.
    pub(crate) fn moves_jaw(&self) -> bool {
        self.viseme_map.as_ref().is_some_and(|map| map.moves_jaw())
    }

    /// Opens the jaw, for characters whose speech turns a jaw joint: speech takes its joint over from clips by its share. Returns the joint that it
    /// turned.
    pub fn turn_jaw(&self, local: &mut LocalPose) -> Option<JointIndex> {
        let map = self.viseme_map.as_ref()?;
        let (joint, rotation) = map.jaw_rotation(&self.visemes, local, self.character.skeleton().rest())?;
        local.get_mut(joint).rotation = rotation;
        Some(joint)
    }

    /// Sets the gaze, in place of what clips animate and of what an IK look is aimed at. It turns the eyes alone, unless
    /// [`set_turns_head`](Self::set_turns_head) is on. Without effect on characters without a gaze setup.
    pub fn set_gaze(&mut self, gaze: Gaze) {
        self.gaze = gaze;
    }

    /// The gaze set by hand.
    #[must_use]
    pub fn gaze(&self) -> Gaze {
        self.gaze
    }

    /// Sets whether head and spine turn to a [`Gaze::Target`] too: then it is also the goal of the IK rig's looks that have none of their
    /// own, and fades in and out like one. Off at first; without effect in an actor without an IK rig that looks.
    pub fn set_turns_head(&mut self, turns_head: bool) {
        self.turns_head = turns_head;
    }

    /// The world position that head and spine turn to, if they do.
    #[must_use]
    pub fn head_target(&self) -> Option<Vec3> {
        match self.gaze {
            Gaze::Target(target) if self.turns_head && target.is_finite() => Some(target),
            _ => None,
        }
    }

    /// The gaze that expressions leave to eye joints in this frame: an expression with `overrideLookAt` holds it back.
    #[must_use]
    pub fn held_back(&self, gaze: GazeAngles) -> GazeAngles {
        GazeAngles::default().lerp(gaze, self.gaze_share)
    }

    /// The weights of all expressions in this frame, after they have overridden one another.
    #[must_use]
    pub fn expression_weights(&self) -> &[f32] {
        &self.resolved
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

    /// Resolves the expression weights of a frame from all layers. Returns whether [`apply`](Self::apply) has anything to write.
    ///
    /// # Panics
    /// When the input is of another character.
    pub fn resolve(&mut self, input: &FaceInput<'_>, gaze: Option<(LookAtSetup, GazeAngles)>) -> bool {
        let Self { character, requested, resolved, .. } = self;
        let had_weight = resolved.iter().any(|weight| *weight != 0.0);
        requested.copy_from_slice(input.expressions);
        let speaks =
            self.viseme_map.as_ref().is_some_and(|map| map.write_expressions(&self.visemes, requested));
        if let Some((setup, angles)) = gaze.filter(|(setup, _)| setup.kind == LookAtKind::Expression) {
            // A gaze replaces the weights that clips animate; an IK look without a gaze fades from them.
            let animated = match (self.gaze, input.gaze, input.ik_look_at) {
                (Gaze::Animated, None, Some((_, weight))) => 1.0 - weight,
                _ => 0.0,
            };
            let names = ["lookLeft", "lookRight", "lookUp", "lookDown"];
            for (name, weight) in names.into_iter().zip(angles.expression_weights(&setup)) {
                if let Some(id) = character.find_expression(name) {
                    requested[id.index()] = weight + requested[id.index()] * animated;
                }
            }
        }
        let mut blinking = false;
        if let Some((blinks, eyelids)) = self.blinks.as_mut().zip(self.eyelids.as_ref()) {
            blinks.advance(input.dt, gaze.map(|(_, angles)| angles));
            eyelids.write_expressions(blinks.weight(), requested);
            blinking = blinks.weight() > 0.0;
        }
        for (weight, by_hand) in requested.iter_mut().zip(&self.expressions) {
            *weight = by_hand.unwrap_or(*weight);
        }
        let has_weight = requested.iter().any(|weight| *weight != 0.0);
        if has_weight || had_weight {
            let expressions = character.expressions();
            self.gaze_share = resolve_expressions(expressions, requested, resolved);
            if !self.materials.is_empty() {
                apply_material_binds(expressions, resolved, character.materials(), &mut self.materials);
            }
        }
        has_weight || speaks || blinking || self.morphs.iter().any(Option::is_some)
    }

    /// Adds the morphs of the resolved expressions to the animated weights, and sets those that are set by hand.
    ///
    /// # Panics
    /// When `morphs` is of another character.
    pub fn apply(&self, morphs: &mut MorphWeights) {
        apply_expression_morphs(self.character.expressions(), &self.resolved, morphs);
        if let Some(map) = &self.viseme_map {
            map.write_morphs(&self.visemes, morphs);
        }
        if let Some((blinks, eyelids)) = self.blinks.as_ref().zip(self.eyelids.as_ref()) {
            eyelids.write_morphs(blinks.weight(), morphs);
        }
        for (weight, by_hand) in morphs.as_mut_slice().iter_mut().zip(&self.morphs) {
            *weight = by_hand.unwrap_or(*weight);
        }
    }
}

/// Weight as it is used: at most [`MAX_WEIGHT`] either way.
fn bounded(weight: f32) -> f32 {
    if weight.is_finite() { weight.clamp(-MAX_WEIGHT, MAX_WEIGHT) } else { 0.0 }
}
