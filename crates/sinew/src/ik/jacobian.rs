//! Steps along the Jacobian of the tip, damped (C. W. Wampler, *Manipulator Inverse Kinematic Solutions Based on Vector
//! Formulations and Damped Least-Squares Methods*, 1986) or by its transpose (W. A. Wolovich, H. Elliott, *A Computational
//! Technique for Inverse Kinematics*, 1984).

use super::Chain;
use super::bent::ChainScratch;
use glam::{Mat3A, Vec3, Vec3A};

/// What damping begins with: a share of the squared error.
pub(super) const DAMPING: f32 = 0.5;

/// One step of damped least squares towards `goal`; `damping` is a length, which grows where steps do not help
/// (T. Sugihara, *Solvability-Unconcerned Inverse Kinematics by the Levenberg-Marquardt Method*, 2011).
pub(super) fn damped_step(chain: &Chain, bent: &mut ChainScratch, goal: Vec3A, damping: &mut f32) -> bool {
    let error = goal - bent.tip();
    let least = 1e-3 * bent.length;
    let before = error.length_squared();
    for n in 0..bent.bones() {
        bent.links[n].start = bent.links[n].turn;
    }
    bent.look(chain);
    for _ in 0..6 {
        let lambda = Mat3A::from_diagonal(Vec3::splat(least * least + *damping * before));
        let mut push = error;
        for _ in 0..2 {
            let mut matrix = lambda;
            each_axis(chain, bent, push, |_, column, willing| {
                let scaled = column * willing;
                matrix.x_axis += scaled * column.x;
                matrix.y_axis += scaled * column.y;
                matrix.z_axis += scaled * column.z;
            });
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

/// One step by the transpose, as long as brings the tip nearest.
pub(super) fn transposed_step(chain: &Chain, bent: &mut ChainScratch, goal: Vec3A) {
    let error = goal - bent.tip();
    let mut moved = Vec3A::ZERO;
    bent.look(chain);
    each_axis(chain, bent, error, |_, column, willing| moved += column * (column.dot(error) * willing));
    let length = moved.length_squared();
    let along = error * (error.dot(moved) / length);
    if !along.is_finite() {
        return;
    }
    let bones = bent.bones();
    bent.links[..bones].iter_mut().for_each(|link| link.start = link.turn);
    step(chain, bent, error, along);
    // Of a goal far away rounding alone is left.
    if goal.distance_squared(bent.tip()) >= error.length_squared() {
        bent.links[..bones].iter_mut().for_each(|link| link.turn = link.start);
        bent.refresh(0);
    }
}

/// Shows `see` the way of the tip about each axis that a joint can turn about, and how willing the joint is.
#[inline]
fn each_axis(chain: &Chain, bent: &ChainScratch, error: Vec3A, mut see: impl FnMut(Vec3A, Vec3A, f32)) {
    let tip = bent.tip();
    for ((own, stance), link) in bent.links.iter().zip(&bent.stances).zip(chain.links()) {
        let arm = tip - own.place;
        let (axes, count) = stance.axes(arm.cross(error).into());
        for axis in &axes[..count] {
            let axis = Vec3A::from(*axis);
            see(axis, axis.cross(arm), link.willing());
        }
    }
}

/// Turns all joints as a pull `along` on the tip does.
fn step(chain: &Chain, bent: &mut ChainScratch, error: Vec3A, along: Vec3A) {
    let tip = bent.tip();
    for (n, link) in chain.links().iter().enumerate().take(bent.bones()) {
        let arm = tip - bent.links[n].place;
        let pull = Vec3::from(arm.cross(along)) * link.willing();
        let (axes, count) = bent.stances[n].axes(arm.cross(error).into());
        let about = match count {
            3 => pull,
            _ => axes[..count].iter().map(|axis| *axis * axis.dot(pull)).sum(),
        };
        let back = bent.parent_rotation(n).inverse();
        bent.links[n].turn = link.limit.slide(bent.links[n].turn, back * about);
    }
    bent.refresh(0);
}
