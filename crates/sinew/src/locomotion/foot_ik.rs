use crate::body::{FootShape, TPose};
use crate::character::Character;
use crate::humanoid::{BodySide, HumanBone, Humanoid};
use crate::ik::{Chain, FootRollLeg, IkSetupError, Limb};
use crate::limit::{HumanLimits, Swing};
use crate::locomotion::FootSettings;
use crate::locomotion::sole::sole_points::{MAX_SOLE_POINTS, Points};
use crate::math::axis_angle;
use crate::math::last_largest;
use crate::math::turn::rotation_of;
use crate::pose::ModelPose;
use crate::skeleton::{JointId, Skeleton};
use glam::{Affine3A, Vec3};

/// Foot IK setup of a character: its legs, soles and settings. Made once and shared;
/// [`FootIkState`](crate::locomotion::FootIkState) applies it.
///
/// ```
/// use sinew::character::CharacterParts;
/// use sinew::glam::{Affine3A, Vec3};
/// use sinew::humanoid::HumanBone::*;
/// use sinew::humanoid::{BoneMap, Humanoid};
/// use sinew::ik::IkPose;
/// use sinew::ground::height_field;
/// use sinew::locomotion::{FootIk, FootIkInput, FootIkState};
/// use sinew::skeleton::Joint;
/// use sinew::{Character, LocalPose, ModelPose, Skeleton, Transform};
///
/// // Hips and two legs; imported characters come with their humanoid.
/// let bones = [
///     (Hips, None, Vec3::new(0.0, 0.95, 0.0)),
///     (LeftUpperLeg, Some(0), Vec3::new(0.1, -0.05, 0.0)),
///     (LeftLowerLeg, Some(1), Vec3::new(0.0, -0.4, 0.02)),
///     (LeftFoot, Some(2), Vec3::new(0.0, -0.4, -0.02)),
///     (RightUpperLeg, Some(0), Vec3::new(-0.1, -0.05, 0.0)),
///     (RightLowerLeg, Some(4), Vec3::new(0.0, -0.4, 0.02)),
///     (RightFoot, Some(5), Vec3::new(0.0, -0.4, -0.02)),
/// ];
/// let joints = bones.map(|(bone, parent, offset)| {
///     Joint { name: bone.name().into(), parent, rest: Transform::from_translation(offset), in_scene: true }
/// });
/// let skeleton = Skeleton::new(joints.to_vec())?;
/// let map = BoneMap::new(&skeleton, bones.map(|(bone, ..)| (bone, skeleton.find(bone.name()).unwrap())))?;
/// let humanoid = Humanoid::of_map(&skeleton, map, "example");
/// let parts = CharacterParts { skeleton, humanoid: Some(humanoid.clone()), ..CharacterParts::default() };
/// let character = Character::new(parts)?;
///
/// let feet = FootIk::human(&character, &humanoid)?;
/// let mut state = FootIkState::new(&feet);
/// // The left foot stands on a step of 10 cm.
/// let ground = height_field(|x, _| if x > 0.0 { 0.1 } else { 0.0 });
/// let skeleton = character.skeleton();
/// let model = ModelPose::reference(skeleton);
/// for _ in 0..60 {
///     let mut local = LocalPose::rest(skeleton); // the animated pose
///     let input = FootIkInput::new(&ground, 1.0 / 60.0, Affine3A::IDENTITY);
///     state.solve(&feet, &input, &mut IkPose::new(skeleton, local.as_mut_slice(), model.as_slice()));
/// }
/// let [left, right] = [0, 1].map(|foot| state.report(foot));
/// assert!(left.planted && right.planted);
/// assert!((left.offset.y - right.offset.y - 0.1).abs() < 1e-3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FootIk {
    pub(crate) feet: Vec<FootSetup>,
    pub(crate) hips: JointId,
    /// All joints that foot IK reads, with their ancestors.
    pub(crate) seen: Vec<JointId>,
    /// Leg length (thigh and shin) at rest: the unit of heights and speeds.
    pub(crate) leg: f32,
    /// Direction in which the character faces at rest, model space.
    pub(crate) forward: Vec3,
    /// Fingerprint of its skeleton.
    pub(crate) skeleton: u64,
    /// Height of the animation's own ground in model space: 0 unless the origin of the model is elsewhere.
    pub floor: f32,
    /// Settings.
    pub settings: FootSettings,
}

