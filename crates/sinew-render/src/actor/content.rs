use super::ActorInstance;
use crate::{HairInstance, ModelInstance, PunctualLight};

/// Everything that a [`Scene`](crate::Scene) draws of some actors.
#[derive(Clone, Debug, Default)]
pub struct SceneContent<'a> {
    pub(crate) instances: Vec<&'a ModelInstance>,
    pub(crate) hair: Vec<&'a HairInstance>,
    pub(crate) lights: Vec<PunctualLight>,
}

impl<'a> SceneContent<'a> {
    /// Content of actors, with their hair and items.
    #[must_use]
    pub fn new(actors: impl IntoIterator<Item = &'a ActorInstance>) -> Self {
        let mut content = Self::default();
        actors.into_iter().for_each(|actor| content.add(actor));
        content
    }

    /// Adds an actor.
    pub fn add(&mut self, actor: &'a ActorInstance) {
        self.add_model(actor.meshes());
        self.hair.extend(actor.hair());
        actor.items().for_each(|item| self.add(item));
    }

    /// Adds a model instance alone.
    pub fn add_model(&mut self, instance: &'a ModelInstance) {
        self.instances.push(instance);
        self.lights.extend(instance.lights());
    }

    /// Lights of the actors' files, in world space.
    #[must_use]
    pub fn lights(&self) -> &[PunctualLight] {
        &self.lights
    }
}
