//! Chains that reach: targets, hands on a rifle, limbs that follow.

mod held_hands;
mod reach;
mod smooth_limbs;
