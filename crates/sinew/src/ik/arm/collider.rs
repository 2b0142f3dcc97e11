//! Arm collider: keeps elbow and forearm out of the body by swivelling the elbow about the line from shoulder
//! to hand, the one degree of freedom that a two-bone limb has left (D. Tolani, A. Goswami, N. I. Badler,
//! *Real-Time Inverse Kinematics Techniques for Anthropomorphic Limbs*, 2000).

use crate::body::{ColliderSlab, trunk_slabs};
use crate::character::Character;
use crate::humanoid::Humanoid;
use crate::ik::analytic::limb::LimbBend;
use crate::ik::arm::posed_slab::PosedSlab;
use crate::ik::{ChainGoal, ChainScratch, IkPose, IkResult, IkSetupError, Limb, LimbSettings};
use crate::math::ops;
use crate::skeleton::{JointId, Skeleton};
use glam::{Affine3A, Vec3, Vec3A};

/// Collider of a body for its arms: a few slabs.
#[derive(Clone, Debug)]
pub struct ArmCollider {
    slabs: Vec<ColliderSlab>,
    /// Radius of an arm, in lengths of the arm.
    pub arm_radius: f32,
}

/// Largest number of slabs.
pub const MAX_SLABS: usize = 8;

/// Default radius of an arm, in lengths of the arm.
const DEFAULT_ARM_RADIUS: f32 = 0.06;

/// Tested points of the arm: bone (upper arm or forearm), share along it, and share of the arm's radius. The
/// upper arm begins inside the body.
const POINTS: [(usize, f32, f32); 6] =
    [(0, 0.6, 0.4), (0, 0.8, 0.7), (1, 0.0, 1.0), (1, 0.25, 1.0), (1, 0.5, 1.0), (1, 0.75, 1.0)];

impl ArmCollider {
    /// Collider of 1 to [`MAX_SLABS`] slabs.
    ///
    /// # Errors
    /// When there are none, or more.
    pub fn new(slabs: impl IntoIterator<Item = ColliderSlab>) -> Result<Self, IkSetupError> {
        let slabs: Vec<_> = slabs.into_iter().collect();
        match slabs.len() {
            1..=MAX_SLABS => Ok(Self { slabs, arm_radius: DEFAULT_ARM_RADIUS }),
            count => Err(IkSetupError::Slabs { count }),
        }
    }

    /// Collider of a humanoid's trunk from hips to shoulders, measured on the skin by [`trunk_slabs`].
    ///
    /// # Errors
    /// When the humanoid has no hips, no spine or no arms.
    pub fn human(character: &Character, humanoid: &Humanoid) -> Result<Self, IkSetupError> {
        Self::new(trunk_slabs(character, humanoid).ok_or(IkSetupError::Empty)?)
    }

    /// Slabs of the collider.
    #[must_use]
    pub fn slabs(&self) -> &[ColliderSlab] {
        &self.slabs
    }

    /// Highest index of a joint that carries a slab.
    pub(crate) fn last_joint(&self) -> Option<JointId> {
        self.slabs.iter().flat_map(|slab| slab.ends.map(|(joint, _)| joint)).max()
    }

    /// Depth of a position inside the body in a pose, metres of the model; negative outside.
    ///
    /// # Panics
    /// When the slice is shorter than the skeleton.
    #[must_use]
    pub fn depth(&self, model: &[Affine3A], position: Vec3) -> f32 {
        let each = self.slabs.iter().map(|slab| PosedSlab::of(slab, model).depth(position.into(), 0.0));
        each.fold(f32::MIN, f32::max)
    }

    /// Solves a limb as [`Limb::solve`] does and swivels it until elbow and forearm are out of the body, away
    /// from its middle. A goal inside the body is moved to the surface, and the error is the distance of the
    /// hand to the goal. Where an elbow points straight into the body,
    /// the side to which it swivels may change.
    ///
    /// # Panics
    /// When limb or collider belongs to another skeleton.
    pub fn solve(
        &self,
        limb: &Limb,
        goal: &ChainGoal,
        settings: &LimbSettings,
        pose: &mut IkPose<'_>,
        scratch: &mut ChainScratch,
    ) -> IkResult {
        let IkPose { skeleton, local, model } = pose;
        let bend = self.bend(skeleton, limb, goal, settings, model, scratch);
        let Some(bend) = bend else { return IkResult::default() };
        limb.store(skeleton, &bend, goal.weight, local, scratch);
        bend.reach
    }

    /// Solves the limb in `scratch` alone; none for a non-finite goal or pose.
    pub(crate) fn bend(
        &self,
        skeleton: &Skeleton,
        limb: &Limb,
        goal: &ChainGoal,
        settings: &LimbSettings,
        model: &[Affine3A],
        scratch: &mut ChainScratch,
    ) -> Option<LimbBend> {
        /// Passes: a limit may undo part of a swivel.
        const PASSES: usize = 2;
        let body = PosedCollider::of(self, model, limb.posed_length(model));
        let outside = ChainGoal { position: body.outside(goal.position.into()).into(), ..*goal };
        let mut settings = *settings;
        let mut bend = limb.bend(skeleton, &outside, &settings, model, scratch)?;
        for _ in 0..PASSES {
            let swivel = body.swivel([0, 1, 2].map(|n| scratch.links[n].position));
            if swivel == 0.0 {
                break;
            }
            settings.swivel += swivel;
            match limb.bend(skeleton, &outside, &settings, model, scratch) {
                Some(next) => bend = next,
                None => break,
            }
        }
        bend.reach.error = scratch.error(goal.position);
        Some(bend)
    }
}

