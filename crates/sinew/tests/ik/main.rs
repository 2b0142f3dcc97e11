//! IK, joint limits, locomotion and IK rigs, on random limbs, limits and chains.
#![allow(clippy::disallowed_methods, reason = "tests compare with the functions of the system")]

mod analytic_agreement;
mod arm_collider;
mod batches;
mod body_with_skin;
#[cfg(feature = "ron")]
mod bone_lines;
mod chains;
#[path = "../counting/mod.rs"]
mod counting;
mod degenerate_analytic;
mod degenerate_chains;
#[cfg(feature = "ron")]
mod description;
#[cfg(feature = "ron")]
mod description_damaged;
#[cfg(feature = "ron")]
mod description_errors;
#[cfg(feature = "ron")]
mod description_fields;
mod effector_ids;
mod eyes;
mod feet_without_skin;
mod follows;
mod foot_roll;
mod foot_roll_case;
mod goals_at_root;
mod grip;
mod human_bodies;
mod human_limbs;
mod human_limits;
#[path = "../humanoid/rig.rs"]
#[allow(dead_code, reason = "only some tests use rigs with other names")]
mod human_rig;
mod invalid_time_steps;
mod item_grips;
mod item_shapes;
mod iteration_rounds;
mod limb_settings;
mod limit_shapes;
mod limits;
mod look_at;
mod look_at_over_time;
#[path = "../motion/retarget_body.rs"]
#[allow(dead_code, reason = "bodies walk only where walks are retargeted")]
mod made_up_body;
mod mirrors;
mod no_allocation;
mod random;
mod random_chain;
mod reference_formulas;
mod rig_full_body;
mod shared_spine;
mod spine_assist;
mod splines;
mod stale_model_pose;
