//! The check of motion.

use super::body::CheckedBody;
use super::clip_feet::ClipFeet;
use super::detect::contact::FootMotion;
use super::detect::swap::LimbShape;
use super::detect::{freeze, hinge, jump, noise, scale, seam, swap};
use super::feet::CheckedFoot;
use super::ground;
use super::motion::Motion;
use super::outcome::Outcome;
use super::poses::Poses;
use super::spans::Span;
use super::{MotionCheckSettings, MotionReport};
use glam::Vec3;
use sinew::Character;
use sinew::clip::{JointTrack, RawClip, bake_root_motion};
use sinew::humanoid::{HumanBone, Humanoid};
use sinew::pose::ModelPose;
use sinew::skeleton::{JointId, Skeleton};

/// Least height of the hips of a body that stands on its feet, relative to the length of its legs.
const MIN_HIPS: f32 = 0.55;

/// Check of motion for one character: its body, measured once.
#[derive(Clone, Debug)]
pub struct MotionCheck {
    skeleton: Skeleton,
    humanoid: Option<Humanoid>,
    body: CheckedBody,
    feet: Vec<CheckedFoot>,
}

impl MotionCheck {
    /// Measures a character. Humans have all checks; other skeletons those that need no human bones, and those of
    /// feet where joints are named feet, toes, paws or hooves.
    #[must_use]
    pub fn new(character: &Character) -> Self {
        let body = CheckedBody::new(character);
        let feet = CheckedFoot::all(character, &body);
        Self { skeleton: character.skeleton().clone(), humanoid: character.humanoid().cloned(), body, feet }
    }

    /// Height of the body, metres, to which the lengths in [`MotionCheckSettings`] are relative: its largest extent in
    /// the reference pose.
    #[must_use]
    pub fn height(&self) -> f32 {
        self.body.height
    }

    /// Checks a clip of the character. Tracks of joints that the character lacks are ignored. The time is
    /// proportional to frames times joints.
    #[must_use]
    pub fn clip(&self, clip: &RawClip, settings: &MotionCheckSettings) -> MotionReport {
        let (joints, posed) = self.prepared(clip);
        posed.as_ref().unwrap_or(self).joints(&clip.name, &joints, settings)
    }

    /// Feet of a human in a clip; `None` for other bodies, and where no foot touches the ground.
    pub(crate) fn feet_of(&self, clip: &RawClip) -> Option<ClipFeet> {
        let (joints, posed) = self.prepared(clip);
        let check = posed.as_ref().unwrap_or(self);
        let motion = Motion::of(&joints, self.skeleton.len());
        let ground = ground::find(&self.skeleton, &check.body, &check.feet, &joints, &motion)?;
        ClipFeet::of(&self.skeleton, &check.body, &check.feet, ground, motion, |model| {
            check.can_stand(model, ground)
        })
    }

    /// Distance of the farthest point that a joint moves, and the length of a metre in the space of its parent; both in
    /// metres of model space.
    pub(crate) fn levers(&self, joint: JointId) -> (f32, f32) {
        let lever = self.body.levers.get(joint.index()).map_or(0.0, |lever| lever.length());
        (lever, self.body.parent_scales.get(joint.index()).copied().unwrap_or(1.0))
    }

    /// The tracks of a clip that are checked, with its root motion, and the check of the body that it shows, for
    /// captures whose reference pose does not stand.
    fn prepared(&self, clip: &RawClip) -> (RawClip, Option<Self>) {
        let fitting = clip.joints.iter().filter(|track| track.joint.index() < self.skeleton.len());
        let mut joints = RawClip { joints: fitting.map(single).collect(), ..RawClip::default() };
        if clip.root_motion.is_some() {
            joints.root_motion = clip.root_motion.clone();
            joints = bake_root_motion(&joints, &self.skeleton, self.body.anchor()).unwrap_or(joints);
        }
        let posed =
            self.humanoid.as_ref().and_then(|humanoid| self.body.posed(&self.skeleton, humanoid, &joints));
        let posed = posed.map(|body| {
            let feet =
                body.human.as_ref().map_or(Vec::new(), |human| CheckedFoot::of_human(&self.skeleton, human));
            Self { body, feet, ..self.clone() }
        });
        (joints, posed)
    }

