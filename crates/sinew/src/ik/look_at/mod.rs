//! Look-at: eyes, head, neck and spine turned in shares towards a target.

pub(crate) mod eyes;
pub(crate) mod look_at;
pub(crate) mod share;
pub(crate) mod state;
pub(crate) mod upright;
pub(crate) mod view;
