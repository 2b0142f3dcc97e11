//! A way over uneven ground, and what the engine does for who walks it: it raises the character with the ground, little by
//! little, and says what the ground is like under a foot. All else is the rig's.

use crate::failure::Failure;
use crate::prop::slope::Slope;
use crate::prop::stairs::Stairs;
use crate::stage::body_scale;
use sinew::glam::{Affine3A, Vec3};
use sinew::ik::{FootPlacement, GroundHit, IkRig};
use sinew::math::follow;
use sinew::{Actor, Character, FrameInput};
use std::sync::Arc;

/// What is walked over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Way {
    Stairs(Stairs),
    Slope(Slope),
}

/// From where the character begins to where the ground does, in metres of somebody as tall as people are.
const RUN_UP: f32 = 1.0;

/// Seconds in which the character is raised by nine tenths of a step.
const RAISED: f32 = 0.4;

impl Way {
    /// Stairs up and down again, as large as suits who walks.
    pub(crate) fn stairs(actor: &Actor) -> Self {
        Self::Stairs(Stairs { start: RUN_UP, scale: body_scale(actor), ..Stairs::default() })
    }

    /// A slope of 20° up, and down again.
    pub(crate) fn slope(actor: &Actor) -> Self {
        Self::Slope(Slope { start: RUN_UP, length: 2.2, scale: body_scale(actor), ..Slope::default() })
    }

    fn ground(&self, x: f32, z: f32) -> (f32, Vec3) {
        match self {
            Self::Stairs(stairs) => stairs.ground(x, z),
            Self::Slope(slope) => slope.ground(x, z),
        }
    }

    /// How far it is over all, with a step before and after.
    fn length(&self) -> f32 {
        match self {
            Self::Stairs(stairs) => {
                (stairs.start * 2.0 + stairs.going * stairs.steps as f32 * 2.0 + stairs.landing)
                    * stairs.scale
            }
            Self::Slope(slope) => {
                (slope.start * 2.0 + slope.length * slope.angle.cos() * 2.0 + slope.top) * slope.scale
            }
        }
    }

    fn character(&self) -> Result<Character, sinew::character::CharacterError> {
        match self {
            Self::Stairs(stairs) => stairs.character(),
            Self::Slope(slope) => slope.character(),
        }
    }
}

/// A character on its way.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    way: Way,
    /// How far it has been raised, and how fast that goes on.
    raised: (f32, f32),
}

impl Walk {
    /// Has `actor` walk over `way`, with feet that stand on it; gives the way itself, to be seen.
    pub(crate) fn new(way: Way, actor: &mut Actor, file: &str) -> Result<(Self, Actor), Failure> {
        let character = actor.character().clone();
        let body = character.humanoid();
        let body = body.ok_or_else(|| Failure::input(file, "--scene: only people walk, and this is none"))?;
        let feet = FootPlacement::human(&character, body).map_err(|e| Failure::input(file, e))?;
        let rig = IkRig::human(character.skeleton(), body).with_feet(feet);
        actor.set_rig(Some(Arc::new(rig))).map_err(|e| Failure::input(file, e))?;
        let seen = way.character().map_err(|e| Failure::input("the scene", e))?;
        let seen = Actor::new(Arc::new(seen), Vec::new()).map_err(|e| Failure::input("the scene", e))?;
        Ok((Self { way, raised: (0.0, 0.0) }, seen))
    }

    /// How long it takes to walk all the way by clip number `clip`.
    pub(crate) fn seconds(&self, actor: &Actor, clip: usize) -> f64 {
        // Who does not get ahead is watched for a while.
        const WHILE: std::ops::RangeInclusive<f32> = 2.0..=20.0;
        let clip = &actor.clips()[clip];
        let speed = clip.root().and_then(|way| {
            let [first, .., last] = way.places() else { return None };
            Some(last.position.distance(first.position) / (clip.end() - clip.start()).max(1e-3))
        });
        let seconds = self.way.length() / speed.unwrap_or(0.0).max(1e-6);
        f64::from(seconds.clamp(*WHILE.start(), *WHILE.end()))
    }

    /// Begins anew: feet stand where they are next seen.
    pub(crate) fn begin(&mut self, actor: &mut Actor) {
        self.raised = (0.0, 0.0);
        if let Some(ik) = actor.ik_mut() {
            ik.settle();
        }
    }

    /// What of the way lies under a character that has come to `travelled`, `dt` seconds later.
    pub(crate) fn raise(&mut self, travelled: &Affine3A, dt: f32) {
        let place = travelled.translation;
        let height = self.way.ground(place.x, place.z).0;
        self.raised = follow(self.raised.0, self.raised.1, height, RAISED, dt);
    }

    /// Where a character stands that has come to `travelled`.
    pub(crate) fn place(&self, travelled: &Affine3A) -> Affine3A {
        Affine3A::from_translation(Vec3::Y * self.raised.0) * *travelled
    }

    /// Resolves the character's pose on the way.
    pub(crate) fn resolve(&self, actor: &mut Actor, input: &FrameInput) {
        let way = self.way;
        let ground = move |place: Vec3| {
            let (height, normal) = way.ground(place.x, place.z);
            Some(GroundHit { normal, ..GroundHit::level(place.with_y(height)) })
        };
        actor.resolve_on(input, &ground);
    }
}
