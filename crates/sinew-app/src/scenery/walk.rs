//! A way over uneven ground, and what the engine does for who walks it: it raises the character with the ground, little by
//! little, and says what the ground is like under a foot. All else is the rig's.

use super::Scenery;
use crate::failure::Failure;
use crate::prop::slope::Slope;
use crate::prop::stairs::Stairs;
use crate::stage::body_scale;
use sinew::actor::Stage;
use sinew::glam::{Affine3A, Vec3};
use sinew::ik::{FootPlacement, GroundHit, IkRig};
use sinew::math::follow;
use sinew::{Actor, Character, FrameInput};

/// What is walked over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    Stairs(Stairs),
    Slope(Slope),
}

/// From where the character begins to where the ground does, in metres of somebody as tall as people are.
const RUN_UP: f32 = 1.0;

/// Seconds in which the character is raised by nine tenths of a step.
const RAISED: f32 = 0.4;

impl Way {
    /// Stairs up and down again, as large as suits who walks.
    pub(super) fn stairs(actor: &Actor) -> Self {
        Self::Stairs(Stairs { start: RUN_UP, scale: body_scale(actor), ..Stairs::default() })
    }

    /// A slope of 20° up, and down again.
    pub(super) fn slope(actor: &Actor) -> Self {
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
pub(super) struct Walk {
    way: Way,
    /// How far it has been raised, and how fast that goes on.
    raised: (f32, f32),
    /// The height of the animation's own ground in the model.
    floor: f32,
    seen: [Actor; 1],
}

impl Walk {
    /// Has `actor` walk over `way`, with feet that stand on it.
    pub(super) fn new(way: Way, actor: &mut Actor, file: &str) -> Result<Self, Failure> {
        let mut floor = 0.0;
        super::give_rig(actor, file, |character, body| {
            let feet = FootPlacement::human(character, body).ok()?;
            floor = feet.floor;
            Some(IkRig::human(character.skeleton(), body).with_feet(feet))
        })?;
        Ok(Self { way, raised: (0.0, 0.0), floor, seen: [super::prop(way.character())?] })
    }
}

impl Scenery for Walk {
    fn begin(&mut self, actor: &mut Actor) {
        self.raised = (0.0, 0.0);
        if let Some(ik) = actor.ik_mut() {
            ik.settle();
        }
    }

    /// The engine's part: it raises the character with the ground, little by little.
    fn advance(&mut self, _: &mut Actor, travelled: &Affine3A, dt: f32) {
        let place = travelled.translation;
        let height = self.way.ground(place.x, place.z).0;
        self.raised = follow(self.raised.0, self.raised.1, height, RAISED, dt);
    }

    fn place(&self, travelled: &Affine3A) -> Affine3A {
        super::on_floor(travelled, self.floor - self.raised.0)
    }

    fn pose(&mut self, actor: &mut Actor, input: &FrameInput, finished: &mut dyn FnMut(Stage)) {
        let way = self.way;
        let ground = move |place: Vec3| {
            let (height, normal) = way.ground(place.x, place.z);
            Some(GroundHit { normal, ..GroundHit::level(place.with_y(height)) })
        };
        actor.resolve_observed(input, Some(&ground), finished);
    }

    fn props(&self) -> &[Actor] {
        &self.seen
    }

    fn seconds(&self, actor: &Actor) -> f64 {
        super::seconds_for(self.way.length(), actor)
    }
}
