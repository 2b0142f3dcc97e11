//! Getting up of a fallen ragdoll: the clip and the moment whose pose is nearest to that of the body.

use super::Actor;
use crate::clip::{RootMotion, SampleCursor};
use crate::name_or_id::NameOrId;
use crate::playback::{ClipId, ClipSetError};
use crate::ragdoll::{BodyState, RagdollState};

/// Clip and moment at which it continues a fallen body, see [`Actor::fit_get_up`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct GetUpFit {
    /// The clip.
    pub clip: ClipId,
    /// Time of the pose that fits, seconds of the clip's keys.
    pub time: f32,
    /// Root mean square of the distances between points of the body and of that pose, in the pose's own
    /// lengths: the smaller, the better.
    pub distance: f32,
    /// Motion of the character from its present transform to the one at which the pose lies where the body
    /// does, for [`RagdollState::get_up`].
    pub motion: RootMotion,
}

/// Time between the poses of a clip that are compared with a body, seconds, and their number at most.
const INTERVAL: f32 = 0.1;
const MAX_POSES: usize = 100;

/// Least share to which a pose lies that a clip may begin with.
const MIN_LYING: f32 = 0.6;

/// Share to which a clip's first pose must lie, and the distance that is added below it: the clip gets up
/// from a chair, say.
const MIN_FIRST_LYING: f32 = 0.4;
const STANDS_DISTANCE: f32 = 10.0;

/// Height by which hips may sink to the first pose, in lengths of the body; twice what is more counts as
/// distance.
const MAX_DROP: f32 = 0.015;

/// Factor on the distance of poses other than a clip's first one: a clip is played whole unless a later pose
/// fits clearly better.
const LATER_FACTOR: f32 = 1.3;

impl Actor {
    /// Gets a fallen body up: plays as a [montage](Actor::play_montage) that of the clips that fits the body best (from the belly, from the
    /// back, from a side, from sitting), at the moment that fits, and returns the clip. `None`, with nothing
    /// changed, unless the whole body falls as a ragdoll, and while it gets up already.
    ///
    /// Physics first leads the body into the pose of that moment, while the clip waits; then along the clip,
    /// until it stands; and then the clip has the body again ([`RagdollState::get_up`]). All the while frames
    /// need their physics, and [`Actor::body_state`] is [`BodyState::GettingUp`]. After the clip the actor goes
    /// on with the clip, mixer or graph that it played before. A body that cannot get up lies again after a
    /// while, as [`BodyState::Blocked`], and one that is pushed over falls again, which ends the montage; then
    /// it can be tried again.
    ///
    /// The next [`Actor::advance`] returns as root motion the way to where the clip continues the body, by
    /// which the caller must move the character as always. `up` is the direction against gravity.
    ///
    /// ```
    /// # use sinew::{Actor, FrameInput, glam::{Affine3A, Vec3}, playback::ClipSetError};
    /// # use sinew::ragdoll::BodyState;
    /// # fn frame(
    /// #     actor: &mut Actor, world_from_model: &mut Affine3A,
    /// #     physics: &mut dyn sinew::ragdoll::Physics, dt: f32,
    /// # ) -> Result<(), ClipSetError> {
    /// if matches!(actor.body_state(), BodyState::Resting | BodyState::Blocked) {
    ///     actor.get_up(["get_up_front", "get_up_back", "get_up_sitting"], Vec3::Y)?;
    /// }
    /// *world_from_model = actor.advance(dt).apply_to(*world_from_model);
    /// actor.resolve(FrameInput::new(dt, *world_from_model).with_physics(physics));
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
        let Some(fit) = self.fit_get_up(clips, up)? else { return Ok(None) };
        // Physics leads the body to the pose, which nothing else shows.
        self.play_montage(fit.clip)?.fade(0.0).seek(f64::from(fit.time));
        self.ragdoll_mut().into_iter().for_each(|ragdoll| ragdoll.get_up(fit.motion));
        Ok(Some(fit.clip))
    }

    /// Finds the clip, and the moment of it, that fits a fallen body best, as [`Actor::get_up`] does. `None`
    /// unless the whole body falls, and while it gets up already.
    ///
    /// For games that choose or play the clip themselves, such as in a state of a graph: it starts at that
    /// moment, waits while [`RagdollState::is_settling`], as a montage and a clip of [`Actor::play`] do, and
    /// [`RagdollState::get_up`] gets the fit's motion.
    ///
    /// # Errors
    /// When there is no such clip.
    pub fn fit_get_up<'a, C: Into<NameOrId<'a, ClipId>>>(
        &self,
        clips: impl IntoIterator<Item = C>,
        up: glam::Vec3,
    ) -> Result<Option<GetUpFit>, ClipSetError> {
        let (skeleton, rest) = (self.clips.character().skeleton(), self.clips.rest());
        let (mut pose, mut cursor) = (rest.clone(), SampleCursor::new());
        let mut best = None::<(f32, GetUpFit)>;
        for clip in clips {
            let clip = self.clips.find(clip)?;
            if !self.ragdoll().is_some_and(RagdollState::may_get_up) {
                continue;
            }
            let source = &self.clips[clip];
            let (start, end) = (source.start(), source.end());
            let count = ((end - start) / INTERVAL).clamp(0.0, MAX_POSES as f32) as usize;
            for n in 0..=count {
                let time = start + n as f32 * INTERVAL;
                pose.sample(source, time, rest, &mut cursor);
                let ragdoll = self.ragdoll();
                let fit = ragdoll
                    .and_then(|state| state.fit_pose(skeleton, &pose.local, self.frame.world_from_model, up));
                let Some(fit) = fit else { continue };
                if n > 0 && fit.lying < MIN_LYING {
                    break;
                }
                let drop =
                    (fit.hips_drop - MAX_DROP * ragdoll.map_or(0.0, |state| state.ragdoll().size())).max(0.0);
                let distance = fit.distance * if n > 0 { LATER_FACTOR } else { 1.0 }
                    + 2.0 * drop
                    + if fit.lying < MIN_FIRST_LYING { STANDS_DISTANCE } else { 0.0 };
                if best.is_none_or(|(least, _)| distance < least) {
                    let candidate = GetUpFit { clip, time, distance: fit.distance, motion: fit.motion };
                    best = Some((distance, candidate));
                }
            }
        }
        Ok(best.map(|(_, fit)| fit))
    }

    /// State of the body: it is animated, reacts to a hit, falls, lies still or gets up.
    /// [`BodyState::Animated`] without a ragdoll.
    #[must_use]
    pub fn body_state(&self) -> BodyState {
        self.ragdoll().map_or(BodyState::Animated, RagdollState::body_state)
    }
}
