//! The check of motion.

use super::body::CheckedBody;
use super::detect::contact::FootMotion;
use super::detect::swap::LimbShape;
use super::detect::{freeze, hinge, jump, noise, scale, seam, swap};
use super::feet::CheckedFoot;
use super::frames::Frames;
use super::motion::Motion;
use super::outcome::Outcome;
use super::poses::Poses;
use super::spans::Span;
use super::{MotionReport, MotionSettings};
use glam::Vec3;
use sinew::Character;
use sinew::clip::{RawClip, bake_root_motion, root_motion_from_feet};
use sinew::humanoid::HumanBone;
use sinew::internal::MovingGround;
use sinew::pose::ModelPose;
use sinew::skeleton::{JointId, Skeleton};

/// Largest way of a body whose clip is made in place, body heights.
const MAX_TRAVEL: f32 = 0.2;
/// Least speed of the ground under such a clip, body heights per second.
const MIN_SPEED: f32 = 0.15;

/// Least height of the hips of a body that stands on its feet, relative to the length of its legs.
const MIN_HIPS: f32 = 0.55;

/// Check of motion for one character: its body, measured once.
#[derive(Clone, Debug)]
pub struct MotionCheck {
    skeleton: Skeleton,
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
        Self { skeleton: character.skeleton().clone(), body, feet }
    }

    /// Height of the body, metres, to which the lengths in [`MotionSettings`] are relative: its largest extent in
    /// the reference pose.
    #[must_use]
    pub fn height(&self) -> f32 {
        self.body.height
    }

    /// Checks a clip of the character. Tracks of joints that the character lacks are ignored. The time is
    /// proportional to frames times joints.
    #[must_use]
    pub fn clip(&self, clip: &RawClip, settings: &MotionSettings) -> MotionReport {
        let tracks = clip.joints.iter().filter(|track| track.joint.index() < self.skeleton.len());
        let mut joints = RawClip { joints: tracks.cloned().collect(), ..RawClip::default() };
        if clip.root_motion.is_some() {
            joints.root_motion = clip.root_motion.clone();
            joints = bake_root_motion(&joints, &self.skeleton, self.body.anchor()).unwrap_or(joints);
        }
        let motion = Motion::of(&joints, self.skeleton.len());
        let mut outcome = Outcome::new(&self.body, &motion.frames);
        let ground = self.ground(&joints, &motion.frames);
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
        let explained: Vec<(Span, Vec<bool>)> =
            swaps.into_iter().map(|(span, pair)| (span, self.below(pair))).collect();
        jump::check(&poses, &explained, settings, &mut outcome);
        hinge::check(&poses, settings, &mut outcome);
        noise::check(&motion, &poses, settings, &mut outcome);
        freeze::check(&motion, settings, &mut outcome);
        scale::check(&motion, settings, &mut outcome);
        seam::check(&clip.name, &poses, settings, &mut outcome);
        outcome.finish(settings)
    }

    /// Ground under the feet; none where there are no feet, or they touch no ground.
    fn ground(&self, clip: &RawClip, frames: &Frames) -> Option<MovingGround> {
        if let Some(human) = &self.body.human {
            let g = MovingGround::of(clip, &frames.times, &self.skeleton, human);
            if std::env::var_os("DBG").is_some() {
                println!("   ground {g:?} leg {}", human.leg_length());
            }
            return g;
        }
        let joints: Vec<JointId> = self.feet.iter().map(|foot| foot.joint).collect();
        let anchor = self.body.anchor();
        let (mut lowest, mut ways) = (Vec::new(), Vec::new());
        let motion = Motion::of(clip, self.skeleton.len());
        let poses = Poses::of(&motion, &self.skeleton, &self.body, |_| {});
        let at = |joint: JointId, frame: usize| poses.joint(joint).map(|path| path.positions[frame]);
        for frame in 0..frames.len() {
            lowest.extend(joints.iter().filter_map(|joint| Some(at(*joint, frame)?.y)).reduce(f32::min));
            ways.extend(at(anchor, frame).map(|position| position.with_y(0.0)));
        }
        lowest.sort_by(f32::total_cmp);
        let height = *lowest.get(lowest.len() / 4)?;
        let seconds = clip.end() - clip.start();
        let travelled = ways.last()?.distance(*ways.first()?);
        let root = root_motion_from_feet(clip, &self.skeleton, &joints);
        let way = root.poses().last().map_or(Vec3::ZERO, |pose| pose.position);
        let is_in_place = seconds > 0.0 && travelled < MAX_TRAVEL * self.body.height;
        let velocity = if is_in_place { -way / seconds } else { Vec3::ZERO };
        let is_fast = velocity.length() > MIN_SPEED * self.body.height;
        let velocity = if is_fast { velocity } else { Vec3::ZERO };
        Some(MovingGround { velocity, height })
            .filter(|ground| ground.height.is_finite() && ground.velocity.is_finite())
    }

    /// Whether the hips of a human are as high as those of one that stands or squats.
    fn can_stand(&self, model: &ModelPose, ground: MovingGround) -> bool {
        let Some(human) = &self.body.human else { return true };
        let Some(hips) = human.joint(HumanBone::Hips) else { return true };
        let height = model.get(hips).translation.y - ground.height;
        height > MIN_HIPS * (human.leg_length() + human.ankle_height())
    }

    /// Joints of a pair of limbs.
    fn below(&self, pair: usize) -> Vec<bool> {
        let mut below = vec![false; self.skeleton.len()];
        for [upper, ..] in self.body.limbs[pair] {
            below[upper.index()] = true;
        }
        for joint in self.skeleton.joints() {
            if let Some(parent) = self.skeleton.parent(joint) {
                below[joint.index()] |= below[parent.index()];
            }
        }
        below
    }
}
