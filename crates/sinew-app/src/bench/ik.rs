//! IK jobs: analytic solvers one by one and batched, chains, and foot IK.

use super::job::Job;
use crate::random::Random;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ground::height_field;
use sinew::humanoid::{HumanBone, Humanoid};
use sinew::ik::{
    Aim, Chain, ChainGoal, ChainMethod, ChainScratch, ChainSolver, IkPose, Link, LookAt, TwoBone, hinge_axis,
    solve_aims, solve_two_bones,
};
use sinew::limit::{AngleRange, HumanLimits, Limit, Swing, SwingEllipse};
use sinew::locomotion::FootIk;
use sinew::rig::{IkGoal, IkInput, IkRig, IkState};
use sinew::skeleton::Joint;
use sinew::stage::{StageInput, StagePose};
use sinew::{Character, JointId, LocalPose, ModelPose, Skeleton, Transform};
use std::hint::black_box;
use std::sync::Arc;

/// Number of targets of a job.
const TARGETS: usize = 256;

/// All IK jobs. Solvers that the character has no joints for add a note.
pub(crate) fn ik_jobs(character: &Character, notes: &mut Vec<String>) -> Vec<Job<'static>> {
    let mut jobs = Vec::new();
    let body = character.humanoid().map(|humanoid| Body {
        skeleton: character.skeleton(),
        rest: ModelPose::rest(character.skeleton()),
        humanoid,
    });
    match body.as_ref().and_then(Body::legs) {
        Some(legs) => jobs.extend(two_bone(legs)),
        None => notes.push("Legs are not measured: no leg was recognized in the file.".into()),
    }
    match body.as_ref().and_then(Body::heads) {
        Some(heads) => jobs.extend(aim(heads)),
        None => notes.push("Look-at is not measured: no head was recognized in the file.".into()),
    }
    jobs.extend(body.as_ref().and_then(Body::look_at));
    for limited in [false, true] {
        let names = match limited {
            false => ["ccd-10", "fabrik-10", "damped-10"],
            true => ["ccd-10-limited", "fabrik-10-limited", "damped-10-limited"],
        };
        let methods = [ChainMethod::Ccd, ChainMethod::Fabrik, ChainMethod::DampedLeastSquares];
        let rounds = ChainSolver::default().rounds;
        jobs.extend(
            names.into_iter().zip(methods).map(|(name, method)| chain(name, method, rounds, limited)),
        );
    }
    // The methods alone, without damped steps; they differ only with limits.
    jobs.push(chain("ccd-10-limited-alone", ChainMethod::Ccd, u32::MAX, true));
    jobs.push(chain("fabrik-10-limited-alone", ChainMethod::Fabrik, u32::MAX, true));
    match body.as_ref().and_then(|body| actors(character, body)) {
        Some(actors) => jobs.extend(actors),
        None => notes.push(
            "Actors with foot IK and look-at are not measured: no feet or no head were recognized \
             in the file."
                .into(),
        ),
    }
    jobs
}

/// Humanoid in its rest pose.
struct Body<'a> {
    skeleton: &'a Skeleton,
    rest: ModelPose,
    humanoid: &'a Humanoid,
}

