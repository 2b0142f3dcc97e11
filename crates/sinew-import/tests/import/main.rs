//! Import tests with the test assets, whose properties are known, and with small synthetic files.

mod animations;
mod assets;
mod bodies;
mod broken;
mod buffers;
mod clip_events;
mod facts;
mod fbx;
mod maker;
mod materials;
mod meshes;
mod motion_facts;
mod nodes;
mod validator;
mod vrm;
mod x;
