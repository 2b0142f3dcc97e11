use crate::character::{Character, Collider, ColliderShape, Spring, SpringBones, SpringJoint};
use crate::pose::ModelPose;
use crate::skeleton::{JointId, Skeleton};
use glam::{Affine3A, Quat, Vec3, Vec3A};
use std::collections::HashMap;
use std::ops::Range;

/// Spring bones of a character, prepared for [`SpringState::solve`](super::SpringState::solve): immutable,
/// shared between actors.
#[derive(Clone, Debug, Default)]
pub struct SpringRig {
    /// The swinging joints in the skeleton's order, parents first.
    pub(super) bones: Vec<SpringBone>,
    /// Joints whose animated matrices the simulation reads.
    pub(super) anchors: Vec<JointId>,
    pub(super) colliders: Vec<(MatrixSource, ColliderShape)>,
    /// Colliders of the bones, as indices into `colliders`.
    pub(super) lists: Vec<u32>,
    /// Joints below bones that do not swing themselves, but as the animation has them.
    pub(super) links: Vec<Link>,
    /// Joints of the links, as in [`Link::path`].
    pub(super) link_paths: Vec<JointId>,
    /// Spaces in which inertia is computed, other than the world.
    pub(super) centers: Vec<MatrixSource>,
    /// Joints against whose motion damping is measured.
    pub(super) bodies: Vec<MatrixSource>,
    /// Largest index of a joint that is read or written, plus one.
    pub(super) joints: usize,
    /// Fingerprint of its skeleton.
    skeleton: u64,
}

/// Source of the world matrix of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum MatrixSource {
    /// The character itself.
    Character,
    /// A joint that does not swing, nor any of its ancestors: an index into [`SpringRig::anchors`].
    Anchor(u32),
    /// A bone: an index into [`SpringRig::bones`].
    Bone(u32),
    /// A joint below a bone that does not swing itself: an index into [`SpringRig::links`].
    Link(u32),
}

/// A joint below a bone that does not swing itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Link {
    /// The nearest bone above: an index into [`SpringRig::bones`].
    pub(super) bone: u32,
    /// The joints from below that bone down to this one: a part of [`SpringRig::link_paths`].
    path: (u32, u32),
}

impl Link {
    pub(super) fn path(&self) -> Range<usize> {
        self.path.0 as usize..self.path.1 as usize
    }
}

/// A joint that swings about its head.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpringBone {
    pub(super) joint: JointId,
    /// Parent of the joint.
    pub(super) parent: MatrixSource,
    /// Rotation at rest.
    pub(super) rest: Quat,
    /// End of the bone in the joint's space, and its direction.
    pub(super) tail: Vec3A,
    pub(super) axis: Vec3A,
    pub(super) hit_radius: f32,
    pub(super) stiffness: f32,
    pub(super) gravity: Vec3A,
    /// Share of the velocity that is left after a step.
    pub(super) kept: f32,
    /// Index into [`SpringRig::centers`]; `None` for the world.
    pub(super) center: Option<u32>,
    /// Damping against the motion of a body.
    pub(super) body: Option<Body>,
    /// Part of [`SpringRig::lists`].
    pub(super) colliders: (u32, u32),
}

/// Damping of a bone against the motion of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    /// Index into [`SpringRig::bodies`].
    pub(super) number: u32,
    /// Share of the velocity in the world that air leaves after a step.
    pub(super) kept: f32,
}

impl SpringBone {
    pub(super) fn collider_list(&self) -> Range<usize> {
        self.colliders.0 as usize..self.colliders.1 as usize
    }
}

/// Shortest bone that swings, metres.
const MIN_BONE_LENGTH: f32 = 1e-6;

impl SpringRig {
    /// The spring bones of a character; `None` where nothing swings.
    #[must_use]
    pub fn of(character: &Character) -> Option<Self> {
        let rig = Self::new(character.skeleton(), character.spring_bones());
        (!rig.bones.is_empty()).then_some(rig)
    }

