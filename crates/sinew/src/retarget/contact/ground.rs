use super::SourceContacts;
use crate::body::TPose;
use crate::clip::RawClip;
use crate::skeleton::Skeleton;
use glam::Vec3;

/// Level ground that may move under a clip made in place.
#[derive(Clone, Copy, Debug)]
pub struct MovingGround {
    /// Metres per second.
    pub velocity: Vec3,
    /// Metres in model space.
    pub height: f32,
}

impl MovingGround {
    /// Ground under the feet of a body in a clip, judged at `times`; `None` for a body without legs, or that
    /// flies, swims or climbs.
    #[must_use]
    pub fn of(clip: &RawClip, times: &[f32], skeleton: &Skeleton, body: &TPose) -> Option<Self> {
        let found = SourceContacts::of(clip, times, skeleton, body)?;
        let stands = found.contacts.iter().any(|contacts| !contacts.is_empty());
        stands.then_some(Self { velocity: found.velocity, height: found.standing_height })
    }
}
