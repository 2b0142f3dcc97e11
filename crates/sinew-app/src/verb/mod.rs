//! The verbs, a file each.

pub(crate) mod bake;
#[cfg(test)]
mod bake_tests;
pub(crate) mod bench;
pub(crate) mod check;
mod check_text;
pub(crate) mod convert;
pub(crate) mod ik;
mod ik_answer;
mod ik_body;
#[cfg(test)]
mod ik_damaged_tests;
mod ik_request;
mod ik_solve;
pub(crate) mod inspect;
mod inspect_marks;
mod inspect_material;
mod inspect_setup;
pub(crate) mod pack;
pub(crate) mod pose;
pub(crate) mod render;
mod render_looks;
pub(crate) mod retarget;
pub(crate) mod view;
