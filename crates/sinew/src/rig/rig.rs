use crate::character::Character;
use crate::humanoid::{HumanBone, Humanoid, forward};
use crate::ik::{
    Chain, ChainSolver, Eyes, FootRollLeg, FootRollSettings, FullBody, FullBodySolver, IkSetupError, Limb,
    LimbSettings, LookAt, Spline,
};
use crate::limit::HumanLimits;
use crate::locomotion::FootIk;
use crate::name_or_id::NameOrId;
use crate::rig::effector::effector::Effector;
use crate::rig::limb::LimbPart;
use crate::rig::part::{Part, PartKind};
use crate::rig::{DEFAULT_FADE, EffectorId, IkError};
use crate::skeleton::Skeleton;
use crate::text::suggest;
use glam::Vec3;

/// IK rig of a character: its parts, solved one after the other, and their effectors. Made once and shared;
/// an [`IkState`](crate::rig::IkState) holds the goals of one instance.
///
/// ```
/// use sinew::glam::{Affine3A, Vec3};
/// use sinew::ik::{Limb, LimbSettings};
/// use sinew::rig::{IkGoal, IkInput, IkRig, IkState};
/// use sinew::skeleton::{Joint, JointId};
/// use sinew::stage::{StageInput, StagePose};
/// use sinew::{Character, CharacterParts, LocalPose, ModelPose, Skeleton, Transform};
/// use std::sync::Arc;
///
/// let joint = |name: &str, parent, x: f32| {
///     Joint { name: name.into(), parent, rest: Transform::from_translation(Vec3::X * x), in_scene: true }
/// };
/// let arm = vec![joint("shoulder", None, 0.0), joint("elbow", Some(0), 0.3), joint("hand", Some(1), 0.3)];
/// let skeleton = Skeleton::new(arm)?;
///
/// // Once per character. Humanoids have `IkRig::human`.
/// let limb = Limb::new(&skeleton, [0, 1, 2].map(JointId), None)?.with_hinge(&skeleton, Vec3::NEG_Y);
/// let mut rig = IkRig::new();
/// let hand = rig.add_limb("hand", limb, LimbSettings::default());
/// rig.set_fade("hand", 0.1)?;
///
/// // Once per instance. Actors hold their state: `Actor::set_ik`, `Actor::ik_mut`.
/// let parts = CharacterParts { skeleton: skeleton.clone(), ..CharacterParts::default() };
/// let character = Character::new(parts)?;
/// let mut ik = IkState::new(Arc::new(rig), &character)?;
/// ik.set_goal("hand", IkGoal::at(Vec3::new(0.3, 0.2, 0.1)))?;
/// let mut model = ModelPose::reference(&skeleton);
/// for _ in 0..60 {
///     let mut local = LocalPose::rest(&skeleton); // the animated pose
///     let stage = StageInput::new(1.0 / 60.0, Affine3A::IDENTITY);
///     ik.solve(&stage, IkInput::new(), &mut StagePose::new(&skeleton, &mut local, &mut model));
/// }
/// let report = ik.report(hand);
/// assert!(report.weight > 0.99 && report.error < 1e-3);
/// assert!(ik.set_goal("foot", None).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct IkRig {
    pub(crate) feet: Option<FootIk>,
    pub(crate) parts: Vec<Part>,
    pub(crate) effectors: Vec<Effector>,
}

/// Effectors of [`IkRig::human`], in the order in which they are solved.
pub(crate) const HUMAN_EFFECTORS: [&str; 5] = ["look", "left hand", "right hand", "left foot", "right foot"];

impl IkRig {
    /// Empty rig.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Rig of a humanoid: `look` (spine to head, and eyes), then `left hand`, `right hand`, `left foot` and
    /// `right foot`, as far as the bones exist, with human limits.
    #[must_use]
    pub fn human(skeleton: &Skeleton, humanoid: &Humanoid) -> Self {
        use HumanBone::*;
        let limits = HumanLimits::new(skeleton, humanoid);
        let joint = |bone| humanoid.joint(bone);
        let mut rig = Self::new();
        if let Some(look) = human_look(skeleton, humanoid, &LOOK_SHARES) {
            let effector = rig.add_look(HUMAN_EFFECTORS[0], look);
            if let Some(eyes) = Eyes::human(skeleton, humanoid) {
                // The effector is a look.
                let _ = rig.set_eyes(effector, eyes);
            }
        }
        let limbs = [
            [LeftUpperArm, LeftLowerArm, LeftHand],
            [RightUpperArm, RightLowerArm, RightHand],
            [LeftUpperLeg, LeftLowerLeg, LeftFoot],
            [RightUpperLeg, RightLowerLeg, RightFoot],
        ];
        for (name, bones) in HUMAN_EFFECTORS[1..].iter().zip(limbs) {
            let [Some(start), Some(middle), Some(end)] = bones.map(joint) else { continue };
            if let Ok(limb) = Limb::new(skeleton, [start, middle, end], Some(&limits)) {
                rig.add_limb(name, limb, LimbSettings::default());
            }
        }
        rig
    }

