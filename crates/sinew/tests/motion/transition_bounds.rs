//! Bounds of transitions under random changes: from any motion to any other, the pose stays between the two.

use crate::figure::{apart, character, swing};
use crate::small_graph::{DT, clip, graph, slide, state};
use sinew::clip::{Interpolation, JointTrack, SampleCursor, Track};
use sinew::glam::{Quat, Vec3};
use sinew::graph::*;
use sinew::playback::*;
use sinew::{Actor, ClipId, ClipSet, JointId, RawClip, RootMotion, Transform};
use std::sync::Arc;
use test_needs::cases;

/// A clip whose hips jump by 5 m between two keys, without telling.
fn jumping(name: &str) -> RawClip {
    let times: Arc<[f32]> = [0.0, 0.4, 0.8].into();
    let values = vec![Vec3::Y, Vec3::new(5.0, 1.0, 0.0), Vec3::Y];
    let mut hips = JointTrack::new(JointId(0));
    hips.translation = Some(Track::new(Interpolation::Step, 1, times.clone(), values).unwrap());
    let turns = [0.0, 2.0, -1.0].map(Quat::from_rotation_x).to_vec();
    hips.rotation = Some(Track::new(Interpolation::Step, 1, times, turns).unwrap());
    RawClip { name: name.into(), joints: vec![hips], ..RawClip::default() }
}

/// Something that plays.
enum Driver {
    Player(ClipPlayer),
    Mixer(TrackMixer),
    Graph(GraphState),
}

impl Driver {
    fn advance(
        &mut self,
        dt: f32,
        clips: &ClipSet,
        cursor: &mut SampleCursor,
        pose: &mut FullPose,
    ) -> PlaybackStep {
        let events = &mut EventQueue::new();
        match self {
            Self::Player(player) => player.advance(dt, clips, cursor, pose, events),
            Self::Mixer(mixer) => mixer.advance(dt, clips, cursor, pose, events),
            Self::Graph(graph) => graph.advance(dt, clips, cursor, pose, events),
        }
    }
}

/// Source and target of a transition, when it began.
struct Change {
    source: Vec<Transform>,
    target: Vec<Transform>,
}

struct Stage {
    clips: ClipSet,
    graph: Arc<AnimationGraph>,
    driver: Driver,
    inertialization: Inertialization,
    cursor: SampleCursor,
    raw: FullPose,
    last: FullPose,
    change: Option<Change>,
}

impl Stage {
    fn new() -> Self {
        let character = character();
        let all = [
            swing("a", 1.0, 1),
            swing("b", 0.7, 2),
            slide("open", 0.0, 0.5, [0.0, 1.0]),
            slide("far", 0.0, 8.0, [0.0, 40.0]),
            jumping("jump"),
        ];
        let clips = ClipSet::new(&character, all).unwrap();
        let transition = |from: &str, to: &str, kind, condition| TransitionDescription {
            kind,
            ..TransitionDescription::new(from, to, condition)
        };
        let machine = StateMachineDescription {
            states: vec![state("a", clip("a")), state("far", clip("far")), state("open", clip("open"))],
            transitions: vec![
                transition("a", "far", TransitionKind::Inertial, Condition::Is("on".into())),
                transition("far", "open", TransitionKind::CrossFade, Condition::After(0.1)),
                transition("open", "a", TransitionKind::Inertial, Condition::After(0.05)),
            ],
        };
        let graph =
            AnimationGraph::from_description(&graph(NodeDescription::StateMachine(machine)), &clips).unwrap();
        let rest = clips.rest().clone();
        Self {
            graph: Arc::new(graph),
            driver: Driver::Player(ClipPlayer::new()),
            inertialization: Inertialization::new(&rest),
            cursor: SampleCursor::new(),
            raw: rest.clone(),
            last: rest,
            change: None,
            clips,
        }
    }

