/// Method of a [`ChainSolver`](crate::ik::ChainSolver). All methods start alike: the animated chain is bent
/// or straightened evenly until its tip is as far away as the goal, and turned there by the shortest arc;
/// without limits the tip mostly reaches the goal this way.
/// [`ChainSolver::rounds`](crate::ik::ChainSolver::rounds) rounds of the method follow, and damped steps
/// finish the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ChainMethod {
    /// Cyclic coordinate descent: joint by joint from the tip. Bends most near the tip.
    Ccd,
    /// FABRIK (forward and backward reaching). Bends evenly.
    Fabrik,
    /// Steps along the Jacobian transpose, each of the length that brings the tip nearest;
    /// each counts as a round.
    #[cfg_attr(feature = "serde", serde(alias = "Transpose"))]
    JacobianTranspose,
    /// Damped least squares: all joints at once by as little as needed. Smoothest under a moving goal.
    #[default]
    DampedLeastSquares,
}
