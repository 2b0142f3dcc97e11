use crate::humanoid::{HumanBone, Humanoid};
use crate::ik::{
    Chain, ChainError, ChainSolver, Eyes, FootRollLeg, FootRollSettings, FullBody, FullBodySolver, Limb,
    LimbSettings, LookAt, Spline,
};
use crate::key::{Key, id_is_key};
use crate::limit::HumanLimits;
use crate::locomotion::FootIk;
use crate::rig::IkError;
use crate::rig::limb::LimbPart;
use crate::skeleton::{JointIndex, Skeleton};
use glam::Vec3;

/// What of a character can be told to reach and to look, and how: parts that are solved one after the other. Made once and
/// shared; an [`IkState`](crate::rig::IkState) holds what changes.
#[derive(Clone, Debug, Default)]
pub struct IkRig {
    pub(crate) feet: Option<FootIk>,
    pub(crate) parts: Vec<Part>,
    pub(crate) slots: Vec<Slot>,
}

/// A part of a rig.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) kind: PartKind,
    /// Its slots, one after the other.
    pub(crate) slots: std::ops::Range<usize>,
    /// The first joint that it turns.
    pub(crate) first: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum PartKind {
    Limb(Box<LimbPart>),
    Chain(Chain, ChainSolver),
    Look(LookAt, Option<Box<Eyes>>),
    Leg(Box<FootRollLeg>, FootRollSettings),
    /// With room for so many points.
    Spline(Spline, usize),
    Body(Box<FullBody>, FullBodySolver),
}

impl Part {
    /// The joint that reaches; of bodies, which have many, the last one that turns.
    pub(crate) fn tip(&self) -> JointIndex {
        match &self.kind {
            PartKind::Limb(part) => part.limb.chain().tip(),
            PartKind::Chain(chain, _) => chain.tip(),
            PartKind::Look(look, _) => look.chain().tip(),
            PartKind::Leg(leg, _) => leg.ball(),
            PartKind::Spline(spline, _) => spline.chain().tip(),
            PartKind::Body(body, _) => body.joints[body.joints.len() - 1].joint,
        }
    }

    /// The joint that it looks at, with all that this hangs from and nothing beside; none where it looks at more.
    pub(crate) fn sees(&self) -> Option<JointIndex> {
        match &self.kind {
            PartKind::Limb(part) if !part.is_alone() => None,
            PartKind::Leg(..) | PartKind::Body(..) => None,
            _ => Some(self.tip()),
        }
    }

    /// The highest number of a joint that it is about.
    fn last(&self) -> JointIndex {
        let others = match &self.kind {
            PartKind::Limb(part) => part.last_joint(),
            PartKind::Look(_, eyes) => eyes.as_ref().map(|eyes| eyes.last_joint()),
            PartKind::Body(body, _) => body.masses.iter().map(|(joint, _)| *joint).max(),
            _ => None,
        };
        others.map_or(self.tip(), |other| other.max(self.tip()))
    }
}

/// Something that can be given a goal.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) name: String,
    /// Nine tenths of the way in or out, in seconds.
    pub(crate) fade: f32,
    /// Whether it stays where it is animated while others of its body have goals.
    pub(crate) is_pinned: bool,
}

/// The number of something that can be given a goal; [`IkRig::effector`] finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EffectorId(pub(crate) u32);

id_is_key!(EffectorId);

impl EffectorId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The time in which goals take hold and let go, if nothing else is said: seconds.
pub const DEFAULT_FADE: f32 = 0.2;

/// The slots of people, in the order in which they are solved.
pub(crate) const SLOTS: [&str; 5] = ["look", "left hand", "right hand", "left foot", "right foot"];

impl IkRig {
    /// A rig without parts.
    pub fn new() -> Self {
        Self::default()
    }