    /// Does something to what plays. Returns whether a transition begins that the driver does not know of.
    fn disturb(&mut self, random: &mut fastrand::Rng) -> bool {
        let clip = ClipId(random.u32(..self.clips.len() as u32));
        let time = random.f64() * 8.0;
        match (&mut self.driver, random.u32(..12)) {
            (Driver::Player(player), 0..=3) => {
                let playback = player.play(Playback::new(clip, time));
                match random.u32(..3) {
                    0 => {}
                    1 => _ = playback.fade(random.f32()),
                    _ => _ = playback.inertialize(random.f32()),
                }
                playback.speed(random.f32() * 4.0 - 2.0);
            }
            (Driver::Player(player), 4) => {
                player.playback_mut().into_iter().for_each(|playback| _ = playback.seek(time));
            }
            (Driver::Player(player), 5) => player.stop(&self.clips, &mut EventQueue::new()),
            (Driver::Mixer(mixer), 0..=5) => {
                let track = &mut mixer.tracks_mut()[random.usize(..2)];
                match random.u32(..3) {
                    0 => track.playback = Some(Playback::new(clip, time)),
                    1 => track.weight = random.f32(),
                    _ => track.playback.iter_mut().for_each(|playback| _ = playback.seek(time)),
                }
            }
            (Driver::Graph(graph), 0..=5) => graph.set_parameter("on", random.bool()).unwrap(),
            (_, 6) => self.driver = Driver::Mixer(TrackMixer::new(2)),
            (_, 7) => self.driver = Driver::Graph(GraphState::new(self.graph.clone(), &self.clips).unwrap()),
            (_, 8) => self.driver = Driver::Player(ClipPlayer::new()),
            (_, 9) => {
                self.inertialization.start(random.f32());
                return true;
            }
            _ => {}
        }
        false
    }

    fn step(&mut self, dt: f32, announced: bool) {
        let Self { clips, driver, cursor, raw, .. } = self;
        let step = driver.advance(dt, clips, cursor, raw);
        if announced || matches!(step.change, PoseChange::Transition(_)) {
            let poses = [&self.last, &*raw].map(|pose| pose.local.as_slice().to_vec());
            let [source, target] = poses;
            self.change = Some(Change { source, target });
        }
        let mut pose = raw.clone();
        let root_motion = self.inertialization.apply(&mut pose, step, dt);
        assert_eq!(root_motion, RootMotion::IDENTITY);
        match (&self.change, self.inertialization.is_active()) {
            (Some(change), true) => change.check(raw.local.as_slice(), pose.local.as_slice()),
            (_, true) => unreachable!("a transition without a beginning"),
            // The last frame of a transition may have some of it left.
            (_, false) => self.change = None,
        }
        self.last = pose;
    }
}

impl Change {
    /// Checks a pose against that of the new motion alone.
    fn check(&self, raw: &[Transform], pose: &[Transform]) {
        for ((source, target), (raw, pose)) in self.source.iter().zip(&self.target).zip(raw.iter().zip(pose))
        {
            let apart = source.translation - target.translation;
            let off = pose.translation - raw.translation;
            let along = (off.dot(apart) / apart.length_squared().max(1e-12)).clamp(0.0, 1.0);
            let beyond = off.distance(apart * along);
            let longest =
                [source, target, raw].map(|t| t.translation.length()).into_iter().fold(0.0, f32::max);
            let bound = 0.25 * (apart.length() + longest) + 1e-4;
            assert!(beyond <= bound, "{beyond} m beyond a way of {apart}, bound {bound}");
            let apart = source.rotation.angle_between(target.rotation);
            let off = pose.rotation.angle_between(raw.rotation);
            assert!(off <= 1.25 * apart + 1.1 + 1e-3, "{off} rad off, {apart} apart at first");
            assert!(pose.rotation.is_normalized() && pose.scale.distance(Vec3::ONE) < 1e-4);
        }
    }
}

