use super::moment::Moment;
use crate::actor::{Actor, Frame};
use crate::character::Character;
use std::sync::Arc;

/// The last two frames of an actor that is simulated in fixed time steps, for pictures at any time between
/// them: 30 steps per second drawn at 144 Hz.
///
/// After each step [`push`](Self::push) takes over the actor's frame. For each picture
/// [`between`](Self::between) gives the frame at a share of the way from the step before to the last one:
/// palettes, model and local transforms, morph and expression weights, colours of materials, wrinkles, hair,
/// bounds, the world transform. Springs, ragdolls and IK are in its pose, and points of the skin and
/// decals follow it ([`Frame::surface`]). Pictures are so up to one step behind the simulation. After a
/// teleport or a cut of the pose the later frame counts for all shares.
///
/// Neither allocates unless a system has been switched on or off since, or a groom has been exchanged.
///
/// ```
/// # use sinew::{Actor, Character, CharacterParts, FrameInput};
/// use sinew::actor::FramePair;
/// # use sinew::glam::Affine3A;
/// # let mut actor = Actor::without_clips(std::sync::Arc::new(Character::new(CharacterParts::default())?));
/// const STEP: f32 = 1.0 / 30.0;
/// let mut pair = FramePair::new(&actor);
/// let mut behind = 0.0;
/// for picture in 0..10 {
///     behind += 1.0 / 144.0; // seconds since the last picture
///     while behind >= STEP {
///         behind -= STEP;
///         actor.advance(STEP);
///         actor.resolve(FrameInput::new(STEP, Affine3A::IDENTITY));
///         pair.push(&actor); // events are in `actor.frame()`, once
///     }
///     let frame = pair.between(behind / STEP);
///     // hand `frame` to the renderer
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FramePair {
    character: Arc<Character>,
    earlier: Moment,
    later: Moment,
    shown: Moment,
    /// Whether no time had passed for the actor when the pair was made: nobody knew where it stood.
    is_new: bool,
}

impl FramePair {
    /// Pair of an actor that stands still so far. One for which no time has passed begins where its first
    /// frame is.
    #[must_use]
    pub fn new(actor: &Actor) -> Self {
        let moment = Moment::of(actor);
        let character = Arc::clone(actor.character());
        let is_new = actor.frame.dt == 0.0;
        Self { character, earlier: moment.clone(), later: moment.clone(), shown: moment, is_new }
    }

    /// Takes over the frame that an actor has resolved: it becomes the later one, and the later one the
    /// earlier. An actor of another character begins a new pair.
    pub fn push(&mut self, actor: &Actor) {
        if !Arc::ptr_eq(&self.character, actor.character()) {
            *self = Self::new(actor);
            return;
        }
        std::mem::swap(&mut self.earlier, &mut self.later);
        self.later.take(actor);
        if std::mem::take(&mut self.is_new) {
            self.earlier.take(actor);
        }
    }

    /// The frame at a share of the way from the earlier (0) to the later one (1), clamped to 0..1; NaN counts
    /// as 1. It has no events and no root motion.
    pub fn between(&mut self, share: f32) -> Frame<'_> {
        let share = if share.is_nan() { 1.0 } else { share.clamp(0.0, 1.0) };
        self.shown.blend(&self.character, [&self.earlier, &self.later], share);
        self.shown.frame(&self.character)
    }
}
