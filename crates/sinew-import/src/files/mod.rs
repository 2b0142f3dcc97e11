//! Files that a character file references: access, names, and textures that are elsewhere than their file
//! says.

mod folder_files;
#[cfg(any(feature = "gltf", feature = "fbx", feature = "x"))]
pub(crate) mod missing_image;
mod names;
mod resolver;
#[cfg(any(feature = "fbx", feature = "x"))]
mod texture_files;
#[cfg(any(feature = "fbx", feature = "x"))]
mod texture_search;

pub(crate) use folder_files::read_file;
pub use folder_files::{FolderFiles, read_limited};
pub use resolver::{NoFiles, Resolver};
#[cfg(any(feature = "fbx", feature = "x"))]
pub(crate) use texture_files::{TextureFiles, file_name};
