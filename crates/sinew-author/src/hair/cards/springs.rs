//! Spring bones of chains, with settings that sway like the simulated guides.
//!
//! A spring bone (VRMC_springBone 1.0) moves its end by `stiffness · dt` towards the rest pose and by
//! `gravityPower · dt` along gravity, and keeps the share `1 − dragForce` of its velocity, per step. Of a
//! bone of length L the end therefore swings like an oscillator of angular frequency ω with
//! ω² = (stiffness + gravityPower) / (L · dt), and gravity g has a power of g · dt.
//!
//! The damping that ends the swaying is measured against the head ([`BodyDamping`]): measured in the world,
//! as VRM has it, it would blow hair back at walking pace. Only the drag of the air is measured in the world.

use super::chain::HairChain;
use super::{AddedCards, HairCards};
use glam::Vec3;
use sinew::character::{BodyDamping, Spring, SpringBones, SpringJoint};
use sinew::internal::ops;
use std::f32::consts::TAU;

/// Length of a step that VRM's settings are made for, seconds.
const STEP: f32 = 1.0 / 60.0;
/// Largest share of a bone's length that stiffness moves its end by in a step.
const MAX_PULL: f32 = 0.5;
/// Largest angle by which gravity bends a bone out of its combed shape, radians.
const MAX_SAG: f32 = 0.12;
/// Damping of a bone as a share of that of the guide, for bones swing as far as the guides do: a guide sways
/// as a whole, slower than a bone.
const DAMPING_SHARE: f32 = 0.8;
/// Shortest bone that the rate of swaying is found for, metres.
const MIN_LENGTH: f32 = 1e-3;

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
                body_damping: Some(BodyDamping {
                    joint: added.joints.joint(chain.anchor),
                    air_drag: lost(chain.physics.drag),
                }),
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
    let along = chain.positions[bone + 1] - chain.positions[bone];
    let length = along.length();
    let share = 1.0 + (physics.tip_stiffness - 1.0) * bone as f32 / last.max(1) as f32;
    let frequency = TAU * physics.stiffness * share.max(0.0);
    let gravity = physics.groomed_gravity().length();
    let down = Vec3::NEG_Y;
    let cos = along.normalize_or_zero().dot(down);
    let bending = (1.0 - cos * cos).max(0.0).sqrt() - MAX_SAG * cos;
    // The groom is at rest under its weight, but a spring bone sags: so stiff that the combed shape stays,
    // and where that is too stiff for a step, with less weight.
    let most = MAX_PULL * length / (STEP * STEP);
    let pull = (frequency * frequency * length).max(gravity * bending / MAX_SAG).min(most);
    let gravity = if bending > 0.0 { gravity.min(MAX_SAG * pull / bending) } else { gravity };
    let sways = ((pull + gravity) / length.max(MIN_LENGTH)).sqrt();
    SpringJoint {
        joint: chain.anchor,
        hit_radius: 0.0,
        stiffness: pull * STEP,
        gravity_power: gravity * STEP,
        gravity_dir: down,
        drag: lost(2.0 * DAMPING_SHARE * physics.damping * sways),
    }
}

/// Share of a velocity that is lost in a step at a rate per second.
fn lost(rate: f32) -> f32 {
    (1.0 - ops::exp(-rate * STEP)).clamp(0.0, 1.0)
}
