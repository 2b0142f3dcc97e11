//! A way over uneven ground, and what the engine does for who walks it: it raises the character with the ground, little by
//! little, and says what the ground is like under a foot. All else is the rig's.

#[cfg(test)]
#[path = "terrain_tests.rs"]
mod tests;

use super::{Scene, stride};
use crate::asset::size::body_scale;
use crate::prop::slope::Slope;
use crate::prop::stairs::Stairs;
use crate::report::failure::Failure;
use sinew::glam::{Affine3A, Vec3};
use sinew::humanoid::HumanBone;
use sinew::locomotion::{FootIk, GroundHit};
use sinew::math::smooth_damp;
use sinew::rig::IkRig;
use sinew::{Actor, Character, FrameInput, JointIndex};

/// What is walked over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Terrain {
    Stairs(Stairs),
    Slope(Slope),
}

/// From where the character begins to where the ground does, in metres of somebody as tall as people are.
const RUN_UP: f32 = 1.0;

/// So far before the first tread strides become as long as treads want them.
const BEFORE: f32 = 0.5;

/// Treads are so much deeper than feet are long.
const ROOM: f32 = 1.1;

/// Seconds in which they do, by nine tenths.
const CHANGED: f32 = 0.4;

/// Strides as they are animated.
const LEVEL: (f32, f32) = (1.0, 0.0);

/// Seconds in which the character is raised by nine tenths of a step.
const RAISED: f32 = 0.4;

impl Terrain {
    /// Stairs up and down again, as large as suits who walks.
    pub(super) fn stairs(actor: &Actor) -> Self {
        let own = Stairs { start: RUN_UP, scale: leg_scale(actor), ..Stairs::default() };
        // All of a foot has room on a tread.
        let going = own.going.max(ROOM * foot(actor) / own.scale);
        Self::Stairs(Stairs { going, landing: own.landing * going / own.going, ..own })
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
            Self::Stairs(stairs) => (stairs.start * 2.0 + stairs.depth()) * stairs.scale,
            Self::Slope(slope) => {
                (slope.start * 2.0 + slope.length * slope.angle.cos() * 2.0 + slope.top) * slope.scale
            }
        }
    }

    /// The depth of its treads, if it has any, and how large whoever it suits is.
    fn treads(&self) -> Option<(f32, f32)> {
        match self {
            Self::Stairs(stairs) => Some((stairs.going * stairs.scale, stairs.scale)),
            Self::Slope(_) => None,
        }
    }

    /// Whether one goes by treads, or will after a step.
    fn is_on_treads(&self, z: f32) -> bool {
        match self {
            Self::Stairs(stairs) => {
                let along = z / stairs.scale - stairs.start;
                (-BEFORE..stairs.depth()).contains(&along)
            }
            Self::Slope(_) => false,
        }
    }

    fn character(&self) -> Result<Character, sinew::character::CharacterError> {
        match self {
            Self::Stairs(stairs) => stairs.character(),
            Self::Slope(slope) => slope.character(),
        }
    }
}

/// How many metres of somebody with legs as long as people's make one of this character, but no more than of somebody as tall:
/// steps are for legs.
fn leg_scale(actor: &Actor) -> f32 {
    const HIPS: f32 = 0.9;
    let character = actor.character();
    let hips = character.humanoid().and_then(|body| body.joint(HumanBone::Hips));
    let height = hips.map(|hips| character.rest_model()[hips.index()].translation.y - super::floor(actor));
    let whole = body_scale(actor);
    height.map(|height| height / HIPS).filter(|scale| *scale > 0.0).map_or(whole, |scale| scale.min(whole))
}

/// How long the longest foot is.
fn foot(actor: &Actor) -> f32 {
    let character = actor.character();
    let feet = character.humanoid().and_then(|body| FootIk::human(character, body).ok());
    let rest = |(joint, point): &(JointIndex, Vec3)| {
        character.rest_model()[joint.index()].transform_point3(*point).with_y(0.0)
    };
    let long = |sole: &[(JointIndex, Vec3)]| {
        let apart = |a| sole.iter().map(|b| rest(a).distance(rest(b))).fold(0.0, f32::max);
        sole.iter().map(apart).fold(0.0, f32::max)
    };
    feet.map_or(0.0, |feet| (0..feet.count()).map(|n| long(feet.sole(n))).fold(0.0, f32::max))
}

