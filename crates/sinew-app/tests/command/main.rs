//! The built `sinew`, run as users and programs run it.

mod bench;
mod calls;
mod check;
mod inspect;
mod motion;
mod pack;
mod pose;
mod render;
mod sinew;
