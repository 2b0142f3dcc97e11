//! Random chains: bones of any direction and length, rigid joints between them, side joints.

use crate::limit_shapes::{Shape, turn};
use crate::random::Random;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ik::{Chain, ChainGoal, ChainScratch, ChainSolver, IkPose, IkResult, Link};
use sinew::limit::Limit;
use sinew::pose::local_to_model;
use sinew::skeleton::Joint;
use sinew::{JointId, Skeleton, Transform};

pub(crate) struct Rig {
    pub(crate) skeleton: Skeleton,
    pub(crate) chain: Chain,
    /// The links below a mirrored joint.
    images: Vec<Link>,
}

/// A pose, local and in model space.
#[derive(Clone)]
pub(crate) struct Posed {
    pub(crate) local: Vec<Transform>,
    pub(crate) model: Vec<Affine3A>,
}

/// The mirror image of a rotation, left and right swapped.
pub(crate) fn mirrored(q: Quat) -> Quat {
    Quat::from_xyzw(q.x, -q.y, -q.z, q.w)
}

impl Rig {
    /// A chain of `count` joints without limits.
    pub(crate) fn free(random: &mut Random, count: usize) -> Self {
        let mut joints: Vec<Joint> = Vec::new();
        let mut links = Vec::new();
        let add = |joints: &mut Vec<Joint>, parent: Option<usize>, random: &mut Random, far: f32| {
            let rest = Transform {
                translation: random.direction() * far,
                rotation: random.rotation(),
                scale: Vec3::ONE,
            };
            let (name, parent) = (joints.len().to_string(), parent.map(|p| p as u32));
            joints.push(Joint { name, parent, rest, in_scene: true });
            joints.len() - 1
        };
        let root = add(&mut joints, None, random, 1.0);
        let mut above = add(&mut joints, Some(root), random, 0.5);
        for _ in 0..count {
            if random.one_in(4) {
                above = add(&mut joints, Some(above), random, 0.1);
            }
            let far = random.between(0.05, 0.5);
            above = add(&mut joints, Some(above), random, far);
            links.push(above);
            if random.one_in(3) {
                add(&mut joints, Some(above), random, 0.2);
            }
        }
        let skeleton = Skeleton::new(joints).unwrap();
        let links: Vec<JointId> = links.into_iter().map(|n| skeleton.by_file_index(n).unwrap()).collect();
        let chain = Chain::new(&skeleton, &links).unwrap();
        let mut images = chain.links().to_vec();
        images.iter_mut().for_each(|link| link.reference_rotation = mirrored(link.reference_rotation));
        Self { skeleton, chain, images }
    }

    /// The same with random limits, reference rotations and stiffness.
    pub(crate) fn limited(random: &mut Random, count: usize) -> Self {
        let mut rig = Self::free(random, count);
        let bones = rig.bones();
        rig.images.clear();
        for (link, bone) in rig.chain.links_mut().iter_mut().zip(bones) {
            if random.one_in(3) {
                link.reference_rotation = random.rotation();
            }
            let bone = if random.one_in(4) { random.direction() } else { link.reference_rotation * bone };
            let shape = Shape::ALL[random.index(Shape::ALL.len())];
            let image;
            [link.limit, image] = shape.limit_of(random, bone);
            link.stiffness = [0.0, 0.0, 0.0, 0.4, 1.0][random.index(5)];
            let mut seen = link.clone();
            (seen.limit, seen.reference_rotation) = (image, mirrored(link.reference_rotation));
            rig.images.push(seen);
        }
        rig
    }

    /// The same with one joint, the root or a link, scaled; a mirror has -1 on x or on all axes, for a link
    /// on x alone. Limits below a mirrored joint are mirrored.
    pub(crate) fn scaled(&self, joint: JointId, scale: Vec3) -> Self {
        let (mut skeleton, mut chain) = (self.skeleton.clone(), self.chain.clone());
        let mut rest = skeleton.rest().to_vec();
        rest[joint.index()].scale = scale;
        skeleton.set_rest(rest);
        let is_mirror = scale.x < 0.0;
        for (link, image) in chain.links_mut().iter_mut().zip(&self.images) {
            let mut above = std::iter::successors(skeleton.parent(link.joint()), |&j| skeleton.parent(j));
            if is_mirror && above.any(|above| above == joint) {
                *link = image.clone();
            }
        }
        Self { skeleton, chain, images: self.images.clone() }
    }

    /// The pose of this rig with the rotations of a pose of the unscaled rig.
    pub(crate) fn as_in(&self, pose: &Posed) -> Posed {
        let mut local = pose.local.clone();
        local.iter_mut().zip(self.skeleton.rest()).for_each(|(joint, rest)| joint.scale = rest.scale);
        self.posed(local)
    }

