//! `--overlay`: lines over the character.

use clap::ValueEnum;

/// Lines drawn over the character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Overlay {
    Skeleton,
    Bounds,
    /// Shapes of the ragdoll's parts, and the limits of their joints.
    Ragdoll,
}
