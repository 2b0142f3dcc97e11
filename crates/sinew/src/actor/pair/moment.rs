//! Copies of frames: moments of fixed time steps, and blends of two of them.

use crate::actor::frame_state::Cuts;
use crate::actor::meshes::MeshState;
use crate::actor::{Actor, Frame};
use crate::character::Character;
use crate::clip::RootMotion;
use crate::face::MaterialOverride;
use crate::hair::HairState;
use crate::math::slerp_shortest;
use crate::morph::MorphWeights;
use crate::pose::{LocalPose, ModelPose};
use crate::surface::wrinkle::WrinkleState;
use glam::{Affine3A, Mat3, Mat3A, Quat};

/// Copy of a frame of an actor.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub(super) world_from_model: Affine3A,
    local: LocalPose,
    model: ModelPose,
    morphs: MorphWeights,
    meshes: MeshState,
    expressions: Vec<f32>,
    overrides: Vec<MaterialOverride>,
    is_bound: Vec<bool>,
    wrinkles: Option<Box<WrinkleState>>,
    hair: Option<Box<HairState>>,
    pub(super) cuts: Cuts,
}

impl Moment {
    pub(super) fn of(actor: &Actor) -> Self {
        let frame = actor.frame();
        Self {
            world_from_model: frame.world_from_model,
            local: frame.local.clone(),
            model: frame.model.clone(),
            morphs: frame.morphs.clone(),
            meshes: frame.meshes.clone(),
            expressions: frame.expressions.to_vec(),
            overrides: frame.overrides.0.to_vec(),
            is_bound: frame.overrides.1.to_vec(),
            wrinkles: frame.wrinkles.cloned().map(Box::new),
            hair: frame.hair.map(|hair| Box::new(hair.picture())),
            cuts: frame.cuts,
        }
    }

    /// Takes over the frame of an actor of the same character. Allocates where a system has been switched on
    /// or changed since.
    pub(super) fn take(&mut self, actor: &Actor) {
        let frame = actor.frame();
        self.world_from_model = frame.world_from_model;
        self.local.copy_from(frame.local);
        self.model.clone_from(frame.model);
        self.morphs.copy_from(frame.morphs);
        self.meshes.clone_from(frame.meshes);
        frame.expressions.clone_into(&mut self.expressions);
        frame.overrides.0.clone_into(&mut self.overrides);
        frame.overrides.1.clone_into(&mut self.is_bound);
        match (&mut self.wrinkles, frame.wrinkles) {
            (Some(copy), Some(new)) => (**copy).clone_from(new),
            (copy, new) => *copy = new.cloned().map(Box::new),
        }
        match (&mut self.hair, frame.hair) {
            (Some(copy), Some(new)) => copy.take_picture(new),
            (copy, new) => *copy = new.map(|hair| Box::new(hair.picture())),
        }
        self.cuts = frame.cuts;
    }

    /// Takes over what lies at a share of the way between two moments of a character. After a cut nothing
    /// does.
    pub(super) fn blend(&mut self, character: &Character, [from, to]: [&Self; 2], share: f32) {
        let share = if to.cuts.teleport { 1.0 } else { share };
        let pose_share = if to.cuts.pose { 1.0 } else { share };
        self.world_from_model = transform_between(&from.world_from_model, &to.world_from_model, share);
        let pairs = from.local.as_slice().iter().zip(to.local.as_slice());
        for (joint, (from, to)) in self.local.as_mut_slice().iter_mut().zip(pairs) {
            joint.translation = from.translation.lerp(to.translation, pose_share);
            joint.rotation = match pose_share {
                // To the bit.
                1.0 => to.rotation,
                _ => slerp_shortest(from.rotation, to.rotation, pose_share),
            };
            joint.scale = from.scale.lerp(to.scale, pose_share);
        }
        let weights = from.morphs.as_slice().iter().zip(to.morphs.as_slice());
        for (weight, (from, to)) in self.morphs.as_mut_slice().iter_mut().zip(weights) {
            *weight = number_between(*from, *to, pose_share);
        }
        let between = |values: &mut Vec<f32>, from: &[f32], to: &[f32]| {
            values.clear();
            values.extend(
                to.iter()
                    .enumerate()
                    .map(|(n, to)| number_between(from.get(n).copied().unwrap_or(*to), *to, pose_share)),
            );
        };
        between(&mut self.expressions, &from.expressions, &to.expressions);
        self.overrides.clear();
        self.overrides.extend(
            to.overrides
                .iter()
                .enumerate()
                .map(|(n, to)| from.overrides.get(n).map_or(*to, |from| from.lerp(to, pose_share))),
        );
        self.is_bound.clone_from(&to.is_bound);
        match (&mut self.wrinkles, &to.wrinkles) {
            (Some(wrinkles), Some(to)) => wrinkles.clone_from(to),
            (wrinkles, to) => wrinkles.clone_from(to),
        }
        if let (Some(wrinkles), Some(from)) = (&mut self.wrinkles, &from.wrinkles) {
            wrinkles.go_back(from, 1.0 - pose_share);
        }
        match (&mut self.hair, &to.hair) {
            (Some(hair), Some(to)) => hair.take_picture(to),
            (hair, to) => hair.clone_from(to),
        }
        if let Some(hair) = &mut self.hair {
            match &from.hair {
                Some(from) if !to.cuts.pose => hair.go_back(from, 1.0 - share),
                // The hair of the later moment, on a body that is not yet there.
                _ => hair.move_picture(&(self.world_from_model * to.world_from_model.inverse())),
            }
        }
        self.meshes.take_settings(&to.meshes);
        self.model.update(character.skeleton(), &self.local);
        self.meshes.skinning.solve(character, &self.model);
        self.meshes.update_bounds(character, &self.model, &self.morphs);
        self.cuts = to.cuts;
    }