    /// Directions from joint to joint in the space of the joint; random for the tip.
    fn bones(&self) -> Vec<Vec3> {
        let rest = self.posed(self.skeleton.rest().to_vec());
        let transform = |n: usize| rest.model[self.chain.links()[n].joint().index()];
        let count = self.chain.links().len();
        let bone = |n: usize| match n + 1 < count {
            true => transform(n).inverse().transform_point3(transform(n + 1).translation.into()).normalize(),
            false => Vec3::Y,
        };
        (0..count).map(bone).collect()
    }

    pub(crate) fn posed(&self, local: Vec<Transform>) -> Posed {
        let mut model = vec![Affine3A::IDENTITY; local.len()];
        local_to_model(&self.skeleton, &local, &mut model);
        Posed { local, model }
    }

    /// A random pose, regardless of limits.
    pub(crate) fn any_pose(&self, random: &mut Random) -> Posed {
        let mut local = self.skeleton.rest().to_vec();
        local.iter_mut().for_each(|joint| joint.rotation = random.rotation());
        self.posed(local)
    }

    /// `pose` with random allowed rotations of the chain's joints, except those as stiff as `stiff`.
    pub(crate) fn allowed(&self, random: &mut Random, pose: &Posed, stiff: f32) -> Posed {
        let mut local = pose.local.clone();
        for link in self.chain.links().iter().filter(|link| link.stiffness < stiff) {
            let allowed = link.limit.clamp(turn(random)).normalize();
            local[link.joint().index()].rotation = (allowed * link.reference_rotation).normalize();
        }
        self.posed(local)
    }

    pub(crate) fn position(&self, pose: &Posed, n: usize) -> Vec3 {
        pose.model[self.chain.links()[n].joint().index()].translation.into()
    }

    pub(crate) fn tip(&self, pose: &Posed) -> Vec3 {
        self.position(pose, self.chain.links().len() - 1)
    }

    /// Lengths of all bones.
    pub(crate) fn lengths(&self, pose: &Posed) -> Vec<f32> {
        let count = self.chain.links().len();
        (1..count).map(|n| self.position(pose, n - 1).distance(self.position(pose, n))).collect()
    }

    /// Largest violation of a limit by the first `count` joints.
    pub(crate) fn violation(&self, pose: &Posed, count: usize) -> f32 {
        let rotation = |joint: JointId| Transform::from_affine(&pose.model[joint.index()]).rotation;
        let each = self.chain.links()[..count].iter().map(|link| {
            let parent = self.skeleton.parent(link.joint()).map_or(Quat::IDENTITY, rotation);
            let turn = parent.inverse() * rotation(link.joint()) * link.reference_rotation.inverse();
            violation(&link.limit, turn.normalize())
        });
        each.fold(0.0, f32::max)
    }
}

/// Violation of a limit by a rotation, or by one close to it: at the end of a narrow ellipse and for the
/// twist of bones that point straight back, rounding errors become large angles.
fn violation(limit: &Limit, turn: Quat) -> f32 {
    const BESIDE: f32 = 2e-5;
    let violation = limit.violation(turn);
    if violation < BESIDE {
        return violation;
    }
    let sides = (0..27).map(|n| Vec3::new((n % 3) as f32, (n / 3 % 3) as f32, (n / 9) as f32) - Vec3::ONE);
    let beside = sides.map(|side| limit.violation(Quat::from_scaled_axis(side * BESIDE) * turn));
    beside.fold(violation, f32::min) + BESIDE
}

/// A chain in its animated pose, and a goal: the tip's position in another allowed pose.
pub(crate) struct Case {
    pub(crate) rig: Rig,
    pub(crate) from: Posed,
    pub(crate) to: Posed,
    pub(crate) goal: ChainGoal,
    /// Length of all bones together.
    pub(crate) length: f32,
}

impl Case {
    /// Two to twelve joints. The animated pose may violate limits.
    pub(crate) fn limited(random: &mut Random) -> Self {
        let count = 2 + random.index(11);
        let rig = Rig::limited(random, count);
        let any = rig.any_pose(random);
        let allowed = rig.allowed(random, &any, 2.0);
        let to = rig.allowed(random, &allowed, 1.0);
        let from = if random.one_in(4) { any } else { allowed };
        Self::new(rig, from, to)
    }

    pub(crate) fn free(random: &mut Random) -> Self {
        let count = 2 + random.index(11);
        let rig = Rig::free(random, count);
        let from = rig.any_pose(random);
        let to = rig.allowed(random, &from, 1.0);
        Self::new(rig, from, to)
    }

    fn new(rig: Rig, from: Posed, to: Posed) -> Self {
        let (length, goal) = (rig.lengths(&from).iter().sum(), ChainGoal::at(rig.tip(&to)));
        Self { rig, from, to, goal, length }
    }

    /// The solution of a solver.
    pub(crate) fn solved(&self, solver: &ChainSolver, scratch: &mut ChainScratch) -> (Posed, IkResult) {
        let (rig, mut local) = (&self.rig, self.from.local.clone());
        let model = &self.from.model;
        let reach =
            solver.solve(&rig.chain, &self.goal, &mut IkPose::new(&rig.skeleton, &mut local, model), scratch);
        (rig.posed(local), reach)
    }
}
