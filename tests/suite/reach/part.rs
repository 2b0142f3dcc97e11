use super::Body;
use sinew::glam::Vec3;
use sinew::humanoid::HumanBone::{self, *};
use sinew::ik::Chain;
use sinew::limit::{AngleRange, HumanLimits, Limit, Swing, SwingEllipse};
use sinew::{JointId, Skeleton};

/// Part of a body that reaches or looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Upper arm to hand.
    LeftArm,
    /// Right upper arm to hand.
    RightArm,
    /// Collar bone to hand.
    ShoulderArm,
    /// Thigh to foot.
    Leg,
    /// The whole back and an arm.
    SpineArm,
    /// Neck and head look.
    Neck,
    /// Back, neck and head look.
    Back,
    /// Ten bones without limits.
    Free,
    /// Ten bones that swing by 40 degrees and twist by 20.
    Limited,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::LeftArm,
        Self::RightArm,
        Self::ShoulderArm,
        Self::Leg,
        Self::SpineArm,
        Self::Neck,
        Self::Back,
        Self::Free,
        Self::Limited,
    ];

    /// Name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::LeftArm => "left arm",
            Self::RightArm => "right arm",
            Self::ShoulderArm => "shoulder arm",
            Self::Leg => "leg",
            Self::SpineArm => "spine arm",
            Self::Neck => "neck",
            Self::Back => "back",
            Self::Free => "free",
            Self::Limited => "limited",
        }
    }

    /// Whether it looks at targets instead of reaching them.
    pub fn looks(self) -> bool {
        matches!(self, Self::Neck | Self::Back)
    }

    /// Whether it has an upper bone, a lower bone and an end.
    pub fn is_limb(self) -> bool {
        matches!(self, Self::LeftArm | Self::RightArm | Self::Leg)
    }

    /// Bones from the root; of the spine, those that the body has. Empty for made-up chains.
    fn bones(self) -> &'static [HumanBone] {
        match self {
            Self::LeftArm => &[LeftUpperArm, LeftLowerArm, LeftHand],
            Self::RightArm => &[RightUpperArm, RightLowerArm, RightHand],
            Self::ShoulderArm => &[LeftShoulder, LeftUpperArm, LeftLowerArm, LeftHand],
            Self::Leg => &[LeftUpperLeg, LeftLowerLeg, LeftFoot],
            Self::SpineArm => &[Spine, Chest, UpperChest, LeftShoulder, LeftUpperArm, LeftLowerArm, LeftHand],
            Self::Neck => &[Neck, Head],
            Self::Back => &[Spine, Chest, UpperChest, Neck, Head],
            Self::Free | Self::Limited => &[],
        }
    }
}

/// A prepared part of a body.
#[derive(Clone, Debug)]
pub struct Case {
    /// The body.
    pub body: Body,
    /// The part.
    pub part: Part,
    /// Joints and their limits.
    pub chain: Chain,
    /// Joint limits of the body; `None` for a made-up chain.
    pub limits: Option<HumanLimits>,
}

impl Case {
    /// A part of a body; `None` where the body lacks it.
    pub fn new(body: &Body, part: Part) -> Option<Self> {
        let skeleton = &body.skeleton;
        let Some(humanoid) = &body.humanoid else {
            let mut chain = Chain::new(skeleton, &skeleton.joints().collect::<Vec<_>>()).ok()?;
            match part {
                Part::Free => {}
                Part::Limited => chain.links_mut().iter_mut().for_each(|link| link.limit = limited()),
                _ => return None,
            }
            return Some(Self { body: body.clone(), part, chain, limits: None });
        };
        let bones = part.bones();
        let joints: Vec<JointId> =
            bones.iter().filter_map(|bone| humanoid.named_bones.joint(*bone)).collect();
        let may_lack = matches!(part, Part::SpineArm | Part::Back);
        if joints.len() < 2 || (joints.len() < bones.len() && !may_lack) {
            return None;
        }
        let limits = HumanLimits::new(skeleton, humanoid);
        let chain = Chain::new(skeleton, &joints).ok()?.with_limits(&limits);
        Some(Self { body: body.clone(), part, chain, limits: Some(limits) })
    }

    /// Name in tables.
    pub fn name(&self) -> String {
        format!("{}, {}", self.body.name, self.part.name())
    }

    /// Joints of the body.
    pub fn skeleton(&self) -> &Skeleton {
        &self.body.skeleton
    }

    /// All joints from the tip to the root, including those that are no links.
    pub(super) fn path(&self) -> impl Iterator<Item = JointId> {
        let (skeleton, root) = (self.skeleton(), self.chain.root());
        let above = move |joint: &JointId| skeleton.parent(*joint).filter(|_| *joint != root);
        std::iter::successors(Some(self.chain.tip()), above)
    }

    /// Joints that solvers rotate: all except a passive tip.
    pub(super) fn turning(&self) -> usize {
        self.chain.links().len() - usize::from(!self.part.looks())
    }
}

fn limited() -> Limit {
    let (wide, twist) = (AngleRange::from_degrees(-40.0, 40.0), AngleRange::from_degrees(-20.0, 20.0));
    let swing = Swing::Ellipse(SwingEllipse::new(Vec3::Y, Vec3::X, wide, wide));
    Limit::ball(Vec3::Y, swing, Some(twist))
}
