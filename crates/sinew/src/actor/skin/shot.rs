//! Rays against the skin of an actor, and decals where they hit.

use crate::actor::Actor;
use crate::surface::{
    DecalError, DecalId, DecalInput, DecalLife, DecalSettings, DecalState, HitFaces, Ray, SurfaceHit,
    SurfacePoint,
};

impl Actor {
    /// The first intersection of a ray in the world with the skin of the frame; `None` where it meets
    /// nothing, or decals are off ([`set_decals`](Self::set_decals)). Position and normal of the hit are in
    /// model space. Rays that miss the body cost next to nothing; the first one near it poses the skin.
    pub fn hit(&mut self, world_ray: &Ray, faces: HitFaces) -> Option<SurfaceHit> {
        let ray = world_ray.transformed(&self.frame.world_from_model.inverse());
        let bounds = &self.skin.decals.as_ref()?.decals().bounds;
        if !self.frame().may_hit(bounds, &ray) {
            return None;
        }
        self.with_decals(|decals, input| decals.hit(input, &ray, faces)).flatten()
    }

    /// Adds a decal of a look around a point of the skin, in the pose of the frame. Returns its number;
    /// `None` where decals are off.
    ///
    /// # Errors
    /// When a setting is out of its range, the character has no such point, or its triangle has no area in
    /// this pose.
    pub fn add_decal(
        &mut self,
        point: &SurfacePoint,
        look: u32,
        settings: &DecalSettings,
        life: DecalLife,
    ) -> Result<Option<DecalId>, DecalError> {
        self.with_decals(|decals, input| decals.add(input, point, look, settings, life)).transpose()
    }

    /// Calls a function with the decals and their input in the frame; `None` where decals are off.
    pub(in crate::actor) fn with_decals<T>(
        &mut self,
        call: impl FnOnce(&mut DecalState, DecalInput<'_>) -> T,
    ) -> Option<T> {
        let mut decals = self.skin.decals.take()?;
        if !self.meshes.skinning.has_palettes() {
            self.write_palettes();
        }
        let (meshes, character) = (&self.meshes, self.clips.character());
        let is_shown = |id| meshes.is_hittable(character, id);
        let result = call(&mut decals, DecalInput::new(self.frame().skin()).with_shown(&is_shown));
        self.skin.decals = Some(decals);
        Some(result)
    }
}