/// Foot of a character.
#[derive(Clone, Debug)]
pub(crate) struct FootSetup {
    pub(crate) leg: Limb,
    /// Leg with foot roll, of feet with toes.
    pub(crate) toes: Option<FootRollLeg>,
    /// Contact point under the ball, in the space of a joint.
    pub(crate) ball: (JointId, Vec3),
    /// Points of the sole, at least one, in the spaces of at most two joints: those of one joint first, then
    /// those of the other.
    pub(crate) sole: Vec<(JointId, Vec3)>,
    pub(crate) points: Points,
    /// Points of the sole at rest, relative to the ball, in model space.
    pub(crate) at_rest: Points,
    /// Extent of the foot beyond the points of the sole in the direction in which the character faces and
    /// against it, at rest, model space.
    pub(crate) overhang: [f32; 2],
    /// Number of points of the first joint; all where there is only one joint.
    pub(crate) of_first: usize,
}

/// Largest height of the soles at rest, in leg lengths, at which the ground is at height 0.
const FLOOR: f32 = 0.25;

impl FootIk {
    /// Feet of a humanoid, with soles measured from the character's skin.
    ///
    /// # Errors
    /// When the humanoid has no hips or no foot.
    pub fn human(character: &Character, humanoid: &Humanoid) -> Result<Self, IkSetupError> {
        let skeleton = character.skeleton();
        let body = TPose::new(skeleton, humanoid).with_skin(character);
        let hips = humanoid.joint(HumanBone::Hips).ok_or(IkSetupError::Empty)?;
        let limits = HumanLimits::new(skeleton, humanoid);
        let feet = [BodySide::Left, BodySide::Right].into_iter().filter_map(|side| {
            let foot = FootShape::of(skeleton, &body, side)?;
            let leg = foot.leg;
            let limb = Limb::new(skeleton, [leg.upper, leg.lower, leg.foot], None).ok()?;
            let limb = match knee_axis(skeleton, &limits, leg.lower) {
                Some(axis) => limb.with_hinge(skeleton, axis),
                None => limb,
            };
            let is_of_foot = |joint: JointId| joint == leg.foot || Some(joint) == leg.toes;
            let ball = foot.ball.heaviest();
            let rest = character.reference_model();
            // Points above the ankle do not touch the ground.
            let ankle = rest[leg.foot.index()].translation.y;
            let is_low =
                |(joint, point): &(JointId, Vec3)| rest[joint.index()].transform_point3(*point).y < ankle;
            let points = foot.outline.iter().map(|point| point.heaviest());
            let mut sole: Vec<_> = points.filter(|point| is_of_foot(point.0) && is_low(point)).collect();
            if sole.is_empty() {
                sole.push(ball);
            }
            let toes = leg.toes.and_then(|toes| Chain::new(skeleton, &[leg.foot, toes]).ok());
            let toes = toes.map(|toes| FootRollLeg::of(skeleton, limb.clone(), &toes));
            let farthest = |points: &[(JointId, Vec3)], along: Vec3| {
                let along = |sole_point: &(JointId, Vec3)| {
                    rest[sole_point.0.index()].transform_point3(sole_point.1).dot(along)
                };
                points.iter().map(along).fold(f32::MIN, f32::max)
            };
            let whole = sole;
            let sole = select_points(&whole, rest, body.forward());
            let overhang = [body.forward(), -body.forward()]
                .map(|along| (farthest(&whole, along) - farthest(&sole, along)).max(0.0));
            let of_first =
                sole.iter().position(|sole_point| sole_point.0 != sole[0].0).unwrap_or(MAX_SOLE_POINTS);
            let points = Points::new(sole.iter().map(|sole_point| sole_point.1));
            let standing =
                |sole_point: &(JointId, Vec3)| rest[sole_point.0.index()].transform_point3(sole_point.1);
            let at_rest = Points::new(sole.iter().map(|sole_point| standing(sole_point) - standing(&ball)));
            Some(FootSetup { leg: limb, toes, ball, sole, points, at_rest, overhang, of_first })
        });
        let feet: Vec<_> = feet.collect();
        if feet.is_empty() {
            return Err(IkSetupError::Empty);
        }
        let leg = feet.iter().map(|foot| foot.leg.length(skeleton)).fold(0.0, f32::max);
        let rest = character.reference_model();
        let height = |(joint, point): &(JointId, Vec3)| rest[joint.index()].transform_point3(*point).y;
        let lowest = feet.iter().flat_map(|foot| &foot.sole).map(height).fold(f32::MAX, f32::min);
        let floor = if lowest.abs() < FLOOR * leg { 0.0 } else { lowest };
        let settings = FootSettings::default();
        let mut setup = Self {
            feet,
            hips,
            seen: Vec::new(),
            leg,
            forward: body.forward(),
            skeleton: skeleton.fingerprint(),
            floor,
            settings,
        };
        let above = |joint| std::iter::successors(Some(joint), |&joint| skeleton.parent(joint));
        setup.seen = setup.joints().flat_map(above).collect();
        setup.seen.sort();
        setup.seen.dedup();
        Ok(setup)
    }

