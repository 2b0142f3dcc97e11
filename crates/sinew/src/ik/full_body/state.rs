use crate::clone_from::impl_clone_from;
use crate::ik::ChainScratch;
use crate::ik::FullBody;
use crate::ik::full_body::cholesky::Equations;
use crate::limit::active::ActiveLimits;
use crate::math::turn::{part_of, rotation_of, turn_between};
use crate::math::{Transform, mirrored, slerp_shortest};
use crate::skeleton::Skeleton;
use glam::{Affine3A, Quat, Vec3, Vec3A};

/// Scratch memory of [`FullBodySolver`](crate::ik::FullBodySolver), reused between frames; it holds no state.
#[derive(Debug, Default)]
pub struct FullBodyScratch {
    pub(crate) joints: Vec<JointState>,
    /// Displacement of the root, in model space.
    pub(crate) root: Vec3A,
    kept_root: Vec3A,
    root_before_restart: Vec3A,
    pub(crate) equations: Equations,
    /// Blocks of three, as the equations: damping, errors of the effectors,
    /// the pull on them, and the effect of one axis.
    pub(crate) diagonal: Vec<f32>,
    pub(crate) error: Vec<Vec3A>,
    pub(crate) pull: Vec<Vec3A>,
    pub(crate) column: Vec<Vec3A>,
    /// Blocks of a column that are not zero.
    pub(crate) threes: Vec<usize>,
    pub(crate) rows: Vec<Rows>,
    /// Active limits of the joints, in model space, and the axes that a pull leaves free.
    pub(crate) stances: Vec<ActiveLimits>,
    pub(crate) axes: Vec<([Vec3; 3], usize)>,
    /// Positions of the effectors' points.
    pub(crate) points: Vec<Vec3A>,
    pub(crate) mass: f32,
    pub(crate) limb: ChainScratch,
}

impl_clone_from!(
    FullBodyScratch { root, kept_root, root_before_restart, equations, mass, limb },
    buffers { joints, diagonal, error, pull, column, threes, rows, stances, axes, points }
);

/// State of a joint while its body is solved; see [`LinkState`](crate::ik::chain::state::LinkState).
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointState {
    pub(crate) turn: Quat,
    pub(crate) next: Quat,
    pub(crate) kept: Quat,
    before_restart: Quat,
    pub(crate) animated: Quat,
    pub(crate) above: Quat,
    pub(crate) reference: Quat,
    pub(crate) rotation: Quat,
    pub(crate) position: Vec3A,
    /// Vector from the joint above, in its rotated space; for the root, its position.
    pub(crate) bone: Vec3A,
    is_mirrored: bool,
    /// Mass that is attached to it without moving by itself, and mass times center in its own space.
    attached_mass: f32,
    attached_center: Vec3A,
    /// Mass of the joint and everything below, and mass times center in model space.
    pub(crate) mass: f32,
    pub(crate) center: Vec3A,
}

/// Equations of an effector: the blocks of its position and of its rotation, and its targets.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rows {
    pub(crate) position: Option<usize>,
    pub(crate) rotation: Option<usize>,
    pub(crate) aim: Vec3A,
    pub(crate) turned: Quat,
    /// Its priority, as an index of the weights.
    pub(crate) level: usize,
}

impl FullBodyScratch {
    /// Memory for a body.
    #[must_use]
    pub fn new(body: &FullBody) -> Self {
        let effectors = body.effectors.len();
        let threes = effectors * 2 + 1;
        let mut scratch = Self { equations: Equations::with_capacity(threes), ..Self::default() };
        scratch.joints.reserve(body.joints.len());
        scratch.rows.reserve(effectors);
        scratch.stances.reserve(body.joints.len());
        scratch.axes.reserve(body.joints.len());
        scratch.points.reserve(effectors);
        scratch.threes.reserve(threes);
        scratch.diagonal.reserve(threes);
        for numbers in [&mut scratch.error, &mut scratch.pull, &mut scratch.column] {
            numbers.reserve(threes);
        }
        let longest = body.effectors.iter().map(|effector| effector.indices.len()).max();
        scratch.limb = ChainScratch::with_capacity(longest.unwrap_or(0));
        scratch
    }

    /// Loads the body from `model`.
    pub(crate) fn load(&mut self, skeleton: &Skeleton, body: &FullBody, model: &[Affine3A]) {
        self.joints.clear();
        self.rows.clear();
        (self.root, self.kept_root) = (Vec3A::ZERO, Vec3A::ZERO);
        for body_joint in &body.joints {
            let matrix = &model[body_joint.joint.index()];
            let rotation = rotation_of(matrix);
            let parent = skeleton.parent(body_joint.joint).map(|parent| &model[parent.index()]);
            let parent_rotation = parent.map_or(Quat::IDENTITY, rotation_of);
            let (above, bone) = match body_joint.parent.map(|n| &self.joints[n]) {
                Some(above) => {
                    let back = above.rotation.inverse();
                    (back * parent_rotation, back * (matrix.translation - above.position))
                }
                None => (parent_rotation, matrix.translation),
            };
            let turn = parent_rotation.inverse() * rotation * body_joint.reference.inverse();
            self.joints.push(JointState {
                turn,
                next: turn,
                kept: turn,
                before_restart: turn,
                animated: turn,
                above,
                reference: body_joint.reference,
                rotation,
                position: matrix.translation,
                bone,
                is_mirrored: parent.is_some_and(|m| m.matrix3.determinant() < 0.0),
                attached_mass: 0.0,
                attached_center: Vec3A::ZERO,
                mass: 0.0,
                center: Vec3A::ZERO,
            });
        }
    }

