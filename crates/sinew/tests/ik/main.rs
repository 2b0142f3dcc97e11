//! Reaching and looking: what the solvers promise, on limbs, limits and chains made up at random.

mod bare_feet;
mod bodies;
mod chains;
mod classic;
mod classic_agreement;
mod climbs;
#[path = "../counting/mod.rs"]
mod counting;
mod degenerate;
mod degenerate_chains;
#[cfg(feature = "ron")]
mod described;
#[cfg(feature = "ron")]
mod described_damaged;
#[cfg(feature = "ron")]
mod described_faults;
#[cfg(feature = "ron")]
mod described_fields;
#[cfg(feature = "ron")]
mod described_lines;
mod eight_at_once;
mod eyes;
mod human;
mod human_limbs;
#[path = "../humanoid/rig.rs"]
#[allow(dead_code, reason = "rigs are renamed only where names are told")]
mod human_rig;
mod leans;
mod leans_together;
mod left_over;
mod leg_case;
mod legs;
mod limb_settings;
mod limits;
mod looks;
mod looks_in_time;
#[path = "../motion/retarget_body.rs"]
#[allow(dead_code, reason = "bodies walk only where walks are retargeted")]
mod made_up_body;
mod mirrors;
mod no_allocation;
mod odd_times;
mod palms;
mod random;
mod rig;
mod rig_bodies;
mod rounds;
mod shapes;
mod splines;
mod torsos;
mod trunk_body;