    /// Leg with foot roll, where the heel may lift.
    pub(crate) fn toes_of<'a>(&self, foot: &'a FootSetup) -> Option<&'a FootRollLeg> {
        foot.toes.as_ref().filter(|_| self.settings.heel_limit() > 0.0)
    }

    /// Joints of feet and hips.
    pub(crate) fn joints(&self) -> impl Iterator<Item = JointId> {
        let of_foot = |foot: &FootSetup| {
            let leg = foot.leg.chain().links().iter().map(|link| link.joint).collect::<Vec<_>>();
            let points = foot.sole.iter().chain([&foot.ball]).map(|(joint, _)| *joint).collect::<Vec<_>>();
            leg.into_iter().chain(points).chain(foot.toes.as_ref().map(FootRollLeg::ball))
        };
        self.feet.iter().flat_map(of_foot).chain([self.hips])
    }

    /// Number of feet.
    #[must_use]
    pub fn foot_count(&self) -> usize {
        self.feet.len()
    }

    /// Points of a foot that may touch the ground, each in the space of a joint.
    ///
    /// # Panics
    /// When the index is out of range.
    #[must_use]
    pub fn sole(&self, foot: usize) -> &[(JointId, Vec3)] {
        &self.feet[foot].sole
    }

    /// Contact point under the ball of a foot, where a planted foot is locked, in the space of a joint.
    ///
    /// # Panics
    /// When the index is out of range.
    #[must_use]
    pub fn ball(&self, foot: usize) -> (JointId, Vec3) {
        self.feet[foot].ball
    }
}

/// Hinge axis of a knee_axis, in model space at rest.
fn knee_axis(skeleton: &Skeleton, limits: &HumanLimits, lower: JointId) -> Option<Vec3> {
    let (limit, _) = limits.get(lower)?;
    let Swing::Hinge { axis, .. } = limit.swing() else { return None };
    let above = skeleton.parent(lower)?;
    Some(rotation_of(ModelPose::reference(skeleton).get(above)) * *axis)
}

/// Tilts about the axis across the foot and about that along it, radians, in which a selected sole touches
/// the ground where the whole one does.
const PITCHES: [f32; 9] = [0.0, 0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 1.0, -1.0];
const ROLLS: [f32; 3] = [0.0, 0.35, -0.35];

/// Selection of the points that touch the ground first: each time the one by which the points that are chosen
/// miss the ground most, in any tilt of its joint. Of points that differ by rounding alone the last is taken.
fn select_points(points: &[(JointId, Vec3)], standing: &[Affine3A], forward: Vec3) -> Vec<(JointId, Vec3)> {
    let position = |(joint, point): &(JointId, Vec3)| standing[joint.index()].transform_point3(*point);
    let at: Vec<Vec3> = points.iter().map(position).collect();
    let size = at.iter().map(|position| position.distance(at[0])).fold(0.0, f32::max);
    let tolerance = 2e-5 * size;
    let forward = forward.with_y(0.0).normalize_or(Vec3::Z);
    let across = Vec3::Y.cross(forward);
    let tilts = PITCHES.into_iter().flat_map(|pitch| ROLLS.map(|roll| (pitch, roll)));
    let downs = tilts.map(|(pitch, roll)| {
        let turn = axis_angle::from_axis_angle(across, pitch) * axis_angle::from_axis_angle(forward, roll);
        turn * Vec3::NEG_Y
    });
    let downs: Vec<Vec3> = downs.collect();
    let mut joints: Vec<JointId> = points.iter().map(|(joint, _)| *joint).collect();
    joints.sort();
    joints.dedup();
    let of = |joint: JointId| (0..points.len()).filter(move |n| points[*n].0 == joint);
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < MAX_SOLE_POINTS.min(points.len()) {
        // Depth of the whole sole below the points that are chosen.
        let missed = |(joint, down): (JointId, Vec3)| {
            let farthest = |all: &mut dyn Iterator<Item = usize>| {
                all.map(|n| at[n].dot(down)).fold(f32::NEG_INFINITY, f32::max)
            };
            let reached = farthest(&mut chosen.iter().copied().filter(|n| points[*n].0 == joint));
            if reached.is_finite() { farthest(&mut of(joint)) - reached } else { size }
        };
        let all = joints.iter().flat_map(|joint| downs.iter().map(|down| (*joint, *down)));
        let Some((joint, down)) = last_largest(all, missed, tolerance) else { break };
        if missed((joint, down)) <= tolerance {
            break;
        }
        let left = of(joint).filter(|n| !chosen.contains(n));
        match last_largest(left, |n: usize| at[n].dot(down), tolerance) {
            Some(next) => chosen.push(next),
            None => break,
        }
    }
    if chosen.is_empty() {
        chosen.push(0);
    }
    let mut chosen: Vec<_> = chosen.into_iter().map(|n| points[n]).collect();
    // Those of one joint together: one matrix takes them into the world.
    chosen.sort_by_key(|(joint, _)| *joint);
    chosen
}
