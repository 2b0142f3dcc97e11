//! A decal on a character, with its age and its fades.

use super::DecalLife;
use crate::clone_from::impl_clone_from;
use crate::id::define_id;
use crate::math::smoothstep;
use crate::surface::Decal;

define_id! {
    /// Number of a decal in a [`DecalSet`](super::DecalSet). Numbers are not used again.
    DecalId
}

/// Decal that is on a character.
#[derive(Debug, PartialEq)]
#[non_exhaustive]
pub struct LiveDecal {
    /// Number.
    pub id: DecalId,
    /// The decal.
    pub decal: Decal,
    /// Number of its look, such as a material: the caller's own.
    pub look: u32,
    /// Its life.
    pub life: DecalLife,
    /// Seconds since it was placed, or since an equal one was merged into it.
    pub age: f32,
    /// [`DecalSet::revision`](super::DecalSet::revision) with which it came: no other decal has it, in
    /// whatever set.
    pub revision: u64,
    pub(super) leaving: Option<Leaving>,
}

impl_clone_from!(LiveDecal { id, decal, look, life, age, revision, leaving });

/// Way in which a decal goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Leaving {
    /// Fading out, for these seconds so far.
    Fading(f32),
    /// Stays until it is out of view.
    WhenUnseen,
}

impl LiveDecal {
    /// Whether it is on its way out.
    #[must_use]
    pub fn is_leaving(&self) -> bool {
        self.leaving.is_some()
    }

    /// Opacity, 0 to 1: by the fades in and out, along a smooth curve.
    #[must_use]
    pub fn opacity(&self) -> f32 {
        let share = |seconds: f32, of: f32| match fade_seconds(of) {
            0.0 => 1.0,
            of => (seconds / of).clamp(0.0, 1.0),
        };
        let coming = share(self.age, self.life.fade_in);
        let going = match self.leaving {
            Some(Leaving::Fading(seconds)) => 1.0 - share(seconds, self.life.fade_out),
            Some(Leaving::WhenUnseen) | None => 1.0,
        };
        smoothstep(coming) * smoothstep(going)
    }

    /// Begins to fade out, or goes on with it.
    pub(super) fn begin_fade(&mut self) {
        self.begin_fade_before(0.0);
    }

    /// Begins to fade out as if it had done so some seconds ago, or goes on with it.
    pub(super) fn begin_fade_before(&mut self, seconds: f32) {
        if !matches!(self.leaving, Some(Leaving::Fading(_))) {
            self.leaving = Some(Leaving::Fading(seconds));
        }
    }

    /// Whether it has faded out.
    pub(super) fn is_gone(&self) -> bool {
        matches!(self.leaving, Some(Leaving::Fading(seconds)) if seconds >= fade_seconds(self.life.fade_out))
    }
}

/// Duration of a fade: one that is not a number of seconds is none.
fn fade_seconds(seconds: f32) -> f32 {
    if seconds.is_finite() { seconds.max(0.0) } else { 0.0 }
}
