//! Chains of any length: iterative solvers (CCD, FABRIK, Jacobian transpose,
//! damped least squares) and splines.

pub(crate) mod ccd;
pub(crate) mod chain;
pub(crate) mod curve;
pub(crate) mod fabrik;
pub(crate) mod iteration;
pub(crate) mod jacobian;
pub(crate) mod method;
pub(crate) mod solver;
pub(crate) mod spline;
pub(crate) mod start;
pub(crate) mod state;
pub(crate) mod thread_scratch;
