//! What the importer makes of files: of the shared set, whose facts are known, and of small ones made here.

mod animations;
mod assets;
mod bodies;
mod broken;
mod buffers;
mod facts;
mod maker;
mod marks;
mod materials;
mod meshes;
mod motion_facts;
mod nodes;
mod validator;
mod vrm;
