use super::FullPose;
use super::mirrored_morphs::mirrored_morphs;
use crate::character::{Character, ExpressionId, MorphTargetId};
use crate::clip::RootMotion;
use crate::humanoid::{mirror_map, mirrored_name_indices};
use crate::math::mirrored;
use crate::pose::PoseMirror;
use glam::Quat;

/// Mirrors a full pose left to right: joints, morph targets and expressions.
#[derive(Clone, Debug)]
pub struct CharacterMirror {
    pose: PoseMirror,
    /// Rotation from +Z to the direction in which the character faces.
    forward: Quat,
    /// Index of the source weight for each weight: all morph weights, then all expressions.
    morphs: Vec<usize>,
    expressions: Vec<usize>,
    /// Index of the first weight of each instance.
    first_morphs: Vec<usize>,
}

impl CharacterMirror {
    /// The mirror of a character: by its human bones where they are known, else by joint names.
    #[must_use]
    pub fn new(character: &Character) -> Self {
        let bones = character.humanoid().map(|humanoid| &humanoid.named_bones);
        let partners = mirror_map(character.skeleton(), bones);
        let (mut morphs, mut first_morphs) = (Vec::new(), Vec::new());
        for instance in character.mesh_instances() {
            let names = &character.meshes()[instance.mesh].morph_names;
            let names: Vec<&str> =
                (0..instance.weights.len()).map(|n| names.get(n).map_or("", String::as_str)).collect();
            let first = morphs.len();
            first_morphs.push(first);
            morphs.extend(mirrored_morphs(&names, character.face_names()).into_iter().map(|n| first + n));
        }
        let names: Vec<&str> = character.expressions().iter().map(|e| e.name.as_str()).collect();
        let forward = character.forward_rotation();
        let pose = PoseMirror::facing(character.skeleton(), &partners, forward);
        Self { pose, forward, morphs, expressions: mirrored_name_indices(&names), first_morphs }
    }

    /// Writes the mirrored `pose` into `out`.
    pub fn apply(&self, pose: &FullPose, out: &mut FullPose) {
        self.pose.apply(pose.local.as_slice(), out.local.as_mut_slice());
        let weights = pose.morphs.as_slice();
        for (out, &from) in out.morphs.as_mut_slice().iter_mut().zip(&self.morphs) {
            *out = weights[from];
        }
        for (out, &from) in out.expressions.iter_mut().zip(&self.expressions) {
            *out = pose.expressions[from];
        }
        out.gaze = pose.gaze.map(mirrored);
    }

    /// Morph target on the other side of a target, of the same instance; the target itself in the middle.
    ///
    /// # Panics
    /// When the target does not exist.
    #[must_use]
    pub fn mirrored_morph(&self, morph: MorphTargetId) -> MorphTargetId {
        let first = self.first_morphs[morph.instance.index()];
        MorphTargetId { target: self.morphs[first + morph.target] - first, ..morph }
    }

    /// Expression on the other side, such as `blinkRight` for `blinkLeft`; the expression itself in the
    /// middle.
    ///
    /// # Panics
    /// When the expression does not exist.
    #[must_use]
    pub fn mirrored_expression(&self, expression: ExpressionId) -> ExpressionId {
        ExpressionId(self.expressions[expression.index()] as u32)
    }

    /// The mirrored root motion.
    #[must_use]
    pub fn mirrored_motion(&self, delta: &RootMotion) -> RootMotion {
        delta.turned(self.forward.inverse()).mirrored().turned(self.forward)
    }

    /// The mirror of the joints.
    #[must_use]
    pub fn pose_mirror(&self) -> &PoseMirror {
        &self.pose
    }
}
