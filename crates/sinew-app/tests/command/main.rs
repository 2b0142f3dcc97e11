//! The built `sinew`, run as users and programs run it.

mod bake;
mod bench;
mod calls;
mod check;
mod ik;
mod ik_asked;
mod ik_body;
mod ik_look;
mod ik_refused;
mod inspect;
mod marks;
mod motion;
mod pack;
mod pose;
mod render;
mod root_motion;
mod sinew;