    /// A person that looks and reaches: `look` (spine to head, and eyes), then `left hand`, `right hand`, `left foot` and `right foot`,
    /// as far as there are such bones, with human limits.
    pub fn human(skeleton: &Skeleton, humanoid: &Humanoid) -> Self {
        use HumanBone::*;
        let limits = HumanLimits::new(skeleton, humanoid);
        let joint = |bone| humanoid.joint(bone);
        let mut rig = Self::new();
        if let Some(look) = human_look(skeleton, humanoid, &LOOK) {
            let slot = rig.add_look(SLOTS[0], look);
            if let Some(eyes) = Eyes::human(skeleton, humanoid) {
                // It is a look.
                let _ = rig.set_eyes(slot, eyes);
            }
        }
        let limbs = [
            [LeftUpperArm, LeftLowerArm, LeftHand],
            [RightUpperArm, RightLowerArm, RightHand],
            [LeftUpperLeg, LeftLowerLeg, LeftFoot],
            [RightUpperLeg, RightLowerLeg, RightFoot],
        ];
        for (name, bones) in SLOTS[1..].iter().zip(limbs) {
            let [Some(start), Some(middle), Some(end)] = bones.map(joint) else { continue };
            if let Ok(limb) = Limb::new(skeleton, [start, middle, end], Some(&limits)) {
                rig.add_limb(name, limb, LimbSettings::default());
            }
        }
        rig
    }

    /// The rig with feet that stand on the ground wherever a frame is resolved on one, before all that reaches.
    #[must_use]
    pub fn with_feet(mut self, feet: FootIk) -> Self {
        self.feet = Some(feet);
        self
    }

    /// Whether it has feet that stand on the ground.
    pub fn has_feet(&self) -> bool {
        self.feet.is_some()
    }

    /// Adds a limb that reaches.
    pub fn add_limb(&mut self, name: &str, limb: Limb, settings: LimbSettings) -> EffectorId {
        let first = limb.chain().root().index();
        self.add(PartKind::Limb(Box::new(LimbPart::new(limb, settings))), first, [name.to_owned()])
    }

    /// Adds a chain that reaches.
    pub fn add_chain(&mut self, name: &str, chain: Chain, solver: ChainSolver) -> EffectorId {
        let first = chain.root().index();
        self.add(PartKind::Chain(chain, solver), first, [name.to_owned()])
    }

    /// Has eyes turn to what a slot looks at, at once, while the head follows.
    ///
    /// # Errors
    /// When the slot is none of a look.
    pub fn set_eyes(&mut self, slot: EffectorId, eyes: Eyes) -> Result<(), ChainError> {
        let part = self.parts.iter_mut().find(|part| part.slots.contains(&slot.index()));
        match part {
            Some(Part { kind: PartKind::Look(_, own), first, .. }) => {
                let each = eyes.each().map(|eye| eye.chain().root().index());
                *first = each.into_iter().fold(*first, usize::min);
                *own = Some(Box::new(eyes));
            }
            _ => return Err(self.wrong(slot, "look")),
        }
        Ok(())
    }

    /// Adds a chain that looks.
    pub fn add_look(&mut self, name: &str, look: LookAt) -> EffectorId {
        let first = look.chain().root().index();
        self.add(PartKind::Look(look, None), first, [name.to_owned()])
    }

    /// Adds a leg: its goals are for the ball of the foot. [`IkState::set_foot`](crate::rig::IkState::set_foot) lifts heel and toes.
    pub fn add_leg(&mut self, name: &str, leg: FootRollLeg, settings: FootRollSettings) -> EffectorId {
        let first = leg.limb().chain().root().index();
        self.add(PartKind::Leg(Box::new(leg), settings), first, [name.to_owned()])
    }

    /// Adds a chain that lies along a curve, with room for so many points: [`IkState::set_curve`](crate::rig::IkState::set_curve).
    pub fn add_spline(&mut self, name: &str, spline: Spline, points: usize) -> EffectorId {
        let first = spline.chain().root().index();
        self.add(PartKind::Spline(spline, points), first, [name.to_owned()])
    }

    /// Adds a body that reaches with all its effectors at once, with a name for each; gives the first one's slot, the others
    /// follow it. Effectors without a goal are left to themselves, but for those that [hold](IkRig::pin); the body's own balance
    /// and root behaviour hold as much as the goal that holds most.
    ///
    /// # Errors
    /// When there is not a name for each effector.
    pub fn add_body(
        &mut self,
        names: &[&str],
        body: FullBody,
        solver: FullBodySolver,
    ) -> Result<EffectorId, ChainError> {
        if names.len() != body.effectors() {
            return Err(ChainError::Effectors { count: names.len() });
        }
        let first = body.joints[0].joint.index();
        let names = names.iter().map(|name| (*name).to_owned());
        Ok(self.add(PartKind::Body(Box::new(body), solver), first, names))
    }

    fn add(&mut self, kind: PartKind, first: usize, names: impl IntoIterator<Item = String>) -> EffectorId {
        let from = self.slots.len();
        self.slots.extend(names.into_iter().map(|name| Slot { name, fade: DEFAULT_FADE, is_pinned: false }));
        self.parts.push(Part { kind, slots: from..self.slots.len(), first });
        EffectorId(from as u32)
    }