#[test]
fn no_pose_leaves_its_source_and_its_target_by_more_than_the_bound() {
    for mut random in cases(10_000) {
        let mut stage = Stage::new();
        for _ in 0..16 {
            let announced = random.u32(..3) == 0 && stage.disturb(&mut random);
            let dt = match random.u32(..8) {
                0 => 0.0,
                1 => 1e-6,
                2 => random.f32() * 0.7,
                _ => DT * (0.5 + random.f32()),
            };
            stage.step(dt, announced);
        }
    }
}

/// A motion near the origin: each joint swings about a position and a rotation of its own by [`SWING`], at
/// [`RATE`] at most.
struct NearMotion {
    middles: Vec<[Vec3; 2]>,
    phases: Vec<[Vec3; 2]>,
}

/// Metres and radians.
const SWING: f32 = 0.04;
/// Metres and radians a second.
const RATE: f32 = 0.25;

impl NearMotion {
    fn new(random: &mut fastrand::Rng, joints: usize) -> Self {
        let direction = |random: &mut fastrand::Rng| {
            Vec3::from_array([0; 3].map(|_| random.f32() - 0.5)).normalize_or_zero()
        };
        let mut pairs = |size: f32| (0..joints).map(|_| [0; 2].map(|_| direction(random) * size)).collect();
        // Rotations are at most 2 · (0.11 + 0.04) = 0.3 rad apart.
        Self { middles: pairs(0.11), phases: pairs(3.0) }
    }

    fn at(&self, time: f32, pose: &mut FullPose) {
        let joints = pose.local.as_mut_slice().iter_mut();
        for (joint, (middle, phase)) in joints.zip(self.middles.iter().zip(&self.phases)) {
            let vector = |n: usize| {
                let along = phase[n].normalize_or_zero();
                middle[n] + along * SWING * (time * RATE / SWING + phase[n].x).sin()
            };
            *joint = Transform {
                translation: vector(0),
                rotation: Quat::from_scaled_axis(vector(1)),
                scale: Vec3::ONE,
            };
        }
    }
}

#[test]
fn slow_motions_near_the_origin_stay_between_their_source_and_their_target() {
    let rest = FullPose::rest(&character());
    let joints = rest.local.as_slice().len();
    for mut random in cases(3000) {
        let mut motions = [(); 2].map(|()| NearMotion::new(&mut random, joints));
        let mut inertia = Inertialization::new(&rest);
        let (mut time, mut last) = (0.0, rest.clone());
        let mut step = |motion: &NearMotion, inertia: &mut Inertialization, dt: f32| {
            time += dt;
            let mut raw = rest.clone();
            motion.at(time, &mut raw);
            let mut pose = raw.clone();
            inertia.apply(&mut pose, PlaybackStep::default(), dt);
            (raw, pose)
        };
        for _ in 0..3 {
            for _ in 0..random.usize(2..6) {
                last = step(&motions[0], &mut inertia, DT * (0.5 + random.f32())).1;
            }
            motions.swap(0, 1);
            let duration = 0.05 + 0.5 * random.f32();
            inertia.start(duration);
            // How far two velocities of at most RATE lead away, in the first frame and in the rest.
            let carried = 2.0 * (16.0 / 81.0) * 2.0 * RATE * duration;
            let mut apart = None::<Vec<(f32, f32, f32)>>;
            while inertia.is_active() {
                let (raw, pose) = step(&motions[0], &mut inertia, DT * (0.5 + random.f32()));
                let both = || raw.local.as_slice().iter().zip(pose.local.as_slice());
                let apart = apart.get_or_insert_with(|| {
                    let poses = last.local.as_slice().iter().zip(raw.local.as_slice());
                    let each = poses.map(|(a, b)| {
                        let longest = a.translation.length().max(b.translation.length());
                        (a.translation.distance(b.translation), a.rotation.angle_between(b.rotation), longest)
                    });
                    each.collect()
                });
                for ((raw, pose), (moved, turned, longest)) in both().zip(&*apart) {
                    assert!(*turned <= 0.31, "{turned}");
                    let off = pose.rotation.angle_between(raw.rotation);
                    assert!(off <= turned + carried + 2e-3, "{off} rad off, {turned} apart at first");
                    let off = pose.translation.distance(raw.translation);
                    let carried = carried.min(0.25 * (moved + longest));
                    assert!(off <= moved + carried + 1e-4, "{off} m off, {moved} apart at first");
                }
            }
        }
    }
}

