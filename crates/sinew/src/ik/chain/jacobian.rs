//! Steps along the Jacobian of the tip, damped (C. W. Wampler, *Manipulator Inverse Kinematic Solutions Based on Vector
//! Formulations and Damped Least-Squares Methods*, 1986) or by its transpose (W. A. Wolovich, H. Elliott, *A Computational
//! Technique for Inverse Kinematics*, 1984).

use crate::ik::Chain;
use crate::ik::ChainScratch;
use crate::limit::active::BlockedAxes;
use glam::{Mat3A, Vec3, Vec3A};

/// Initial damping, as a share of the squared error.
pub(crate) const DAMPING: f32 = 0.5;

/// One step of damped least squares towards `goal`; `damping` grows where steps do not help (T. Sugihara,
/// *Solvability-Unconcerned Inverse Kinematics by the Levenberg-Marquardt Method*, 2011).
pub(crate) fn damped_step(chain: &Chain, bent: &mut ChainScratch, goal: Vec3A, damping: &mut f32) -> bool {
    let error = goal - bent.tip();
    let least = 1e-3 * bent.length;
    let before = error.length_squared();
    for n in 0..bent.bones() {
        bent.links[n].start = bent.links[n].turn;
    }
    bent.look(chain);
    let compliance = compliance(chain, bent);
    for _ in 0..6 {
        let lambda = Mat3A::from_diagonal(Vec3::splat(least * least + *damping * before));
        let mut push = error;
        for _ in 0..2 {
            let matrix = lambda + compliance + compliance_at_borders(chain, bent, push);
            let along = matrix.inverse() * error;
            if !along.is_finite() {
                return false;
            }
            push = along;
        }
        step(chain, bent, push, push);
        if goal.distance_squared(bent.tip()) < before {
            *damping = (*damping * 0.5).max(0.05);
            return true;
        }
        for n in 0..bent.bones() {
            bent.links[n].turn = bent.links[n].start;
        }
        bent.refresh(0);
        *damping *= 4.0;
    }
    false
}

/// One step along the Jacobian transpose, of the length that brings the tip nearest.
pub(crate) fn transposed_step(chain: &Chain, bent: &mut ChainScratch, goal: Vec3A) {
    let error = goal - bent.tip();
    bent.look(chain);
    let moved = (compliance(chain, bent) + compliance_at_borders(chain, bent, error)) * error;
    let length = moved.length_squared();
    let along = error * (error.dot(moved) / length);
    if !along.is_finite() {
        return;
    }
    let bones = bent.bones();
    bent.links[..bones].iter_mut().for_each(|link| link.start = link.turn);
    step(chain, bent, error, along);
    // For a goal far away the step may be rounding alone.
    if goal.distance_squared(bent.tip()) >= error.length_squared() {
        bent.links[..bones].iter_mut().for_each(|link| link.turn = link.start);
        bent.refresh(0);
    }
}

/// J·Jᵀ of the tip: outer products of its velocities about all free axes of the joints, without joints at borders.
#[inline]
fn compliance(chain: &Chain, bent: &ChainScratch) -> Mat3A {
    let (tip, mut compliance) = (bent.tip(), Compliance { even: 0.0, less: Mat3A::ZERO });
    for ((own, stance), link) in bent.links.iter().zip(&bent.stances).zip(chain.links()) {
        if !stance.has_borders() {
            compliance.add(tip - own.place, link.flexibility(), &stance.held());
        }
    }
    compliance.matrix()
}

/// J·Jᵀ of the joints at borders for a push of the tip along `push`.
#[inline]
fn compliance_at_borders(chain: &Chain, bent: &ChainScratch, push: Vec3A) -> Mat3A {
    let (tip, mut compliance) = (bent.tip(), Compliance { even: 0.0, less: Mat3A::ZERO });
    for ((own, stance), link) in bent.links.iter().zip(&bent.stances).zip(chain.links()) {
        if stance.has_borders() {
            let arm = tip - own.place;
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
fn step(chain: &Chain, bent: &mut ChainScratch, error: Vec3A, along: Vec3A) {
    let tip = bent.tip();
    for (n, link) in chain.links().iter().enumerate().take(bent.bones()) {
        let (arm, stance) = (tip - bent.links[n].place, &bent.stances[n]);
        let pull = arm.cross(along) * link.flexibility();
        let about = match stance.is_free() {
            true => pull,
            false => stance.against(arm.cross(error).into()).rest(pull.into()).into(),
        };
        let back = bent.parent_rotation(n).inverse();
        bent.links[n].turn = link.limit.slide(bent.links[n].turn, back * about);
    }
    bent.refresh(0);
}
