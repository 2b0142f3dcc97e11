//! Walking over stairs or a slope. The scene does an engine's part: it raises the character smoothly with the
//! ground and answers foot IK's ground queries.

#[cfg(test)]
#[path = "terrain_tests.rs"]
mod tests;

use super::measure::{floor_height, prop_actor, set_rig, travel_duration};
use super::{Scene, on_floor, stride};
use crate::asset::size::body_scale;
use crate::prop::slope::Slope;
use crate::prop::stairs::Stairs;
use crate::report::failure::Failure;
use sinew::glam::{Affine3A, Vec3};
use sinew::ground::GroundHit;
use sinew::humanoid::HumanBone;
use sinew::locomotion::FootIk;
use sinew::math::smooth_damp;
use sinew::rig::IkRig;
use sinew::{Actor, Character, FrameInput, JointId};

/// Ground to walk over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Terrain {
    Stairs(Stairs),
    Slope(Slope),
}

/// Distance from the start to the terrain, in metres for a body of 1.7 m.
const RUN_UP: f32 = 1.0;

/// Distance before the first tread at which the stride changes, in metres for a body of 1.7 m.
const STRIDE_LEAD: f32 = 0.5;

/// Smallest tread depth in foot lengths.
const MIN_TREAD: f32 = 1.1;

/// Seconds for nine tenths of a stride change.
const STRIDE_TIME: f32 = 0.4;

/// Stride of the clip, at rest.
const CLIP_STRIDE: (f32, f32) = (1.0, 0.0);

/// Seconds for nine tenths of a rise.
const RISE_TIME: f32 = 0.4;

impl Terrain {
    /// Stairs up and down, sized for the legs and feet of `actor`.
    pub(super) fn stairs(actor: &Actor) -> Self {
        let stairs = Stairs { start: RUN_UP, scale: leg_scale(actor), ..Stairs::default() };
        // A whole foot fits on a tread.
        let going = stairs.going.max(MIN_TREAD * foot_length(actor) / stairs.scale);
        Self::Stairs(Stairs { going, landing: stairs.landing * going / stairs.going, ..stairs })
    }

    /// A slope, 20° up and down.
    pub(super) fn slope(actor: &Actor) -> Self {
        Self::Slope(Slope { start: RUN_UP, length: 2.2, scale: body_scale(actor), ..Slope::default() })
    }

    fn ground(&self, x: f32, z: f32) -> (f32, Vec3) {
        match self {
            Self::Stairs(stairs) => stairs.ground(x, z),
            Self::Slope(slope) => slope.ground(x, z),
        }
    }

    /// Length in metres, with the start distance on both sides.
    fn length(&self) -> f32 {
        match self {
            Self::Stairs(stairs) => (stairs.start * 2.0 + stairs.depth()) * stairs.scale,
            Self::Slope(slope) => {
                (slope.start * 2.0 + slope.length * slope.angle.cos() * 2.0 + slope.top) * slope.scale
            }
        }
    }

    /// Tread depth in metres and the scale of the stairs; none for a slope.
    fn treads(&self) -> Option<(f32, f32)> {
        match self {
            Self::Stairs(stairs) => Some((stairs.going * stairs.scale, stairs.scale)),
            Self::Slope(_) => None,
        }
    }

