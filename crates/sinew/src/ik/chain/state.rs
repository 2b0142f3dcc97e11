//! A chain while it is solved: every joint as its turn from where its limit is measured, so that twist stays explicit and
//! nothing is read back from matrices.

use crate::ik::{Chain, Link};
use crate::limit::active::Stance;
use crate::math::angle::atan2;
use crate::math::turn::{is_turn, part_of, renewed, turned, write};
use crate::math::{Transform, mirrored};
use crate::skeleton::Skeleton;
use glam::{Affine3A, Quat, Vec3, Vec3A};

/// What a solver works in, kept between frames only for its memory.
#[derive(Clone, Debug, Default)]
pub struct ChainScratch {
    pub(crate) links: Vec<Bent>,
    /// How joints stand to their limits, in the model, while one step is made.
    pub(crate) stances: Vec<Stance>,
    /// Length of all bones together.
    pub(crate) length: f32,
    /// The axis, in the model, about which straight joints bend that may bend any way.
    pub(crate) bend: Vec3A,
}

/// A link of a chain while it is solved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bent {
    /// From where its limit is measured, in the parent's space.
    pub(crate) turn: Quat,
    /// Where it began, and where it is to go, while the chain is curled; while rounds follow each other, the best of them and
    /// where the last one began.
    pub(crate) start: Quat,
    pub(crate) aim: Quat,
    /// The best so far.
    kept: Quat,
    /// Where it is drawn to.
    pub(crate) drawn: Vec3A,
    /// The same as it was animated.
    pub(crate) animated: Quat,
    /// From the link above to the joint's parent, which may be another.
    pub(crate) above: Quat,
    /// Where the limit is measured.
    pub(crate) zero: Quat,
    /// In the model.
    pub(crate) rotation: Quat,
    pub(crate) place: Vec3A,
    /// From the link's place to the next one's, in its own space.
    pub(crate) bone: Vec3A,
    /// Whether its parent is a mirror image.
    is_mirrored: bool,
}

impl Bent {
    /// A link that stands so, with nothing known of what comes after it.
    pub(crate) fn new(turn: Quat, above: Quat, zero: Quat, rotation: Quat, place: Vec3A) -> Self {
        Self {
            turn,
            start: turn,
            aim: turn,
            kept: turn,
            drawn: place,
            animated: turn,
            above,
            zero,
            rotation,
            place,
            bone: Vec3A::ZERO,
            is_mirrored: false,
        }
    }
}

impl ChainScratch {
    /// Memory for chains of up to `links` joints; longer ones allocate once.
    pub fn with_capacity(links: usize) -> Self {
        Self { links: Vec::with_capacity(links), stances: Vec::with_capacity(links), ..Self::default() }
    }

    /// Takes the chain over as it stands in `model`, and measures it.
    pub(crate) fn load(&mut self, skeleton: &Skeleton, chain: &Chain, model: &[Affine3A]) {
        self.take(skeleton, chain, None, model);
        self.measure();
    }

    /// Takes the chain over as it stands in `model`; sooner where the same pose is given as `local`.
    pub(crate) fn take(
        &mut self,
        skeleton: &Skeleton,
        chain: &Chain,
        local: Option<&[Transform]>,
        model: &[Affine3A],
    ) {
        self.links.clear();
        let mut last: Option<&Link> = None;
        let (mut last_rotation, mut last_is_mirrored) = (Quat::IDENTITY, false);
        for link in chain.links() {
            let own = &model[link.joint.index()];
            let parent = skeleton.parent(link.joint);
            let is_next = last.is_some_and(|last| parent == Some(last.joint));
            let (above, parent_rotation, is_mirrored) = match parent {
                None => (Quat::IDENTITY, Quat::IDENTITY, false),
                Some(_) if is_next => (Quat::IDENTITY, last_rotation, last_is_mirrored),
                Some(parent) => {
                    let (rotation, is_mirrored) = turned(&model[parent.index()]);
                    (last_rotation.inverse() * rotation, rotation, is_mirrored)
                }
            };
            let plain = local.map(|local| &local[link.joint.index()]);
            let (turn, rotation, own_is_mirrored) =
                match plain.filter(|own| !is_mirrored && own.scale.min_element() > 0.0) {
                    Some(own) => (own.rotation, renewed(parent_rotation * own.rotation), false),
                    None => {
                        let (rotation, is_mirrored) = turned(own);
                        (parent_rotation.inverse() * rotation, rotation, is_mirrored)
                    }
                };
            let turn = turn * link.reference_rotation.inverse();
            if let Some(before) = self.links.last_mut() {
                before.bone = before.rotation.inverse() * (own.translation - before.place);
            }
            let bent = Bent::new(turn, above, link.reference_rotation, rotation, own.translation);
            self.links.push(Bent { is_mirrored, ..bent });
            (last, last_rotation, last_is_mirrored) = (Some(link), rotation, own_is_mirrored);
        }
    }