impl Body<'_> {
    fn position(&self, bone: HumanBone) -> Option<Vec3> {
        Some(self.rest.get(self.humanoid.named_bones.joint(bone)?).translation.into())
    }

    /// A leg with targets around its resting foot, the knee forwards.
    fn legs(&self) -> Option<Vec<TwoBone>> {
        use HumanBone::{LeftFoot, LeftLowerLeg, LeftUpperLeg};
        let limb = [self.position(LeftUpperLeg)?, self.position(LeftLowerLeg)?, self.position(LeftFoot)?];
        let hinge = hinge_axis(limb[0], limb[1], limb[2]).unwrap_or(Vec3::X);
        let (low, high) = (Vec3::new(-0.15, 0.0, -0.15), Vec3::new(0.15, 0.3, 0.15));
        let leg = |way: Vec3| TwoBone {
            pole: Some(limb[1] + Vec3::Z),
            softness: 0.03,
            ..TwoBone::new(limb, hinge, limb[2] + way)
        };
        let mut random = Random::new(31);
        Some((0..TARGETS).map(|_| leg(random.inside(low, high))).collect())
    }

    /// Targets in front of the head, near and far.
    fn look_targets(&self) -> Option<Vec<Vec3>> {
        let head = self.position(HumanBone::Head)?;
        let (low, high) = (Vec3::new(-2.0, -1.0, 0.5), Vec3::new(2.0, 1.0, 4.0));
        let mut random = Random::new(37);
        Some((0..TARGETS).map(|_| head + random.inside(low, high)).collect())
    }

    fn heads(&self) -> Option<Vec<Aim>> {
        let head = self.position(HumanBone::Head)?;
        Some(self.look_targets()?.into_iter().map(|target| Aim::new(head, Vec3::Z, target)).collect())
    }

    /// Look-at over spine, chest, neck and head, as far as they exist.
    fn four_joints(&self) -> Option<LookAt> {
        use HumanBone::{Chest, Head, Neck, Spine};
        let joint = |bone| self.humanoid.named_bones.joint(bone);
        let joints: Vec<JointId> = [Spine, Chest, Neck, Head].into_iter().filter_map(joint).collect();
        let limits = HumanLimits::new(self.skeleton, self.humanoid);
        let chain = Chain::new(self.skeleton, &joints).ok()?.with_limits(&limits);
        Some(LookAt::new(self.skeleton, chain))
    }

    fn look_at(&self) -> Option<Job<'static>> {
        let (targets, look) = (self.look_targets()?, self.four_joints()?);
        let joints: Vec<_> = look.chain().links().iter().map(Link::joint).collect();
        let mut posed = Posed::new(self.skeleton.clone(), &joints);
        Some(Job::new("look-at", "solve", TARGETS, move || {
            for target in &targets {
                posed.solve(|skeleton, local, model, scratch| {
                    black_box(look.solve(
                        *target,
                        1.0,
                        None,
                        &mut IkPose::new(skeleton, local, model),
                        scratch,
                    ));
                });
            }
        }))
    }
}

/// A frame of 1000 humanoids: local pose to model space only; with two feet planted on uneven ground and a
/// look-at over four joints; with a look-at over five joints and eyes.
fn actors(character: &Character, body: &Body<'_>) -> Option<[Job<'static>; 3]> {
    let feet = FootIk::human(character, body.humanoid).ok()?;
    let mut four = IkRig::new();
    four.add_look("look", body.four_joints()?);
    let human = IkRig::human(body.skeleton, body.humanoid);
    Some([
        standing("posed", IkRig::new(), character, body)?,
        standing("actors", four.with_feet(feet.clone()), character, body)?,
        standing("actors-eyes", human.with_feet(feet), character, body)?,
    ])
}

fn standing(name: &'static str, rig: IkRig, character: &Character, body: &Body<'_>) -> Option<Job<'static>> {
    const ACTORS: usize = 1000;
    let (skeleton, rig) = (body.skeleton.clone(), Arc::new(rig));
    let (targets, size) = (body.look_targets()?, body.position(HumanBone::Head)?.y);
    let ground = height_field(move |x, z| size * 0.03 * ((2.0 * x / size).sin() + (1.5 * z / size).cos()));
    let mut actors: Vec<(IkState, Affine3A)> = (0..ACTORS)
        .map(|n| {
            let offset = Vec3::new((n % 32) as f32, 0.0, (n / 32) as f32) * size;
            let mut state = IkState::new(rig.clone(), character).expect("a rig of the body");
            if let Some(look) = rig.effector("look") {
                state
                    .set_goal(look, IkGoal::at(offset + targets[n % targets.len()]))
                    .expect("an effector of the rig");
            }
            state.snap();
            (state, Affine3A::from_translation(offset))
        })
        .collect();
    let (mut local, mut model) = (LocalPose::rest(&skeleton), ModelPose::rest(&skeleton));
    Some(Job::new(name, "solve", ACTORS, move || {
        const FRAME: f32 = 1.0 / 60.0;
        for (state, world_from_model) in &mut actors {
            local.reset(&skeleton);
            state.solve(
                &StageInput::new(FRAME, *world_from_model).with_ground(&ground),
                IkInput::new(),
                &mut StagePose::new(&skeleton, &mut local, &mut model),
            );
            black_box(&model);
        }
    }))
}

fn two_bone(legs: Vec<TwoBone>) -> [Job<'static>; 2] {
    let (many, mut out) = (legs.clone(), legs.iter().map(TwoBone::solve).collect::<Vec<_>>());
    let one = Job::new("two-bone", "solve", TARGETS, move || {
        for leg in &legs {
            black_box(black_box(leg).solve());
        }
    });
    let batched = Job::new("two-bone-batched", "solve", TARGETS, move || {
        solve_two_bones(black_box(&many), &mut out);
        black_box(&out);
    });
    [one, batched]
}