/// Collider in a pose, in model space, with the radius of the arm.
struct PosedCollider {
    slabs: [PosedSlab; MAX_SLABS],
    count: usize,
    thick: f32,
}

impl PosedCollider {
    fn of(collider: &ArmCollider, model: &[Affine3A], length: f32) -> Self {
        let mut slabs = [PosedSlab::default(); MAX_SLABS];
        for (posed, slab) in slabs.iter_mut().zip(&collider.slabs) {
            *posed = PosedSlab::of(slab, model);
        }
        let thick = if collider.arm_radius > 0.0 { collider.arm_radius * length } else { 0.0 };
        Self { slabs, count: collider.slabs.len().min(MAX_SLABS), thick }
    }

    fn slabs(&self) -> &[PosedSlab] {
        &self.slabs[..self.count]
    }

    /// Position moved out of the body to its surface.
    fn outside(&self, position: Vec3A) -> Vec3A {
        const ROUNDS: usize = 3;
        let mut position = position;
        for _ in 0..ROUNDS {
            let before = position;
            position =
                self.slabs().iter().fold(position, |position, slab| slab.outside(position, self.thick));
            if position == before {
                break;
            }
        }
        position
    }

    /// Largest depth of the arm's tested points.
    fn depth(&self, [start, middle, end]: [Vec3A; 3]) -> f32 {
        let point = |(bone, share, thick): (usize, f32, f32)| {
            let position = if bone == 0 { start.lerp(middle, share) } else { middle.lerp(end, share) };
            let each = self.slabs().iter().map(|slab| slab.depth(position, thick * self.thick));
            each.fold(f32::MIN, f32::max)
        };
        POINTS.into_iter().map(point).fold(f32::MIN, f32::max)
    }

    /// Angle about the line from start to end by which the middle joint has to swivel; 0 where nothing
    /// touches or nothing helps.
    fn swivel(&self, positions: [Vec3A; 3]) -> f32 {
        let [start, middle, end] = positions;
        let depth = self.depth(positions);
        // Shallower contacts are rounding.
        let least = 1e-4 * (start.distance(middle) + middle.distance(end));
        if depth.is_nan() || depth <= least {
            return 0.0;
        }
        let Some(line) = (end - start).try_normalize() else { return 0.0 };
        let perpendicular = |v: Vec3A| v - line * v.dot(line);
        let (elbow, out) = (perpendicular(middle - start), perpendicular(self.outward(start)));
        let (sine, cosine) = (line.dot(elbow.cross(out)), elbow.dot(out));
        let max = ops::atan2(sine, cosine);
        let across = line.cross(elbow);
        let at = |angle: f32| {
            let (sine, cosine) = ops::sin_cos(angle);
            self.depth([start, start + (middle - start - elbow) + elbow * cosine + across * sine, end])
        };
        let outmost = at(max);
        if !outmost.is_finite() || outmost >= depth {
            return 0.0;
        }
        if outmost > 0.0 {
            // The full swivel helps but is not enough: it is applied by as much as it helps.
            return max * ((depth - outmost) / (0.25 * depth)).min(1.0);
        }
        self.border((0.0, depth), (max, outmost), at)
    }

    /// Angle between one inside and one outside at which the arm just touches (M. Dowell, P. Jarratt, *A
    /// Modified Regula Falsi Method for Computing the Root of an Equation*, 1971).
    fn border(&self, mut inside: (f32, f32), mut free: (f32, f32), at: impl Fn(f32) -> f32) -> f32 {
        const ROUNDS: usize = 10;
        let near = 0.01 * self.thick;
        let mut last = 0.0;
        for _ in 0..ROUNDS {
            let share = inside.1 / (inside.1 - free.1).max(f32::MIN_POSITIVE);
            let between = inside.0 + (free.0 - inside.0) * share;
            let depth = at(between);
            if depth > 0.0 {
                inside = (between, depth);
                free.1 *= if last > 0.0 { 0.5 } else { 1.0 };
            } else {
                free = (between, depth);
                inside.1 *= if last < 0.0 { 0.5 } else { 1.0 };
                if depth > -near {
                    break;
                }
            }
            last = depth;
        }
        free.0
    }

    /// Vector from the middle of the body to the shoulder.
    fn outward(&self, start: Vec3A) -> Vec3A {
        let offsets = self.slabs().iter().map(|slab| slab.outward(start));
        offsets.min_by(|a, b| a.length_squared().total_cmp(&b.length_squared())).unwrap_or(Vec3A::ZERO)
    }
}
