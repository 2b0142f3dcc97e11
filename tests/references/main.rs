//! Poses beside other programs: three.js, three-vrm and assimp.

mod assimp;
mod springs;
mod three;
mod three_vrm;