    pub(super) fn frame<'a>(&'a self, character: &'a Character) -> Frame<'a> {
        Frame {
            character,
            world_from_model: self.world_from_model,
            events: &[],
            root_motion: RootMotion::IDENTITY,
            local: &self.local,
            model: &self.model,
            morphs: &self.morphs,
            meshes: &self.meshes,
            expressions: &self.expressions,
            overrides: (&self.overrides, &self.is_bound),
            wrinkles: self.wrinkles.as_deref(),
            hair: self.hair.as_deref(),
            view: None,
            cuts: self.cuts,
        }
    }
}

/// To the bit at both ends.
fn number_between(from: f32, to: f32, share: f32) -> f32 {
    if share == 1.0 { to } else { from + (to - from) * share }
}

/// Place at a share of the way: the translation on a line, the rotation at constant speed, scales and mirrors
/// as they are.
fn transform_between(from: &Affine3A, to: &Affine3A, share: f32) -> Affine3A {
    if share == 1.0 || from == to {
        return *to;
    }
    let translation = from.translation.lerp(to.translation, share);
    // What leads from one to the other: a rotation after a change of scales.
    let change = Mat3::from(to.matrix3 * from.matrix3.inverse());
    let axes = [change.x_axis, change.y_axis].map(|axis| axis.try_normalize());
    let [Some(x), Some(y)] = axes else {
        return Affine3A { matrix3: if share < 0.5 { from.matrix3 } else { to.matrix3 }, translation };
    };
    let z = x.cross(y).normalize_or_zero();
    let turn = Quat::from_mat3(&Mat3::from_cols(x, z.cross(x), z)).normalize();
    let scale = Mat3::from_quat(turn.conjugate()) * change;
    let scale = Mat3::IDENTITY * (1.0 - share) + scale * share;
    let part = Mat3::from_quat(slerp_shortest(Quat::IDENTITY, turn, share)) * scale;
    let matrix3 = Mat3A::from(part) * from.matrix3;
    if matrix3.is_finite() { Affine3A { matrix3, translation } } else { Affine3A { translation, ..*to } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn transforms_turn_at_constant_speed_and_keep_scales_and_mirrors() {
        let turned = |degrees: f32| Affine3A::from_rotation_y(degrees.to_radians());
        for scale in [Vec3::ONE, Vec3::splat(0.01), Vec3::new(-1.0, 1.0, 1.0), Vec3::new(2.0, 2.0, -2.0)] {
            let scaling = Affine3A::from_scale(scale);
            let [from, to] = [(10.0, 1.0), (70.0, 5.0)]
                .map(|(degrees, x)| Affine3A::from_translation(Vec3::X * x) * turned(degrees) * scaling);
            for share in [0.0, 0.25, 0.5, 1.0] {
                let right = Affine3A::from_translation(Vec3::X * (1.0 + 4.0 * share))
                    * turned(10.0 + 60.0 * share)
                    * scaling;
                let found = transform_between(&from, &to, share);
                assert!(found.abs_diff_eq(right, 1e-5), "{scale} {share}: {found:?} for {right:?}");
            }
        }
        // From one size to another.
        let half =
            transform_between(&Affine3A::from_scale(Vec3::splat(2.0)), &Affine3A::from_scale(Vec3::ONE), 0.5);
        assert!(half.abs_diff_eq(Affine3A::from_scale(Vec3::splat(1.5)), 1e-6), "{half:?}");
    }
}
