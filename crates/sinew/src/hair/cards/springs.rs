//! Spring bones of chains, with settings that sway like the simulated guides.
//!
//! A spring bone (VRMC_springBone 1.0) moves its end by `stiffness · dt` towards the rest pose and by `gravityPower · dt` along gravity, and keeps the share
//! `1 − dragForce` of its velocity, per step. Of a bone of length L the end therefore swings like an oscillator of angular frequency ω with
//! ω² = stiffness / (L · dt), and gravity g has a power of g · dt.

use super::chain::HairChain;
use super::{AddedCards, HairCards};
use crate::character::{Spring, SpringBones, SpringJoint};
use crate::math::ops;
use glam::Vec3;
use std::f32::consts::TAU;

/// Length of a step that VRM's settings are made for, seconds.
const STEP: f32 = 1.0 / 60.0;
/// Largest share of a bone's length that stiffness moves its end by in a step.
const MAX_PULL: f32 = 0.5;
/// Largest angle by which gravity bends a bone out of its combed shape, radians.
const MAX_SAG: f32 = 0.07;

impl HairCards {
    /// Spring bones of the chains after they were added, without colliders: a spring per chain.
    #[must_use]
    pub fn spring_bones(&self, added: &AddedCards) -> SpringBones {
        let springs = self.chains.iter().zip(&added.chains).enumerate().map(|(number, (chain, joints))| {
            let joint = |(bone, joint)| {
                let settings = bone_settings(chain, bone);
                SpringJoint { joint, hit_radius: self.hit_radius.max(chain.physics.thickness), ..settings }
            };
            Spring {
                name: format!("hair {number}"),
                joints: joints.iter().copied().enumerate().map(joint).collect(),
                tail: None,
                collider_groups: Vec::new(),
                center: None,
            }
        });
        SpringBones { springs: springs.collect(), ..SpringBones::default() }
    }
}

/// Settings of a bone; those of the end are those of the last bone, and without effect.
fn bone_settings(chain: &HairChain, bone: usize) -> SpringJoint {
    let physics = &chain.physics;
    let last = chain.bones() - 1;
    let bone = bone.min(last);
    let along = chain.places[bone + 1] - chain.places[bone];
    let length = along.length();
    let share = 1.0 + (physics.tip_stiffness - 1.0) * bone as f32 / last.max(1) as f32;
    let frequency = TAU * physics.stiffness * share.max(0.0);
    let pull = (frequency * frequency * STEP * STEP).min(MAX_PULL);
    let stiffness = pull * length / STEP;
    // The groom is at rest under its weight, but a spring bone sags: so much that the combed shape stays.
    let down = physics.gravity.normalize_or(Vec3::NEG_Y);
    let cos = along.normalize_or_zero().dot(down);
    let sin = (1.0 - cos * cos).max(0.0).sqrt();
    let bending = sin - MAX_SAG * cos;
    let gravity = physics.gravity.length() * STEP;
    let gravity_power = if bending > 0.0 { gravity.min(MAX_SAG * stiffness / bending) } else { gravity };
    let loss = 2.0 * physics.damping * frequency + physics.drag;
    SpringJoint {
        joint: chain.anchor,
        hit_radius: 0.0,
        stiffness,
        gravity_power,
        gravity_dir: down,
        drag: (1.0 - ops::exp(-loss * STEP)).clamp(0.0, 1.0),
    }
}
