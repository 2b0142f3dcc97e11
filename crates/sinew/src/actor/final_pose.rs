use crate::character::Character;
use crate::clone_from::impl_clone_from;
use crate::morph::MorphWeights;
use crate::playback::FullPose;
use crate::pose::{LocalPose, ModelPose};
use crate::skeleton::{MAX_COORDINATE, MAX_WEIGHT};
use crate::stage::{CopyOnEdit, StagePose};
use glam::Affine3A;

/// The final pose of a frame: the animated pose as the stages have changed it. The animated pose itself stays
/// as it is; its local transforms and morph weights are copied when the first stage of a frame edits them.
#[derive(Debug)]
pub(super) struct FinalPose {
    local: LocalPose,
    morphs: MorphWeights,
    local_is_edited: bool,
    morphs_are_edited: bool,
    /// Model from joint. Up to date after each stage.
    pub(super) model: ModelPose,
    /// Whether node constraints are on.
    pub(super) constraints_enabled: bool,
}

impl_clone_from!(FinalPose { local, morphs, local_is_edited, morphs_are_edited, model, constraints_enabled });

impl FinalPose {
    pub(super) fn new(character: &Character) -> Self {
        Self {
            local: LocalPose::default(),
            morphs: character.rest_weights().clone(),
            local_is_edited: false,
            morphs_are_edited: false,
            model: ModelPose::rest(character.skeleton()),
            constraints_enabled: true,
        }
    }

    /// Begins a frame: nothing is edited, and the model pose is stale.
    pub(super) fn begin(&mut self) {
        (self.local_is_edited, self.morphs_are_edited) = (false, false);
        self.model.mark_all_stale();
    }

    /// Makes room for edits of local transforms, so that the first one does not allocate.
    pub(super) fn reserve_local(&mut self, animated: &FullPose) {
        // A frame that is resolved keeps its pose.
        if !self.local_is_edited {
            self.local.copy_from(&animated.local);
        }
    }

    pub(super) fn local<'a>(&'a self, animated: &'a FullPose) -> &'a LocalPose {
        if self.local_is_edited { &self.local } else { &animated.local }
    }

    pub(super) fn morphs<'a>(&'a self, animated: &'a FullPose) -> &'a MorphWeights {
        if self.morphs_are_edited { &self.morphs } else { &animated.morphs }
    }

    /// The pose for a stage to read and edit.
    pub(super) fn stage<'a>(&'a mut self, character: &'a Character, animated: &'a FullPose) -> StagePose<'a> {
        let Self { local, morphs, local_is_edited, morphs_are_edited, model, .. } = self;
        let local = CopyOnEdit::new(&animated.local, local, local_is_edited);
        let morphs = CopyOnEdit::new(&animated.morphs, morphs, morphs_are_edited);
        StagePose::copying(character.skeleton(), local, model, morphs)
    }

    /// Bounds what a hook has edited: a pose that 32-bit floats cannot hold is dropped for the animated one,
    /// and weights lie within [`MAX_WEIGHT`].
    pub(super) fn bound(&mut self, character: &Character, animated: &FullPose) {
        let is_held = |joint: &Affine3A| joint.to_cols_array().iter().all(|x| x.abs() <= MAX_COORDINATE);
        if self.local_is_edited && !self.model.as_slice().iter().all(is_held) {
            self.local_is_edited = false;
            self.model.mark_all_stale();
            self.refresh(character, animated);
        }
        if self.morphs_are_edited {
            for weight in self.morphs.as_mut_slice() {
                *weight = if weight.is_finite() { weight.clamp(-MAX_WEIGHT, MAX_WEIGHT) } else { 0.0 };
            }
        }
    }

    /// Brings the model pose up to date.
    pub(super) fn refresh(&mut self, character: &Character, animated: &FullPose) {
        self.stage(character, animated).refresh();
    }
}