    /// True on the treads and shortly before them, at `z` metres.
    fn is_on_treads(&self, z: f32) -> bool {
        match self {
            Self::Stairs(stairs) => {
                let along = z / stairs.scale - stairs.start;
                (-STRIDE_LEAD..stairs.depth()).contains(&along)
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

/// Scale for steps: hip height relative to a human's 0.9 m, at most the body scale.
fn leg_scale(actor: &Actor) -> f32 {
    const HUMAN_HIPS: f32 = 0.9;
    let character = actor.character();
    let hips = character.humanoid().and_then(|body| body.joint(HumanBone::Hips));
    let height = hips.map(|hips| character.rest_model()[hips.index()].translation.y - floor_height(actor));
    let whole = body_scale(actor);
    height
        .map(|height| height / HUMAN_HIPS)
        .filter(|scale| *scale > 0.0)
        .map_or(whole, |scale| scale.min(whole))
}

/// Length of the longest sole at rest, metres.
fn foot_length(actor: &Actor) -> f32 {
    let character = actor.character();
    let feet = character.humanoid().and_then(|body| FootIk::human(character, body).ok());
    let rest = |(joint, point): &(JointId, Vec3)| {
        character.rest_model()[joint.index()].transform_point3(*point).with_y(0.0)
    };
    let long = |sole: &[(JointId, Vec3)]| {
        let apart = |a| sole.iter().map(|b| rest(a).distance(rest(b))).fold(0.0, f32::max);
        sole.iter().map(apart).fold(0.0, f32::max)
    };
    feet.map_or(0.0, |feet| (0..feet.foot_count()).map(|n| long(feet.sole(n))).fold(0.0, f32::max))
}

/// Scene of a walk over terrain.
pub(super) struct TerrainScene {
    terrain: Terrain,
    /// Height of the character above the start, metres, and its rate of change.
    raised: (f32, f32),
    /// Stride on treads; the current stride and its rate of change. Shares of the clip's stride.
    on_treads: f32,
    stride: (f32, f32),
    /// Model-space height of the ground that the clip is animated on.
    floor: f32,
    props: [Actor; 1],
}

impl TerrainScene {
    /// Gives `actor` foot IK to walk over `terrain`.
    pub(super) fn new(terrain: Terrain, actor: &mut Actor, file: &str) -> Result<Self, Failure> {
        let mut floor = 0.0;
        set_rig(actor, file, |character, body| {
            let feet = FootIk::human(character, body).ok()?;
            floor = feet.floor;
            Some(IkRig::human(character.skeleton(), body).with_feet(feet))
        })?;
        let props = [prop_actor(terrain.character())?];
        Ok(Self { terrain, raised: (0.0, 0.0), on_treads: 1.0, stride: CLIP_STRIDE, floor, props })
    }
}

impl TerrainScene {
    /// Stride on treads for the playing clip, as a share of the clip's.
    fn strides_on_treads(&self, actor: &Actor) -> f32 {
        // Only foot IK can scale strides.
        let has_feet = actor.ik().is_some_and(|ik| ik.rig().has_feet());
        let treads = self.terrain.treads().filter(|_| has_feet);
        treads.map_or(1.0, |(going, scale)| stride::on_treads(actor, going, scale))
    }
}

impl Scene for TerrainScene {
    fn begin(&mut self, actor: &mut Actor) {
        (self.raised, self.stride) = ((0.0, 0.0), CLIP_STRIDE);
        self.on_treads = self.strides_on_treads(actor);
        if let Some(ik) = actor.ik_mut() {
            ik.snap();
        }
    }

    /// Raises the character smoothly with the ground, and sets the stride.
    fn advance(&mut self, actor: &mut Actor, travelled: &Affine3A, dt: f32) {
        let position = travelled.translation;
        let height = self.terrain.ground(position.x, position.z).0;
        self.raised = smooth_damp(self.raised.0, self.raised.1, height, RISE_TIME, dt);
        let stride = if self.terrain.is_on_treads(position.z) { self.on_treads } else { 1.0 };
        self.stride = smooth_damp(self.stride.0, self.stride.1, stride, STRIDE_TIME, dt);
        if let Some(ik) = actor.ik_mut() {
            ik.set_stride_scale(self.stride.0);
        }
    }

    fn stride(&self) -> f32 {
        self.stride.0
    }

    fn transform(&self, character: &Character, travelled: &Affine3A) -> Affine3A {
        on_floor(travelled, self.floor - self.raised.0, character)
    }

    fn resolve_character(&mut self, actor: &mut Actor, mut input: FrameInput<'_>) {
        let terrain = self.terrain;
        let ground = move |point: Vec3| {
            let (height, normal) = terrain.ground(point.x, point.z);
            Some(GroundHit { normal, ..GroundHit::level(point.with_y(height)) })
        };
        actor.resolve(input.reborrow().with_ground(&ground));
    }

    fn props(&self) -> &[Actor] {
        &self.props
    }

    fn duration(&self, actor: &Actor) -> f64 {
        let treads = match self.terrain {
            Terrain::Stairs(stairs) => (STRIDE_LEAD + stairs.depth()) * stairs.scale,
            Terrain::Slope(_) => 0.0,
        };
        // Shorter strides take longer. The rig is asked, since the walk has not begun yet.
        travel_duration(self.terrain.length() + treads * (1.0 / self.strides_on_treads(actor) - 1.0), actor)
    }
}
