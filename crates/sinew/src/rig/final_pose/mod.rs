//! Final pose of a frame, after physics and other later stages: limbs return to the sockets that they hold,
//! and reports are updated.

mod hold;
mod miss;
mod reports;

pub(super) use miss::Miss;