#[test]
fn an_actor_gives_the_poses_of_its_driver_and_an_inertialization() {
    let Stage { clips, graph, mut driver, mut inertialization, mut cursor, .. } = Stage::new();
    let clips = Arc::new(clips);
    let mut actor = Actor::with_clips(clips.clone());
    let (rest, mut random) = (clips.rest().clone(), fastrand::Rng::with_seed(3));
    let mut pose = rest.clone();
    inertialization.apply(&mut pose, PlaybackStep::default(), 0.0);
    let (mut counts, mut moved) = ([0; 6], 0.0f32);
    for frame in 0..3000 {
        if frame % 13 == 3 {
            let (clip, time) = (ClipId(random.u32(..2)), random.f64());
            // A new source is a cut, unless a transition is started.
            let seconds = if random.bool() { 0.3 } else { 0.0 };
            let kind = random.usize(..6);
            let does = match (kind, &mut driver) {
                (0, _) => {
                    if !matches!(driver, Driver::Player(_)) {
                        driver = Driver::Player(ClipPlayer::new());
                        inertialization.start(0.0);
                    }
                    let Driver::Player(player) = &mut driver else { unreachable!() };
                    player.play(Playback::new(clip, 0.0)).inertialize(0.3);
                    actor.play(clip).unwrap().inertialize(0.3);
                    true
                }
                (1, _) => {
                    let both = [0, 1].map(|n| Playback::new(ClipId(n), time));
                    let set = |mixer: &mut TrackMixer| {
                        for (track, playback) in mixer.tracks_mut().iter_mut().zip(both) {
                            track.playback = Some(playback);
                        }
                    };
                    let mut mixer = TrackMixer::new(2);
                    set(&mut mixer);
                    set(actor.use_mixer(2));
                    driver = Driver::Mixer(mixer);
                    inertialization.start(seconds);
                    actor.inertialize(seconds);
                    true
                }
                (2, _) => {
                    actor.set_graph(graph.clone()).unwrap();
                    driver = Driver::Graph(GraphState::new(graph.clone(), &clips).unwrap());
                    inertialization.start(seconds);
                    actor.inertialize(seconds);
                    true
                }
                (3, Driver::Player(player)) => match player.playback_mut() {
                    Some(playback) => {
                        playback.seek(time);
                        actor.playback_mut().unwrap().seek(time);
                        inertialization.start(seconds);
                        actor.inertialize(seconds);
                        true
                    }
                    None => false,
                },
                (4, Driver::Mixer(mixer)) => {
                    for mixer in [mixer, actor.mixer_mut().unwrap()] {
                        mixer.tracks_mut()[0].weight = time as f32;
                        mixer.tracks_mut()[1].playback.as_mut().unwrap().seek(time);
                    }
                    true
                }
                (5, Driver::Graph(graph)) => {
                    graph.set_parameter("on", seconds > 0.0).unwrap();
                    actor.graph_mut().unwrap().set_parameter("on", seconds > 0.0).unwrap();
                    true
                }
                _ => false,
            };
            counts[kind] += usize::from(does);
        }
        let dt = if random.u32(..5) == 0 { 0.0 } else { random.f32() * 0.05 };
        actor.advance(dt);
        let mut raw = rest.clone();
        let step = driver.advance(dt, &clips, &mut cursor, &mut raw);
        inertialization.apply(&mut raw, step, dt);
        assert_eq!(actor.animated_pose(), &raw, "frame {frame}");
        moved = moved.max(apart(actor.animated_pose().local.as_slice(), rest.local.as_slice()));
    }
    assert!(moved > 0.05 && counts.iter().all(|count| *count > 3), "{moved} {counts:?}");
}
