//! The checks, each of one or two kinds of faults.

pub(super) mod contact;
pub(super) mod freeze;
pub(super) mod hinge;
pub(super) mod jump;
pub(super) mod noise;
pub(super) mod scale;
pub(super) mod seam;
pub(super) mod swap;
