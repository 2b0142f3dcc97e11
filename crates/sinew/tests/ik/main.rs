//! Reaching and looking: what the solvers promise, on limbs, limits and chains made up at random.

mod chains;
mod classic;
mod classic_agreement;
mod degenerate;
mod degenerate_chains;
mod eight_at_once;
mod limits;
mod mirrors;
mod random;
mod rig;
mod shapes;
