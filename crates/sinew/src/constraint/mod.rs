//! Nodes that follow other nodes (VRMC_node_constraint 1.0): twist bones that share a roll, eyes that aim, limbs that
//! copy. To be solved in [`dependency_order`](crate::character::setup::dependency_order), so that a node follows where its
//! source ends up.

mod solve;

pub use solve::{solve_constraint, solve_constraints};

#[cfg(test)]
mod tests;
