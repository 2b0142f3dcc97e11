//! Legs of three joints that roll over the ball of the foot.

pub(crate) mod foot;
pub(crate) mod foot_roll;
pub(crate) mod foot_roll_leg;
pub(crate) mod settings;
