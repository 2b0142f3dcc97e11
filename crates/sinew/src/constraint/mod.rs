//! Solver of node constraints (VRMC_node_constraint 1.0): roll, aim and rotation. Constraints must be solved
//! in [`dependency_order`](crate::character::dependency_order),
//! so that each reads the final rotation of its source.

mod solve;

pub use solve::{solve_constraint, solve_constraints};

#[cfg(test)]
mod tests;
