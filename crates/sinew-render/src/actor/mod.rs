//! Actors on the device: everything that is drawn of one, in one model and one instance.

mod actor_instance;
mod actor_model;
mod content;
mod error;
mod groom_models;
mod worn_hair;

pub use actor_instance::ActorInstance;
pub use actor_model::ActorModel;
pub use content::SceneContent;
pub use error::ActorModelError;