    /// Adds foot IK, which is solved before all parts wherever a frame has a ground.
    #[must_use]
    pub fn with_feet(mut self, feet: FootIk) -> Self {
        self.feet = Some(feet);
        self
    }

    /// Whether the rig has foot IK.
    #[must_use]
    pub fn has_feet(&self) -> bool {
        self.feet.is_some()
    }

    /// Adds an arm or a leg.
    pub fn add_limb(&mut self, name: &str, limb: Limb, settings: LimbSettings) -> EffectorId {
        let first = limb.chain().root().index();
        self.add(PartKind::Limb(Box::new(LimbPart::new(limb, settings))), first, [name.to_owned()])
    }

    /// Adds a chain.
    pub fn add_chain(&mut self, name: &str, chain: Chain, solver: ChainSolver) -> EffectorId {
        let first = chain.root().index();
        self.add(PartKind::Chain(chain, solver), first, [name.to_owned()])
    }

    /// Adds eyes to a look: they turn to the target at once, while the head follows.
    ///
    /// # Errors
    /// When the rig has no such effector, or it is not a look.
    pub fn set_eyes<'a>(
        &mut self,
        effector: impl Into<NameOrId<'a, EffectorId>>,
        eyes: Eyes,
    ) -> Result<(), IkError> {
        let effector = self.find(effector)?;
        let part = self.parts.iter_mut().find(|part| part.effectors.contains(&effector.index()));
        match part {
            Some(Part { kind: PartKind::Look(_, current), first, .. }) => {
                let each = eyes.pair().map(|eye| eye.chain().root().index());
                *first = each.into_iter().fold(*first, usize::min);
                *current = Some(Box::new(eyes));
            }
            _ => return Err(self.wrong(effector, "look")),
        }
        Ok(())
    }

    /// Adds a look-at chain.
    pub fn add_look(&mut self, name: &str, look: LookAt) -> EffectorId {
        let first = look.chain().root().index();
        self.add(PartKind::Look(look, None), first, [name.to_owned()])
    }

    /// Adds a foot-roll leg: its goals are for the ball of the foot.
    /// [`IkState::set_foot_lifts`](crate::rig::IkState::set_foot_lifts) lifts heel and toes.
    pub fn add_leg(&mut self, name: &str, leg: FootRollLeg, settings: FootRollSettings) -> EffectorId {
        let first = leg.limb().chain().root().index();
        self.add(PartKind::Leg(Box::new(leg), settings), first, [name.to_owned()])
    }

    /// Adds a chain that follows a curve of at most `points` points:
    /// [`IkState::set_curve`](crate::rig::IkState::set_curve).
    pub fn add_spline(&mut self, name: &str, spline: Spline, points: usize) -> EffectorId {
        let first = spline.chain().root().index();
        self.add(PartKind::Spline(spline, points), first, [name.to_owned()])
    }

    /// Adds a full body, with a name for each of its effectors, and returns the first effector; the others
    /// follow it. Effectors without a goal are free unless they are [pinned](IkRig::pin). Balance and root
    /// behaviour of the body have the weight of its strongest goal.
    ///
    /// # Errors
    /// When the number of names differs from the number of effectors.
    pub fn add_body(
        &mut self,
        names: &[&str],
        body: FullBody,
        solver: FullBodySolver,
    ) -> Result<EffectorId, IkSetupError> {
        if names.len() != body.effector_count() {
            return Err(IkSetupError::Effectors { count: names.len() });
        }
        let first = body.joints[0].joint.index();
        let names = names.iter().map(|name| (*name).to_owned());
        Ok(self.add(PartKind::Body(Box::new(body), solver), first, names))
    }

    fn add(&mut self, kind: PartKind, first: usize, names: impl IntoIterator<Item = String>) -> EffectorId {
        let from = self.effectors.len();
        self.effectors.extend(names.into_iter().map(|name| Effector {
            name,
            fade: DEFAULT_FADE,
            is_pinned: false,
            follows: None,
        }));
        self.parts.push(Part { kind, effectors: from..self.effectors.len(), first });
        EffectorId(from as u32)
    }

    /// Sets the fade time of an effector's goals, seconds to nine tenths.
    ///
    /// # Errors
    /// When the rig has no such effector.
    pub fn set_fade<'a>(
        &mut self,
        effector: impl Into<NameOrId<'a, EffectorId>>,
        seconds: f32,
    ) -> Result<(), IkError> {
        let effector = self.find(effector)?;
        self.effectors[effector.index()].fade =
            if seconds.is_finite() { seconds.max(0.0) } else { DEFAULT_FADE };
        Ok(())
    }

    /// Pins an effector of a body ([`IkRig::add_body`]), or unpins it: without a goal of its own it stays at
    /// its animated pose, or where foot IK has put it, while another effector of the body has a goal, such as
    /// feet that stand while a hand reaches. Pins have priority over goals that would pull them away; goals
    /// far out of reach still drag them along a little.
    ///
    /// # Errors
    /// When the rig has no such effector, or it is not an effector of a body.
    pub fn pin<'a>(
        &mut self,
        effector: impl Into<NameOrId<'a, EffectorId>>,
        is_pinned: bool,
    ) -> Result<(), IkError> {
        let effector = self.find(effector)?;
        if !matches!(self.part_of(effector).kind, PartKind::Body(..)) {
            return Err(self.wrong(effector, "body effector"));
        }
        self.effectors[effector.index()].is_pinned = is_pinned;
        Ok(())
    }

    /// Effector called `name`.
    #[must_use]
    pub fn effector(&self, name: &str) -> Option<EffectorId> {
        self.effectors.iter().position(|effector| effector.name == name).map(|n| EffectorId(n as u32))
    }

    /// Id of an effector, by name or by id.
    ///
    /// # Errors
    /// When there is no such effector.
    pub fn find<'a>(&self, effector: impl Into<NameOrId<'a, EffectorId>>) -> Result<EffectorId, IkError> {
        match effector.into() {
            NameOrId::Id(id) if id.index() < self.effectors.len() => Ok(id),
            NameOrId::Id(id) => Err(IkError::UnknownId { id, count: self.effectors.len() }),
            NameOrId::Name(name) => self.effector(name).ok_or_else(|| {
                let known = suggest(name, self.effectors.iter().map(|effector| effector.name.as_str()));
                IkError::UnknownName { name: name.to_owned(), known }
            }),
        }
    }

    /// Ids and names of all effectors.
    pub fn effectors(&self) -> impl Iterator<Item = (EffectorId, &str)> {
        self.effectors.iter().enumerate().map(|(n, effector)| (EffectorId(n as u32), effector.name.as_str()))
    }

    /// Whether any limb has spine assist.
    pub(crate) fn has_spine_assist(&self) -> bool {
        self.parts
            .iter()
            .any(|part| matches!(&part.kind, PartKind::Limb(limb) if limb.spine_assist.is_some()))
    }

    /// True for the character that the rig was made for, and others of the same joints
    /// ([`Skeleton::fingerprint`]).
    #[must_use]
    pub fn fits(&self, character: &Character) -> bool {
        self.mismatch(character.skeleton()).is_none()
    }

    /// Message about a part that was not made for a skeleton; `None` where all fit.
    pub(crate) fn mismatch(&self, skeleton: &Skeleton) -> Option<String> {
        if self.feet.as_ref().is_some_and(|feet| feet.skeleton != skeleton.fingerprint()) {
            return Some("its feet have other joints".to_owned());
        }
        let part = self.parts.iter().find(|part| !part.fits(skeleton))?;
        Some(format!("{:?} has other joints", self.effectors[part.effectors.start].name))
    }
}

/// Share of each bone in the look of a humanoid.
pub(crate) const LOOK_SHARES: [(HumanBone, f32); 5] = {
    use HumanBone::*;
    [(Spine, 0.1), (Chest, 0.1), (UpperChest, 0.1), (Neck, 0.25), (Head, 0.45)]
};

/// Look of a humanoid's existing bones with their shares; none without a head.
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
    let forward = forward(skeleton, humanoid);
    let look = LookAt::new(skeleton, chain).with_forward(skeleton, forward).with_shares(&shares);
    let (Some(left), Some(right)) = (joint(HumanBone::LeftEye), joint(HumanBone::RightEye)) else {
        return Some(look);
    };
    let rest = crate::pose::ModelPose::reference(skeleton);
    let eyes = rest.get(left).translation.midpoint(rest.get(right).translation);
    Some(look.with_eyes(skeleton, Vec3::from(eyes)))
}