/// A character on its way.
pub(super) struct TerrainScene {
    terrain: Terrain,
    /// How far it has been raised, and how fast that goes on.
    raised: (f32, f32),
    /// How long strides are on treads, how long they are now, and how fast they change.
    on_treads: f32,
    stride: (f32, f32),
    /// The height of the animation's own ground in the model.
    floor: f32,
    seen: [Actor; 1],
}

impl TerrainScene {
    /// Has `actor` walk over `terrain`, with feet that stand on it.
    pub(super) fn new(terrain: Terrain, actor: &mut Actor, file: &str) -> Result<Self, Failure> {
        let mut floor = 0.0;
        super::give_rig(actor, file, |character, body| {
            let feet = FootIk::human(character, body).ok()?;
            floor = feet.floor;
            Some(IkRig::human(character.skeleton(), body).with_feet(feet))
        })?;
        let seen = [super::prop(terrain.character())?];
        Ok(Self { terrain, raised: (0.0, 0.0), on_treads: 1.0, stride: LEVEL, floor, seen })
    }
}

impl TerrainScene {
    /// How long strides are on treads by what plays.
    fn strides_on_treads(&self, actor: &Actor) -> f32 {
        // What somebody's own rig does without feet is no stride.
        let has_feet = actor.ik().is_some_and(|ik| ik.rig().has_feet());
        let treads = self.terrain.treads().filter(|_| has_feet);
        treads.map_or(1.0, |(going, scale)| stride::on_treads(actor, going, scale))
    }
}

impl Scene for TerrainScene {
    fn begin(&mut self, actor: &mut Actor) {
        (self.raised, self.stride) = ((0.0, 0.0), LEVEL);
        self.on_treads = self.strides_on_treads(actor);
        if let Some(ik) = actor.ik_mut() {
            ik.snap();
        }
    }

    /// The engine's part: it raises the character with the ground, little by little, and has it take shorter strides on treads.
    fn advance(&mut self, actor: &mut Actor, travelled: &Affine3A, dt: f32) {
        let place = travelled.translation;
        let height = self.terrain.ground(place.x, place.z).0;
        self.raised = smooth_damp(self.raised.0, self.raised.1, height, RAISED, dt);
        let stride = if self.terrain.is_on_treads(place.z) { self.on_treads } else { 1.0 };
        self.stride = smooth_damp(self.stride.0, self.stride.1, stride, CHANGED, dt);
        if let Some(ik) = actor.ik_mut() {
            ik.set_stride(self.stride.0);
        }
    }

    fn stride(&self) -> f32 {
        self.stride.0
    }

    fn place(&self, travelled: &Affine3A) -> Affine3A {
        super::on_floor(travelled, self.floor - self.raised.0)
    }

    fn pose(&mut self, actor: &mut Actor, mut input: FrameInput<'_>) {
        let terrain = self.terrain;
        let ground = move |place: Vec3| {
            let (height, normal) = terrain.ground(place.x, place.z);
            Some(GroundHit { normal, ..GroundHit::level(place.with_y(height)) })
        };
        actor.resolve(input.reborrow().with_ground(&ground));
    }

    fn props(&self) -> &[Actor] {
        &self.seen
    }

    fn seconds(&self, actor: &Actor) -> f64 {
        let treads = match self.terrain {
            Terrain::Stairs(stairs) => (BEFORE + stairs.depth()) * stairs.scale,
            Terrain::Slope(_) => 0.0,
        };
        // Shorter strides take longer. It is asked before anybody sets out.
        super::seconds_for(
            self.terrain.length() + treads * (1.0 / self.strides_on_treads(actor) - 1.0),
            actor,
        )
    }
}
