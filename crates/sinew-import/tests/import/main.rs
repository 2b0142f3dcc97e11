//! Import tests with the test assets, whose properties are known, and with small synthetic files.

mod animations;
mod assets;
mod bodies;
mod broken;
mod buffers;
mod bvh;
mod clip_events;
#[cfg(feature = "draco")]
mod draco;
#[cfg(feature = "draco")]
mod draco_maker;
mod faces;
mod facts;
mod fbx;
mod hair;
mod huge_numbers;
mod instancing;
#[cfg(feature = "basisu")]
mod ktx2;
mod lights;
mod maker;
mod materials;
mod meshes;
mod morph_colors;
mod motion_facts;
mod nodes;
mod options;
mod physics;
mod skeleton_copies;
mod specular_glossiness;
mod textures;
mod validator;
mod visibility;
mod vrm;
mod x;
