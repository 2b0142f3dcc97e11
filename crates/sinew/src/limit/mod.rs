//! Joint limits: the range of rotation that a joint is allowed, used by every IK solver and by ragdolls.
//!
//! A [`Limit`] bounds the swing of a bone ([`Swing`]: hinge, ellipse or polygonal cone) and its twist
//! ([`AngleRange`]), measured from a reference rotation of the joint. [`HumanLimits`] holds the limits of the
//! human body, measured from the T-pose whatever the rest pose of the skeleton is.

pub(crate) mod active;
pub(crate) mod human;
pub(crate) mod limit;
mod mirrored;
pub(crate) mod polygon;
pub(crate) mod range;
pub(crate) mod range_ends;
pub(crate) mod reading;
mod rows;
pub(crate) mod swing;

pub use human::HumanLimits;
pub use limit::Limit;
pub use polygon::{PolygonError, SwingPolygon};
pub use range::AngleRange;
pub use reading::{LimitReading, LimitReadingKind};
pub use rows::LimitRows;
pub use swing::{Swing, SwingEllipse};