    /// Finds what of a chain does not change while it is bent, but for the bones.
    pub(crate) fn measure(&mut self) {
        self.measure_length();
        self.bend = self.bend_axis();
    }

    pub(crate) fn measure_length(&mut self) {
        self.length = self.links.iter().map(|link| link.bone.length()).sum();
    }

    /// The axis about which the chain is bent most; where it is straight, one that goes along with its root.
    pub(crate) fn bend_axis(&self) -> Vec3A {
        let way = |n: usize| self.links[n].rotation * self.links[n].bone;
        let bends = (1..self.bones()).map(|n| way(n - 1).cross(way(n)));
        let bend = bends.sum::<Vec3A>();
        let along = self.tip() - self.links[0].place;
        let least = 1e-3 * self.length * self.length / self.bones().max(1) as f32;
        if bend.length() > least {
            return bend.normalize();
        }
        let own = self.links[0].rotation;
        let along = along.normalize_or(Vec3A::Y);
        // Of a body's left and right each other's image: its X is an axis, of Z and Y its bones bend away.
        let sides = [own * Vec3A::X, along.cross(own * Vec3A::Z), along.cross(own * Vec3A::Y)];
        let clear = |side: &Vec3A| (side - along * side.dot(along)).length_squared() > 0.36;
        let side = sides.into_iter().find(clear).unwrap_or(Vec3A::X);
        (side - along * side.dot(along)).normalize_or(Vec3A::X)
    }

    /// Writes the chain's rotations, `weight` of the way from what was animated. What was no rotation stays as it is.
    pub(crate) fn store(&self, chain: &Chain, weight: f32, local: &mut [Transform]) {
        let weight = part_of(weight);
        for (link, bent) in chain.links().iter().zip(&self.links) {
            let turn = match weight >= 1.0 {
                true => bent.turn,
                false => crate::math::slerp_shortest(bent.animated, bent.turn, weight),
            };
            let change = turn * bent.animated.inverse();
            let change = if bent.is_mirrored { mirrored(change) } else { change };
            let own = &mut local[link.joint.index()].rotation;
            write(change * *own, own);
        }
    }

    /// Where the tip is.
    #[inline]
    pub(crate) fn tip(&self) -> Vec3A {
        self.links.last().map_or(Vec3A::ZERO, |link| link.place)
    }

    /// How many joints are bent: all but the tip.
    #[inline]
    pub(crate) fn bones(&self) -> usize {
        self.links.len().saturating_sub(1)
    }

    /// All joints but the tip, from the root on.
    #[inline]
    pub(crate) fn bending(&mut self) -> impl Iterator<Item = &mut Bent> {
        let bones = self.bones();
        self.links[..bones].iter_mut()
    }

    /// Brings places and rotations up to date, from `first` on.
    #[inline]
    pub(crate) fn refresh(&mut self, first: usize) {
        let (mut rotation, mut place) = match first.checked_sub(1).map(|n| &self.links[n]) {
            Some(link) => (link.rotation, link.place + link.rotation * link.bone),
            None => (Quat::IDENTITY, self.links[0].place),
        };
        for link in &mut self.links[first..] {
            rotation *= link.above * (link.turn * link.zero);
            link.rotation = rotation;
            link.place = place;
            place += rotation * link.bone;
        }
    }

