//! Tests of the built `sinew` command: exit codes, messages and output files.

mod bake;
mod bench;
mod calls;
mod camera;
mod check;
mod check_texts;
mod contact_sheet;
mod convert;
mod decal;
mod decal_marks;
mod drop;
mod events;
mod facing;
mod files;
mod graphs_and_retargeting;
mod hair;
mod hair_cards;
mod hidden_meshes;
mod ik;
mod input_options;
mod inspect;
mod kept;
mod light;
mod made;
mod motion_capture;
mod normals;
mod output_files;
mod pack;
mod pose;
mod ragdoll;
mod render;
mod render_scenes;
mod root_motion;
mod run_sinew;
mod scene_extras;
mod setup;
mod shapes;
mod speak;
mod speak_calls;
mod speak_face;
mod springs;
#[expect(unreachable_pub, reason = "the tests of the whole share the file")]
#[path = "../../../../tests/suite/turned_glb.rs"]
mod turned_glb;