    /// Prepares `springs`. Bones without length, joints that are no descendant of the one before in their
    /// chain, joints that another chain moves already, and what refers to something that does not exist are
    /// left out. Values that are not finite count as 0. A centre that is or lies below a swinging joint
    /// counts as its nearest ancestor that neither is nor does.
    #[must_use]
    pub fn new(skeleton: &Skeleton, springs: &SpringBones) -> Self {
        let rest = ModelPose::rest(skeleton);
        let mut drafts: HashMap<JointId, Draft<'_>> = HashMap::new();
        for spring in &springs.springs {
            for (n, settings) in spring.joints.iter().enumerate() {
                let next = spring.joints.get(n + 1).map(|next| next.joint);
                if let Some(tail) = tail(skeleton, &rest, spring, settings.joint, next) {
                    drafts.entry(settings.joint).or_insert(Draft { spring, settings: *settings, tail });
                }
            }
        }
        let mut order: Vec<JointId> = drafts.keys().copied().collect();
        order.sort();
        let bones = order.iter().zip(0..).map(|(&joint, n)| (joint, n)).collect();
        let mut sources = MatrixSources {
            skeleton,
            bones,
            anchors: Vec::new(),
            known: HashMap::new(),
            links: Vec::new(),
            link_paths: Vec::new(),
        };
        let mut rig = Self { skeleton: skeleton.fingerprint(), ..Self::default() };
        let colliders = |collider: &Collider| {
            (collider.joint.index() < skeleton.len()).then(|| (sources.of(collider.joint), collider.shape))
        };
        let colliders: Vec<_> = springs.colliders.iter().map(colliders).collect();
        let mut numbers = Vec::new();
        for collider in colliders {
            numbers.push(collider.is_some().then_some(rig.colliders.len() as u32));
            rig.colliders.extend(collider);
        }
        // Chains share lists of colliders and centres.
        let mut lists: HashMap<&[usize], (u32, u32)> = HashMap::new();
        let mut centers: HashMap<JointId, u32> = HashMap::new();
        let mut bodies: HashMap<JointId, u32> = HashMap::new();
        for joint in order {
            let Draft { spring, settings, tail } = drafts[&joint];
            let list = *lists.entry(&spring.collider_groups).or_insert_with(|| {
                let start = rig.lists.len();
                let groups = spring.collider_groups.iter().filter_map(|&g| springs.collider_groups.get(g));
                let members = groups.flat_map(|group| &group.colliders);
                for number in members.filter_map(|&c| numbers.get(c).copied().flatten()) {
                    if !rig.lists[start..].contains(&number) {
                        rig.lists.push(number);
                    }
                }
                (start as u32, rig.lists.len() as u32)
            });
            let number = |value: f32| if value.is_finite() { value } else { 0.0 };
            let kept = |drag: f32| 1.0 - number(drag).clamp(0.0, 1.0);
            let body =
                spring.body_damping.filter(|damping| damping.joint.index() < skeleton.len()).map(|damping| {
                    let number = *bodies.entry(damping.joint).or_insert_with(|| {
                        rig.bodies.push(sources.above_bones(damping.joint));
                        rig.bodies.len() as u32 - 1
                    });
                    Body { number, kept: kept(damping.air_drag) }
                });
            let center = spring.center.filter(|center| body.is_none() && center.index() < skeleton.len());
            let center = center.map(|center| {
                *centers.entry(center).or_insert_with(|| {
                    rig.centers.push(sources.above_bones(center));
                    rig.centers.len() as u32 - 1
                })
            });
            let parent = skeleton.parent(joint).map_or(MatrixSource::Character, |parent| sources.of(parent));
            let gravity = settings.gravity_dir * number(settings.gravity_power);
            rig.bones.push(SpringBone {
                joint,
                parent,
                rest: skeleton.rest()[joint.index()].rotation,
                tail,
                axis: tail.normalize(),
                hit_radius: number(settings.hit_radius).max(0.0),
                stiffness: number(settings.stiffness),
                gravity: if gravity.is_finite() { gravity.into() } else { Vec3A::ZERO },
                kept: kept(settings.drag),
                center,
                body,
                colliders: list,
            });
        }
        (rig.anchors, rig.links, rig.link_paths) = (sources.anchors, sources.links, sources.link_paths);
        let bones = rig.bones.iter().map(|bone| &bone.joint);
        let read = rig.anchors.iter().chain(&rig.link_paths).chain(bones);
        rig.joints = read.map(|joint| joint.index() + 1).max().unwrap_or(0);
        rig
    }