    /// Loads the masses. Joints that do not move add theirs to the nearest moving joint above.
    pub(crate) fn weigh(&mut self, skeleton: &Skeleton, body: &FullBody, model: &[Affine3A]) {
        self.mass = 0.0;
        for (joint, mass) in &body.masses {
            let mut above = std::iter::successors(Some(*joint), |&j| skeleton.parent(j));
            let carrier =
                above.find_map(|j| body.joints.binary_search_by_key(&j, |body_joint| body_joint.joint).ok());
            let Some(carrier) = carrier else { continue };
            let state = &mut self.joints[carrier];
            let position = model[joint.index()].translation;
            state.attached_mass += mass;
            state.attached_center += state.rotation.inverse() * (position - state.position) * *mass;
            self.mass += mass;
        }
    }

    /// Updates rotations and positions.
    pub(crate) fn refresh(&mut self, body: &FullBody) {
        for n in 0..self.joints.len() {
            let state = self.joints[n];
            let (rotation, position) = match body.joints[n].parent.map(|p| &self.joints[p]) {
                Some(above) => (above.rotation, above.position + above.rotation * state.bone),
                None => (Quat::IDENTITY, state.bone + self.root),
            };
            let state = &mut self.joints[n];
            state.rotation = rotation * state.above * (state.turn * state.reference);
            state.position = position;
        }
        self.points.clear();
        for effector in &body.effectors {
            let state = &self.joints[effector.joint];
            self.points.push(state.position + state.rotation * Vec3A::from(effector.offset));
        }
    }

    /// Sums the masses below each joint. Returns the center of mass.
    pub(crate) fn add_up(&mut self, body: &FullBody) -> Vec3A {
        for state in &mut self.joints {
            state.mass = state.attached_mass;
            state.center = state.position * state.attached_mass + state.rotation * state.attached_center;
        }
        for n in (1..self.joints.len()).rev() {
            let (mass, center) = (self.joints[n].mass, self.joints[n].center);
            if let Some(parent) = body.joints[n].parent {
                self.joints[parent].mass += mass;
                self.joints[parent].center += center;
            }
        }
        self.joints[0].center / self.mass.max(f32::MIN_POSITIVE)
    }

    /// Errors of an effector after the last call: metres and radians; 0 without a goal.
    pub(crate) fn error_of(&self, body: &FullBody, effector: usize) -> [f32; 2] {
        let Some(rows) = self.rows.get(effector) else { return [0.0; 2] };
        let position = rows.position.map_or(0.0, |_| rows.aim.distance(self.points[effector]));
        let rotation = self.joints[body.effectors[effector].joint].rotation;
        [position, rows.rotation.map_or(0.0, |_| turn_between(rotation, rows.turned).length())]
    }

    #[inline]
    pub(crate) fn parent_rotation(&self, body: &FullBody, n: usize) -> Quat {
        match body.joints[n].parent {
            Some(parent) => self.joints[parent].rotation * self.joints[n].above,
            None => self.joints[n].above,
        }
    }

    pub(crate) fn clamp(&mut self, body: &FullBody) {
        for (state, joint) in self.joints.iter_mut().zip(&body.joints) {
            state.turn = joint.limit.clamp(state.turn).normalize();
        }
        self.refresh(body);
    }

    pub(crate) fn keep(&mut self) {
        self.joints.iter_mut().for_each(|state| state.kept = state.turn);
        self.kept_root = self.root;
    }

    pub(crate) fn go_back(&mut self, body: &FullBody) {
        self.joints.iter_mut().for_each(|state| state.turn = state.kept);
        self.root = self.kept_root;
        self.refresh(body);
    }

    /// Saves the pose while restarts are tried.
    pub(crate) fn save_before_restart(&mut self) {
        self.joints.iter_mut().for_each(|state| state.before_restart = state.turn);
        self.root_before_restart = self.root;
    }

    pub(crate) fn restore_before_restart(&mut self, body: &FullBody) {
        self.joints.iter_mut().for_each(|state| state.turn = state.before_restart);
        self.root = self.root_before_restart;
        self.refresh(body);
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.joints
            .iter()
            .all(|state| state.turn.is_finite() && state.position.is_finite() && state.above.is_finite())
    }

    /// Writes rotations, and the root's translation.
    pub(crate) fn store(
        &self,
        skeleton: &Skeleton,
        body: &FullBody,
        weight: f32,
        local: &mut [Transform],
        model: &[Affine3A],
    ) {
        let weight = part_of(weight);
        for (state, joint) in self.joints.iter().zip(&body.joints) {
            let turn = match weight >= 1.0 {
                true => state.turn,
                false => slerp_shortest(state.animated, state.turn, weight),
            };
            let change = turn * state.animated.inverse();
            let change = if state.is_mirrored { mirrored(change) } else { change };
            let rotation = &mut local[joint.joint.index()].rotation;
            let turned = (change * *rotation).normalize();
            if turned.is_finite() {
                *rotation = turned;
            }
        }
        if self.root != Vec3A::ZERO {
            let root = body.joints[0].joint;
            let moved = self.root * weight;
            let moved = match skeleton.parent(root) {
                Some(parent) => model[parent.index()].matrix3.inverse() * moved,
                None => moved,
            };
            if moved.is_finite() {
                local[root.index()].translation += Vec3::from(moved);
            }
        }
    }
}
