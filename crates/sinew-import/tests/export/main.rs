//! Export tests with the test assets and with small synthetic characters.

#[path = "../import/assets.rs"]
mod assets;
mod avatars;
mod bvh;
mod compare;
mod looks;
mod made;
mod odd;
mod property;
mod reduce;
mod round_trip;
mod separate;
mod small_keys;
mod small_meshes;
mod small_textures;
mod smaller;
mod t_pose;
mod validator;
mod vrma;
