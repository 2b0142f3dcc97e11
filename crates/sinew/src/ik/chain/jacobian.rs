//! Steps along the Jacobian of the tip, damped (C. W. Wampler, *Manipulator Inverse Kinematic Solutions Based
//! on Vector Formulations and Damped Least-Squares Methods*, 1986) or by its transpose (W. A. Wolovich, H.
//! Elliott, *A Computational Technique for Inverse Kinematics*, 1984).

use crate::ik::Chain;
use crate::ik::ChainScratch;
use crate::limit::active::BlockedAxes;
use glam::{Mat3A, Vec3, Vec3A};

/// Initial damping, as a share of the squared error.
pub(crate) const DAMPING: f32 = 0.5;

/// One step of damped least squares towards `goal`; `damping` grows where steps do not help (T. Sugihara,
/// *Solvability-Unconcerned Inverse Kinematics by the Levenberg-Marquardt Method*, 2011).
pub(crate) fn damped_step(chain: &Chain, scratch: &mut ChainScratch, goal: Vec3A, damping: &mut f32) -> bool {
    let error = goal - scratch.tip();
    let least = 1e-3 * scratch.length;
    let before = error.length_squared();
    for n in 0..scratch.bones() {
        scratch.links[n].start = scratch.links[n].turn;
    }
    scratch.look(chain);
    let compliance = compliance(chain, scratch);
    for _ in 0..6 {
        let lambda = Mat3A::from_diagonal(Vec3::splat(least * least + *damping * before));
        let mut push = error;
        for _ in 0..2 {
            let matrix = lambda + compliance + compliance_at_borders(chain, scratch, push);
            let along = matrix.inverse() * error;
            if !along.is_finite() {
                return false;
            }
            push = along;
        }
        step(chain, scratch, push, push);
        if goal.distance_squared(scratch.tip()) < before {
            *damping = (*damping * 0.5).max(0.05);
            return true;
        }
        for n in 0..scratch.bones() {
            scratch.links[n].turn = scratch.links[n].start;
        }
        scratch.refresh(0);
        *damping *= 4.0;
    }
    false
}

/// One step along the Jacobian transpose, of the length that brings the tip nearest.
pub(crate) fn transposed_step(chain: &Chain, scratch: &mut ChainScratch, goal: Vec3A) {
    let error = goal - scratch.tip();
    scratch.look(chain);
    let moved = (compliance(chain, scratch) + compliance_at_borders(chain, scratch, error)) * error;
    let length = moved.length_squared();
    let along = error * (error.dot(moved) / length);
    if !along.is_finite() {
        return;
    }
    let bones = scratch.bones();
    scratch.links[..bones].iter_mut().for_each(|link| link.start = link.turn);
    step(chain, scratch, error, along);
    // For a goal far away the step may be rounding alone.
    if goal.distance_squared(scratch.tip()) >= error.length_squared() {
        scratch.links[..bones].iter_mut().for_each(|link| link.turn = link.start);
        scratch.refresh(0);
    }
}

/// J·Jᵀ of the tip: outer products of its velocities about all free axes of the joints,
/// without joints at borders.
#[inline]
fn compliance(chain: &Chain, scratch: &ChainScratch) -> Mat3A {
    let (tip, mut compliance) = (scratch.tip(), Compliance { even: 0.0, less: Mat3A::ZERO });
    for ((state, stance), link) in scratch.links.iter().zip(&scratch.stances).zip(chain.links()) {
        if !stance.has_borders() {
            compliance.add(tip - state.position, link.flexibility(), &stance.blocked_axes());
        }
    }
    compliance.matrix()
}

/// J·Jᵀ of the joints at borders for a push of the tip along `push`.
#[inline]
fn compliance_at_borders(chain: &Chain, scratch: &ChainScratch, push: Vec3A) -> Mat3A {
    let (tip, mut compliance) = (scratch.tip(), Compliance { even: 0.0, less: Mat3A::ZERO });
    for ((state, stance), link) in scratch.links.iter().zip(&scratch.stances).zip(chain.links()) {
        if stance.has_borders() {
            let arm = tip - state.position;
            compliance.add(arm, link.flexibility(), &stance.against(arm.cross(push).into()));
        }
    }
    compliance.matrix()
}

/// Sum of J·Jᵀ: an even part, minus the outer products of arms and blocked axes.
struct Compliance {
    even: f32,
    less: Mat3A,
}

impl Compliance {
    /// Adds a joint with the tip at `arm` from it.
    #[inline]
    fn add(&mut self, arm: Vec3A, willing: f32, held: &BlockedAxes) {
        // Rotations about three perpendicular axes move the tip any way but along the arm.
        self.even += arm.length_squared() * willing;
        self.take(arm, willing);
        held.axes().iter().for_each(|axis| self.take(Vec3A::from(*axis).cross(arm), willing));
    }

    #[inline]
    fn take(&mut self, way: Vec3A, willing: f32) {
        let scaled = way * willing;
        self.less.x_axis += scaled * way.x;
        self.less.y_axis += scaled * way.y;
        self.less.z_axis += scaled * way.z;
    }

    #[inline]
    fn matrix(&self) -> Mat3A {
        Mat3A::from_diagonal(Vec3::splat(self.even)) - self.less
    }
}

/// Rotates all joints for a pull `along` on the tip.
fn step(chain: &Chain, scratch: &mut ChainScratch, error: Vec3A, along: Vec3A) {
    let tip = scratch.tip();
    for (n, link) in chain.links().iter().enumerate().take(scratch.bones()) {
        let (arm, stance) = (tip - scratch.links[n].position, &scratch.stances[n]);
        let pull = arm.cross(along) * link.flexibility();
        let about = match stance.is_free() {
            true => pull,
            false => stance.against(arm.cross(error).into()).rest(pull.into()).into(),
        };
        let back = scratch.parent_rotation(n).inverse();
        scratch.links[n].turn = link.limit.slide(scratch.links[n].turn, back * about);
    }
    scratch.refresh(0);
}