    /// Checks the tracks of joints.
    fn joints(&self, name: &str, joints: &RawClip, settings: &MotionCheckSettings) -> MotionReport {
        let motion = Motion::of(joints, self.skeleton.len());
        let mut outcome = Outcome::new(&self.body, &motion.frames);
        let ground = ground::find(&self.skeleton, &self.body, &self.feet, joints, &motion);
        let mut feet: Vec<FootMotion<'_>> = match ground {
            Some(_) => self.feet.iter().map(FootMotion::new).collect(),
            None => Vec::new(),
        };
        let mut limbs: Vec<Vec<[LimbShape; 2]>> = vec![Vec::new(); self.body.limbs.len()];
        let poses = Poses::of(&motion, &self.skeleton, &self.body, |model| {
            for foot in &mut feet {
                if let Some(ground) = ground {
                    let size = (motion.frames.interval, self.body.height);
                    foot.add(model, ground, size, self.can_stand(model, ground));
                }
            }
            let at = |joint: JointId| Vec3::from(model.get(joint).translation);
            for (pair, shapes) in self.body.limbs.iter().zip(&mut limbs) {
                shapes.push(pair.map(|[upper, middle, end]| [at(middle) - at(upper), at(end) - at(upper)]));
            }
        });
        feet.into_iter().for_each(|foot| foot.finish(settings, &mut outcome));
        let swaps = swap::check(&limbs, settings, &mut outcome);
        let scales = scale::check(&motion, settings, &mut outcome);
        let standstills = freeze::check(&motion, settings, &mut outcome);
        // Exchanged sides, copied frames and other sizes let joints jump too.
        let swaps = swaps
            .into_iter()
            .map(|(span, pair)| (span, self.below(&self.body.limbs[pair].map(|limb| limb[0]))));
        let scales = scales.into_iter().map(|(span, joint)| (span, self.below(&[joint])));
        let still = standstills.iter().map(|span| (*span, vec![true; self.skeleton.len()]));
        let explained: Vec<(Span, Vec<bool>)> = swaps.chain(scales).chain(still).collect();
        jump::check(&poses, &explained, settings, &mut outcome);
        hinge::check(&poses, settings, &mut outcome);
        noise::check(&motion, &poses, &standstills, settings, &mut outcome);
        seam::check(name, &poses, settings, &mut outcome);
        outcome.finish(settings)
    }

    /// Whether the hips of a human are as high as those of one that stands or squats.
    fn can_stand(&self, model: &ModelPose, ground: ground::Ground) -> bool {
        let Some(human) = &self.body.human else { return true };
        let Some(hips) = human.joint(HumanBone::Hips) else { return true };
        let height = model.get(hips).translation.y - ground.standing;
        height > MIN_HIPS * (human.leg_length() + human.ankle_height())
    }

    /// Some joints with all that hang on them.
    fn below(&self, joints: &[JointId]) -> Vec<bool> {
        let mut below = vec![false; self.skeleton.len()];
        for joint in self.skeleton.joints() {
            let above = self.skeleton.parent(joint).is_some_and(|parent| below[parent.index()]);
            below[joint.index()] = above || joints.contains(&joint);
        }
        below
    }
}

/// The keys of a joint, without those of another width, which fit no character.
fn single(track: &JointTrack) -> JointTrack {
    JointTrack {
        joint: track.joint,
        translation: track.translation.clone().filter(|keys| keys.width() == 1),
        rotation: track.rotation.clone().filter(|keys| keys.width() == 1),
        scale: track.scale.clone().filter(|keys| keys.width() == 1),
    }
}
