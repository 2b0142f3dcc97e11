//! Keys of the legs between frames.
//!
//! Joints turn evenly from key to key, so what they carry runs on arcs: a foot that stands at both frames strays between
//! them, and one that comes down fast dips into the floor. Where that is more than may be neglected the legs get a key
//! midway, at which the foot is where it should be, then midway between those, until they do not need any more.

use super::feet::Stage;
use super::foot::Foot;
use super::frames::Frames;
use super::leg::ahead;
use crate::math::{Transform, slerp_shortest};
use crate::skeleton::JointIndex;
use glam::Vec3;

/// What may be neglected, in leg lengths: a little less than a millimetre of a grown-up.
const NEGLECTED: f32 = 1e-3;
/// A step is cut in half so often at most.
const DEEPEST: u32 = 3;
/// Keys stand no closer than this, seconds.
const CLOSEST: f32 = 1.0 / 500.0;
/// A foot that swings higher than this is far from the floor, in leg lengths.
const HIGH: f32 = 0.25;

/// More keys of some joints, between the frames.
pub(super) struct Between {
    pub(super) times: Vec<f32>,
    pub(super) frames: Frames,
}

/// One end of a stretch: the pose there, and where the feet are.
#[derive(Clone)]
struct End {
    time: f32,
    pose: Vec<Transform>,
    balls: Vec<Vec3>,
    /// How far each foot is below the floor; less than 0 above it.
    below: Vec<f32>,
}

impl Between {
    /// No keys yet of the joints that keep `feet` where they should be.
    fn new(stage: &Stage<'_>, feet: &[Foot]) -> Self {
        let mut joints: Vec<JointIndex> =
            feet.iter().flat_map(|foot| [foot.leg.upper, foot.leg.lower, foot.leg.foot]).collect();
        let turned = |joint: JointIndex| feet.iter().any(|f| f.leg.upper == joint || f.leg.lower == joint);
        for twist in stage.retargeter.twists.iter().filter(|twist| turned(twist.bone)) {
            joints.extend([Some(twist.joint), twist.below].into_iter().flatten());
        }
        joints.sort();
        joints.dedup();
        Self { times: Vec::new(), frames: Frames::new(joints, 0) }
    }
}

impl Stage<'_> {
    /// The keys that legs need between frames.
    pub(super) fn between(&mut self, feet: &[Foot]) -> Between {
        let mut between = Between::new(self, feet);
        let mut from = self.end(0, feet);
        for k in 1..self.frames.len() {
            let to = self.end(k, feet);
            let stands: Vec<bool> = feet.iter().map(|foot| foot.stands_from(k - 1)).collect();
            // Where stands begin and end feet change their ways, which smooth curves through keys would not.
            let turns = feet.iter().any(|foot| foot.turns_from(k - 1));
            self.cut(feet, &stands, (&from, &to), if turns { None } else { Some(0) }, &mut between);
            from = to;
        }
        between
    }

    fn end(&mut self, frame: usize, feet: &[Foot]) -> End {
        self.show(frame);
        self.here(self.times[frame], feet)
    }

    /// What is shown, as an end.
    fn here(&self, time: f32, feet: &[Foot]) -> End {
        End {
            time,
            pose: self.pose.clone(),
            balls: feet.iter().map(|foot| foot.ball.at(&self.model)).collect(),
            below: feet.iter().map(|foot| self.floor - foot.lowest(&self.model)).collect(),
        }
    }

    /// Adds the keys between two ends, in the order of their times, after `depth` cuts; without, one at least.
    fn cut(
        &mut self,
        feet: &[Foot],
        stands: &[bool],
        (a, b): (&End, &End),
        depth: Option<u32>,
        between: &mut Between,
    ) {
        let sound = |depth: u32| depth == DEEPEST || !self.strays(feet, stands, a, b);
        if b.time - a.time < 2.0 * CLOSEST || depth.is_some_and(sound) {
            return;
        }
        let depth = Some(depth.unwrap_or_default() + 1);
        self.mix(a, b, 0.5);
        let forward = ahead(&self.model, self.hips, self.skeleton());
        for (n, foot) in feet.iter().enumerate() {
            let mut goal = Vec3::from(self.model[foot.leg.foot.index()].translation);
            let away = a.balls[n].midpoint(b.balls[n]) - foot.ball.at(&self.model);
            let mut moves = stands[n] && away.is_finite() && away != Vec3::ZERO;
            goal += if moves { away } else { Vec3::ZERO };
            for _ in 0..3 {
                if moves {
                    foot.leg.reach(self.skeleton(), &mut self.pose, &mut self.model, goal, forward);
                }
                let up = self.floor - foot.lowest(&self.model);
                moves = up > 1e-4 && up.is_finite();
                if !moves {
                    break;
                }
                goal.y += up;
            }
        }
        self.retargeter.spread_rolls(&mut self.scratch, &mut self.pose);
        let middle = self.here(0.5 * (a.time + b.time), feet);
        self.cut(feet, stands, (a, &middle), depth, between);
        between.times.push(middle.time);
        between.frames.push(&middle.pose);
        self.cut(feet, stands, (&middle, b), depth, between);
    }

    /// Whether a foot strays between two ends by more than may be neglected.
    fn strays(&mut self, feet: &[Foot], stands: &[bool], a: &End, b: &End) -> bool {
        let swings = |n: usize| !stands[n] && a.below[n].max(b.below[n]) < -HIGH * self.leg;
        if (0..feet.len()).all(swings) {
            return false;
        }
        let most = NEGLECTED * self.leg;
        for share in [0.25, 0.5, 0.75] {
            self.mix(a, b, share);
            for (n, foot) in feet.iter().enumerate() {
                let below = self.floor - foot.lowest(&self.model);
                let away = foot.ball.at(&self.model).distance(a.balls[n].lerp(b.balls[n], share));
                if below - a.below[n].max(b.below[n]).max(0.0) > most || stands[n] && away > most {
                    return true;
                }
            }
        }
        false
    }

    /// Shows what plays between two ends.
    fn mix(&mut self, a: &End, b: &End, share: f32) {
        for (own, (a, b)) in self.pose.iter_mut().zip(a.pose.iter().zip(&b.pose)) {
            own.translation = a.translation.lerp(b.translation, share);
            own.rotation = slerp_shortest(a.rotation, b.rotation, share);
        }
        self.pose_to_model();
    }
}