fn aim(heads: Vec<Aim>) -> [Job<'static>; 2] {
    let (many, mut out) = (heads.clone(), heads.iter().map(Aim::solve).collect::<Vec<_>>());
    let one = Job::new("aim", "solve", TARGETS, move || {
        for head in &heads {
            black_box(black_box(head).solve());
        }
    });
    let batched = Job::new("aim-batched", "solve", TARGETS, move || {
        solve_aims(black_box(&many), &mut out);
        black_box(&out);
    });
    [one, batched]
}

/// Chain of ten bones of 0.1 m, straight up at rest. Targets are tip positions of random poses within the
/// limits.
fn chain(name: &'static str, method: ChainMethod, rounds: u32, limited: bool) -> Job<'static> {
    let (skeleton, joints) = ten_bones();
    let targets = targets(&skeleton);
    let mut chain = Chain::new(&skeleton, &joints).expect("joints in a row make a chain");
    if limited {
        let (swing, twist) = (AngleRange::symmetric(SWING), AngleRange::symmetric(TWIST));
        let swing = Swing::Ellipse(SwingEllipse::new(Vec3::Y, Vec3::X, swing, swing));
        let limit = Limit::ball(Vec3::Y, swing, Some(twist));
        chain.links_mut().iter_mut().for_each(|link| link.limit = limit.clone());
    }
    let solver = ChainSolver::default().with_method(method).with_rounds(rounds).with_tolerance(1e-3);
    let mut posed = Posed::new(skeleton, &joints);
    Job::new(name, "solve", TARGETS, move || {
        for target in &targets {
            let goal = ChainGoal::at(*target);
            posed.solve(|skeleton, local, model, scratch| {
                black_box(solver.solve(&chain, &goal, &mut IkPose::new(skeleton, local, model), scratch));
            });
        }
    })
}

/// Limits of swing and twist of the limited chain: 40 and 20 degrees.
const SWING: f32 = 40.0 / 180.0 * std::f32::consts::PI;
const TWIST: f32 = 20.0 / 180.0 * std::f32::consts::PI;

fn ten_bones() -> (Skeleton, Vec<JointId>) {
    let joint = |n: u32| Joint {
        name: n.to_string(),
        parent: n.checked_sub(1),
        rest: Transform::from_translation(if n > 0 { Vec3::Y * 0.1 } else { Vec3::ZERO }),
        in_scene: true,
    };
    let skeleton = Skeleton::new((0..=10).map(joint).collect()).expect("a chain is a skeleton");
    let joints = skeleton.joints().collect();
    (skeleton, joints)
}

fn targets(skeleton: &Skeleton) -> Vec<Vec3> {
    let mut random = Random::new(41);
    let (mut local, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
    let mut one = || {
        for joint in local.as_mut_slice() {
            let around = random.between(0.0, std::f32::consts::TAU);
            let about = Vec3::new(around.cos(), 0.0, around.sin());
            let swing = Quat::from_axis_angle(about, random.between(0.0, SWING));
            joint.rotation = swing * Quat::from_rotation_y(random.between(-TWIST, TWIST));
        }
        model.update(skeleton, &local);
        model.as_slice()[skeleton.len() - 1].translation.into()
    };
    (0..TARGETS).map(|_| one()).collect()
}

/// Pose buffers for solving from the rest pose.
struct Posed {
    skeleton: Skeleton,
    joints: Vec<JointId>,
    local: LocalPose,
    model: ModelPose,
    scratch: ChainScratch,
}

impl Posed {
    fn new(skeleton: Skeleton, joints: &[JointId]) -> Self {
        Self {
            local: LocalPose::rest(&skeleton),
            model: ModelPose::rest(&skeleton),
            scratch: ChainScratch::with_capacity(joints.len()),
            joints: joints.to_vec(),
            skeleton,
        }
    }

    fn solve(&mut self, solve: impl FnOnce(&Skeleton, &mut [Transform], &[Affine3A], &mut ChainScratch)) {
        let local = self.local.as_mut_slice();
        for joint in &self.joints {
            local[joint.index()] = self.skeleton.rest()[joint.index()];
        }
        solve(&self.skeleton, local, self.model.as_slice(), &mut self.scratch);
    }
}