    /// The joints that swing, in the skeleton's order.
    pub fn joints(&self) -> impl ExactSizeIterator<Item = JointId> + '_ {
        self.bones.iter().map(|bone| bone.joint)
    }

    /// True for the character that the rig was made for, and others of the same joints
    /// ([`Skeleton::fingerprint`]); a rig without bones fits all.
    #[must_use]
    pub fn fits(&self, character: &Character) -> bool {
        self.joints == 0 || self.skeleton == character.skeleton().fingerprint()
    }

    /// True where a state of the other rig goes on with this one: what swings, and what it is measured against,
    /// is the same; its settings and the colliders may be others.
    pub(super) fn has_structure_of(&self, other: &Self) -> bool {
        let bone =
            |bone: &SpringBone| (bone.joint, bone.parent, bone.center, bone.body.map(|body| body.number));
        self.skeleton == other.skeleton
            && self.anchors == other.anchors
            && self.bones.iter().map(bone).eq(other.bones.iter().map(bone))
            && self.links == other.links
            && self.link_paths == other.link_paths
            && self.centers == other.centers
            && self.bodies == other.bodies
    }

    /// Number of colliders.
    #[must_use]
    pub fn collider_count(&self) -> usize {
        self.colliders.len()
    }
}

/// A joint of a chain before the bones are put in order.
#[derive(Clone, Copy)]
struct Draft<'a> {
    spring: &'a Spring,
    settings: SpringJoint,
    tail: Vec3A,
}

/// End of a bone in its joint's space: the next joint of the chain at rest, or that many metres along the
/// bone before it.
fn tail(
    skeleton: &Skeleton,
    rest: &ModelPose,
    spring: &Spring,
    joint: JointId,
    next: Option<JointId>,
) -> Option<Vec3A> {
    if joint.index() >= skeleton.len() {
        return None;
    }
    let tail = match (next, spring.tail) {
        (Some(next), _) => Vec3::from(between(skeleton, joint, next)?.translation),
        (None, Some(length)) => {
            let parent = skeleton.parent(joint).map_or(Affine3A::IDENTITY, |parent| *rest.get(parent));
            let along = rest.get(joint).translation - parent.translation;
            Vec3::from(rest.get(joint).matrix3.inverse() * along.normalize_or_zero() * length)
        }
        (None, None) => return None,
    };
    (tail.is_finite() && tail.length() > MIN_BONE_LENGTH).then(|| tail.into())
}

/// Rest matrix of a descendant in the space of `ancestor`; `None` where it is no descendant.
fn between(skeleton: &Skeleton, ancestor: JointId, joint: JointId) -> Option<Affine3A> {
    if joint.index() >= skeleton.len() {
        return None;
    }
    let mut matrix = Affine3A::IDENTITY;
    let mut at = joint;
    while at != ancestor {
        matrix = skeleton.rest()[at.index()].to_affine() * matrix;
        at = skeleton.parent(at).filter(|parent| *parent >= ancestor)?;
    }
    Some(matrix)
}

/// Sources of the matrices of joints, which are collected as they are asked for.
struct MatrixSources<'a> {
    skeleton: &'a Skeleton,
    bones: HashMap<JointId, u32>,
    anchors: Vec<JointId>,
    /// Numbers of the anchors and links that are there.
    known: HashMap<JointId, u32>,
    links: Vec<Link>,
    link_paths: Vec<JointId>,
}

impl MatrixSources<'_> {
    fn of(&mut self, joint: JointId) -> MatrixSource {
        let mut line = std::iter::successors(Some(joint), |joint| self.skeleton.parent(*joint));
        let bone = line.find_map(|above| Some((above, *self.bones.get(&above)?)));
        let known = self.known.entry(joint);
        match bone {
            Some((above, bone)) if above == joint => MatrixSource::Bone(bone),
            Some((above, bone)) => MatrixSource::Link(*known.or_insert_with(|| {
                let start = self.link_paths.len();
                let line = std::iter::successors(Some(joint), |joint| self.skeleton.parent(*joint));
                self.link_paths.extend(line.take_while(|joint| *joint != above));
                self.link_paths[start..].reverse();
                self.links.push(Link { bone, path: (start as u32, self.link_paths.len() as u32) });
                self.links.len() as u32 - 1
            })),
            None => MatrixSource::Anchor(*known.or_insert_with(|| {
                self.anchors.push(joint);
                self.anchors.len() as u32 - 1
            })),
        }
    }

    /// The source of a joint, or of its nearest ancestor that neither swings nor lies below a joint that
    /// does.
    fn above_bones(&mut self, joint: JointId) -> MatrixSource {
        let line = std::iter::successors(Some(joint), |joint| self.skeleton.parent(*joint));
        let highest = line.filter(|joint| self.bones.contains_key(joint)).last();
        match highest {
            Some(bone) => self.skeleton.parent(bone).map_or(MatrixSource::Character, |above| self.of(above)),
            None => self.of(joint),
        }
    }
}