    /// The model-space rotation of a link's parent.
    #[inline]
    pub(crate) fn parent_rotation(&self, n: usize) -> Quat {
        match n.checked_sub(1) {
            Some(last) => self.links[last].rotation * self.links[n].above,
            None => self.links[n].above,
        }
    }

    /// Looks how all joints but the tip stand to their limits.
    pub(crate) fn look(&mut self, chain: &Chain) {
        let Self { links, stances, .. } = self;
        stances.clear();
        let mut rotation = Quat::IDENTITY;
        let bones = links.len().saturating_sub(1);
        stances.extend(links[..bones].iter().zip(chain.links()).map(|(bent, link)| {
            let stance = link.limit.stance(bent.turn);
            let stance = if stance.is_free() { stance } else { stance.within(rotation * bent.above) };
            rotation = bent.rotation;
            stance
        }));
    }

    /// Keeps the turns of all joints but the tip unit and within their limits. Places are up to date before and after.
    pub(crate) fn clamp(&mut self, chain: &Chain) {
        self.clamp_first(chain, self.bones());
    }

    /// The same with the tip.
    pub(crate) fn clamp_all(&mut self, chain: &Chain) {
        self.clamp_first(chain, self.links.len());
    }

    fn clamp_first(&mut self, chain: &Chain, count: usize) {
        let mut is_descendant_of = true;
        for (link, bent) in chain.links().iter().zip(&mut self.links[..count]) {
            let led_back = link.limit.clamped(bent.turn);
            is_descendant_of &= led_back.is_none();
            bent.turn = led_back.unwrap_or(bent.turn).normalize();
        }
        if !is_descendant_of {
            self.refresh(0);
        }
    }

    /// Whether it consists of numbers, and has a length.
    pub(crate) fn is_sound(&self) -> bool {
        self.length.is_finite() && self.length > 0.0 && self.is_finite()
    }

    /// Whether it consists of numbers, and of rotations.
    pub(crate) fn is_finite(&self) -> bool {
        self.links.iter().all(|l| is_turn(l.turn) && l.place.is_finite() && l.above.is_finite())
    }

    /// [`near`] the chain.
    pub(crate) fn near(&self, place: Vec3A) -> Vec3A {
        near(self.links[0].place, self.length, place)
    }

    /// How far the tip is from a place, however far that is.
    pub(crate) fn error(&self, place: Vec3) -> f32 {
        self.tip().as_dvec3().distance(place.as_dvec3()) as f32
    }

    /// Turns the tip's own joint as near to a rotation in the model as it may; how far it stays off, in radians.
    pub(crate) fn turn_tip(&mut self, chain: &Chain, rotation: Quat) -> f32 {
        let (n, rotation) = (self.bones(), rotation.normalize());
        let parent = self.parent_rotation(n);
        let (tip, link) = (&mut self.links[n], &chain.links()[n]);
        tip.turn = link.limit.clamp(parent.inverse() * rotation * tip.zero.inverse()).normalize();
        tip.rotation = parent * (tip.turn * tip.zero);
        let off = tip.rotation.inverse() * rotation;
        2.0 * atan2(off.xyz().length(), off.w.abs())
    }

    /// Keeps the pose; [`ChainScratch::take_kept`] goes back to it.
    pub(crate) fn keep(&mut self) {
        self.links.iter_mut().for_each(|link| link.kept = link.turn);
    }

    pub(crate) fn take_kept(&mut self) {
        self.links.iter_mut().for_each(|link| link.turn = link.kept);
        self.refresh(0);
    }

    /// Goes back to what was animated, as far as that is allowed.
    pub(crate) fn rewind(&mut self, chain: &Chain) {
        self.links.iter_mut().for_each(|link| link.turn = link.animated);
        self.refresh(0);
        self.clamp(chain);
    }
}

/// A place so far away from a root that nothing done in `length` shows in its distance, brought nearer on the line between.
pub(crate) fn near(root: Vec3A, length: f32, place: Vec3A) -> Vec3A {
    let way = place - root;
    let (far, most) = (way.abs().max_element(), 1e4 * length);
    if far > most { root + way * (most / far) } else { place }
}
