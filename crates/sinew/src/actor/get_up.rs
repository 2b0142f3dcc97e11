use super::Actor;
use crate::clip::{SampleCursor, WrapMode};
use crate::name_or_id::NameOrId;
use crate::playback::{ClipId, ClipSetError};
use crate::ragdoll::PoseFit;

impl Actor {
    /// Gets a fallen body up: plays that of the clips once whose first pose fits the body best (from the belly, from the back), gives the body back
    /// to the animation, and returns the clip. `None`, with nothing changed, unless the whole body falls as a ragdoll.
    ///
    /// A mixer or a graph that plays is dropped: actors with one call [`Actor::fit_get_up`].
    ///
    /// The next [`Actor::advance`] returns as root motion the way to the place where the clip continues the body, by which the caller must move
    /// the character as always. `up` is the direction against gravity.
    ///
    /// ```
    /// # use sinew::{Actor, FrameInput, glam::{Affine3A, Vec3}, playback::ClipSetError};
    /// # fn frame(actor: &mut Actor, place: &mut Affine3A, physics: &mut dyn sinew::ragdoll::Physics, dt: f32) -> Result<(), ClipSetError> {
    /// if actor.ragdoll().is_some_and(|ragdoll| ragdoll.is_at_rest()) {
    ///     actor.get_up(["get_up_front", "get_up_back"], Vec3::Y)?;
    /// }
    /// *place = actor.advance(dt).apply_to(*place);
    /// actor.resolve(FrameInput::new(dt, *place).with_physics(physics));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// When there is no such clip.
    pub fn get_up<'a, C: Into<NameOrId<'a, ClipId>>>(
        &mut self,
        clips: impl IntoIterator<Item = C>,
        up: glam::Vec3,
    ) -> Result<Option<ClipId>, ClipSetError> {
        let Some((clip, fit)) = self.fit_get_up(clips, up)? else { return Ok(None) };
        self.play(clip)?.wrap(WrapMode::Clamp);
        self.ragdoll_mut().into_iter().for_each(|ragdoll| ragdoll.get_up(fit.motion));
        Ok(Some(clip))
    }

    /// Finds that of the clips whose first pose fits a fallen body best, as [`Actor::get_up`] does, and how it fits. `None` unless the whole body
    /// falls as a ragdoll.
    ///
    /// An actor that plays a graph starts the clip there, and calls [`RagdollState::stop_at`](crate::ragdoll::RagdollState::stop_at) with the fit's motion.
    ///
    /// # Errors
    /// When there is no such clip.
    pub fn fit_get_up<'a, C: Into<NameOrId<'a, ClipId>>>(
        &self,
        clips: impl IntoIterator<Item = C>,
        up: glam::Vec3,
    ) -> Result<Option<(ClipId, PoseFit)>, ClipSetError> {
        let (skeleton, rest) = (self.clips.character().skeleton(), self.clips.rest());
        let (mut pose, mut best) = (rest.clone(), None::<(ClipId, PoseFit)>);
        for clip in clips {
            let id = self.clips.find(clip)?;
            let source = &self.clips[id];
            pose.sample(source, source.start(), rest, &mut SampleCursor::new());
            let fit = self
                .ragdoll()
                .and_then(|ragdoll| ragdoll.fit_pose(skeleton, &pose.local, self.frame.world_from_model, up));
            if let Some(fit) = fit.filter(|fit| best.is_none_or(|(_, best)| fit.distance < best.distance)) {
                best = Some((id, fit));
            }
        }
        Ok(best)
    }
}
