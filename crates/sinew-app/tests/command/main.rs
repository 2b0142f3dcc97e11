//! The built `sinew`, run as users and programs run it.

mod bench;
mod calls;
mod check;
mod inspect;
mod marks;
mod motion;
mod pack;
mod pose;
mod render;
mod root_motion;
mod sinew;
