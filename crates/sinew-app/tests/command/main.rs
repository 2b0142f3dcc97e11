//! Tests of the built `sinew` command: exit codes, messages and output files.

mod bake;
mod bench;
mod calls;
mod camera;
mod check;
mod contact_sheet;
mod convert;
mod drop;
mod events;
mod files;
mod graphs_and_retargeting;
mod ik;
mod input_options;
mod inspect;
mod made;
mod output_files;
mod pack;
mod pose;
mod render;
mod render_scenes;
mod root_motion;
mod run_sinew;
mod speak;
mod speak_calls;
mod speak_face;
mod springs;