    /// How long a slot's goals take to take hold and to let go: nine tenths within `seconds`.
    ///
    /// # Panics
    /// When the slot is of another rig.
    pub fn set_fade(&mut self, slot: EffectorId, seconds: f32) {
        self.slots[slot.index()].fade = if seconds.is_finite() { seconds.max(0.0) } else { DEFAULT_FADE };
    }

    /// Whether a slot of a body ([`IkRig::add_body`]) holds on where it is animated, or where feet have been put, as long as another
    /// one of the body has a goal and it has none: feet that stand while a hand reaches. What holds comes before goals that would
    /// pull it away; those far out of reach still drag it along by a part. Slots of other parts have nothing to hold on for.
    ///
    /// # Panics
    /// When the slot is of another rig.
    pub fn pin(&mut self, slot: EffectorId, holds: bool) {
        self.slots[slot.index()].is_pinned = holds;
    }

    /// The slot called `name`.
    pub fn effector(&self, name: &str) -> Option<EffectorId> {
        self.slots.iter().position(|slot| slot.name == name).map(|n| EffectorId(n as u32))
    }

    /// The id of an effector.
    ///
    /// # Errors
    /// When there is no such effector.
    pub fn find<'a>(&self, effector: impl Into<Key<'a, EffectorId>>) -> Result<EffectorId, IkError> {
        match effector.into() {
            Key::Id(id) if id.index() < self.slots.len() => Ok(id),
            Key::Id(id) => Err(IkError::UnknownId { id, count: self.slots.len() }),
            Key::Name(name) => self.effector(name).ok_or_else(|| {
                let known: Vec<_> = self.slots.iter().map(|slot| format!("{:?}", slot.name)).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                IkError::UnknownName { name: name.to_owned(), known }
            }),
        }
    }

    /// All slots and their names.
    pub fn effectors(&self) -> impl Iterator<Item = (EffectorId, &str)> {
        self.slots.iter().enumerate().map(|(n, slot)| (EffectorId(n as u32), slot.name.as_str()))
    }

    /// Whether a body leans for any of its limbs.
    pub(crate) fn leans(&self) -> bool {
        self.parts.iter().any(|part| matches!(&part.kind, PartKind::Limb(limb) if limb.lean.is_some()))
    }

    /// What of the rig does not fit a skeleton of so many joints; none where all does.
    pub(crate) fn misfit(&self, joints: usize) -> Option<String> {
        let feet = self.feet.as_ref().and_then(|feet| feet.joints().find(|joint| joint.index() >= joints));
        if let Some(joint) = feet {
            return Some(format!("its feet have joint {}, and there are {joints}", joint.0));
        }
        let part = self.parts.iter().find(|part| part.last().index() >= joints)?;
        let name = &self.slots[part.slots.start].name;
        Some(format!("{name:?} has joint {}, and there are {joints}", part.last().0))
    }
}

/// How much each bone takes of a look.
pub(crate) const LOOK: [(HumanBone, f32); 5] = {
    use HumanBone::*;
    [(Spine, 0.1), (Chest, 0.1), (UpperChest, 0.1), (Neck, 0.25), (Head, 0.45)]
};

/// A look of those of a person's bones that there are; none without a head.
pub(crate) fn human_look(
    skeleton: &Skeleton,
    humanoid: &Humanoid,
    shares: &[(HumanBone, f32)],
) -> Option<LookAt> {
    let joint = |bone| humanoid.joint(bone);
    joint(HumanBone::Head)?;
    let looks = shares.iter().filter_map(|(bone, share)| Some((joint(*bone)?, *share)));
    let (joints, shares): (Vec<_>, Vec<_>) = looks.unzip();
    let chain = Chain::new(skeleton, &joints).ok()?.with_limits(&HumanLimits::new(skeleton, humanoid));
    let look = LookAt::new(skeleton, chain).with_shares(&shares);
    let (Some(left), Some(right)) = (joint(HumanBone::LeftEye), joint(HumanBone::RightEye)) else {
        return Some(look);
    };
    let rest = crate::pose::ModelPose::rest(skeleton);
    let eyes = rest.get(left).translation.midpoint(rest.get(right).translation);
    Some(look.with_eyes(skeleton, Vec3::from(eyes)))
}
