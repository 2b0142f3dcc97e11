//! A figure of eight joints with smooth clips.

use sinew::clip::{
    ClipEvent, ClipEventSpan, ClipEvents, ClipEventsDescription, Interpolation, JointTrack, SyncMarker, Track,
};
use sinew::glam::{Quat, Vec3};
use sinew::skeleton::Joint;
use sinew::{Actor, Character, CharacterParts, JointId, RawClip, Skeleton, Transform};
use std::f32::consts::TAU;
use std::sync::Arc;

pub(crate) const JOINTS: usize = 8;

/// Hips, spine, head, arms and legs.
pub(crate) fn character() -> Arc<Character> {
    let joints = [
        ("hips", None, Vec3::Y),
        ("spine", Some(0), Vec3::new(0.0, 0.4, 0.0)),
        ("head", Some(1), Vec3::new(0.0, 0.3, 0.0)),
        ("arm_l", Some(1), Vec3::new(0.2, 0.2, 0.0)),
        ("arm_r", Some(1), Vec3::new(-0.2, 0.2, 0.0)),
        ("hand_l", Some(3), Vec3::new(0.5, 0.0, 0.0)),
        ("hand_r", Some(4), Vec3::new(-0.5, 0.0, 0.0)),
        ("foot_l", Some(0), Vec3::new(0.1, -0.95, 0.0)),
    ];
    let joints = joints.map(|(name, parent, position)| Joint {
        name: name.into(),
        parent,
        rest: Transform::from_translation(position),
        in_scene: true,
    });
    let skeleton = Skeleton::new(joints.to_vec()).unwrap();
    Arc::new(Character::new(CharacterParts { skeleton, ..CharacterParts::default() }).unwrap())
}

/// A loop of `seconds` in which every joint swings, by `seed`, and the hips bob.
pub(crate) fn swing(name: &str, seconds: f32, seed: u64) -> RawClip {
    let mut random = fastrand::Rng::with_seed(seed);
    let keys = (seconds * 60.0) as usize;
    let times: Arc<[f32]> = (0..=keys).map(|k| k as f32 * seconds / keys as f32).collect();
    let joints = (0..JOINTS as u32).map(|joint| {
        let axis = Vec3::new(random.f32() - 0.5, random.f32() - 0.5, random.f32() - 0.5).normalize();
        let (lean, wide, phase) = (random.f32() - 0.5, 0.2 + 0.4 * random.f32(), random.f32() * TAU);
        let angle = |k: usize| lean + wide * (k as f32 / keys as f32 * TAU + phase).sin();
        let turns = (0..=keys).map(|k| Quat::from_axis_angle(axis, angle(k))).collect();
        let mut track = JointTrack::new(JointId(joint));
        track.rotation = Some(Track::new(Interpolation::Linear, 1, times.clone(), turns).unwrap());
        if joint == 0 {
            let positions = (0..=keys).map(|k| Vec3::new(0.0, 1.0 + 0.1 * angle(k), 0.0)).collect();
            track.translation = Some(Track::new(Interpolation::Linear, 1, times.clone(), positions).unwrap());
        }
        track
    });
    RawClip { name: name.into(), joints: joints.collect(), ..RawClip::default() }
}

/// Clip events from point events, spans and sync markers.
pub(crate) fn clip_events(
    events: &[(f32, &str)],
    spans: &[(f32, f32, &str)],
    markers: &[(f32, &str)],
) -> ClipEvents {
    let (name, data) = (|name: &str| name.to_owned(), String::new);
    ClipEvents::from_description(&ClipEventsDescription {
        points: events.iter().map(|&(time, n)| ClipEvent { time, name: name(n), data: data() }).collect(),
        spans: spans
            .iter()
            .map(|&(start, end, n)| ClipEventSpan { start, end, name: name(n), data: data() })
            .collect(),
        sync_markers: markers.iter().map(|&(time, n)| SyncMarker { time, name: name(n) }).collect(),
    })
    .unwrap()
}

/// An actor with these clips.
pub(crate) fn actor(clips: impl IntoIterator<Item = RawClip>) -> Actor {
    Actor::new(character(), clips).unwrap()
}

/// Distance between two local poses: the largest rotation or translation of a joint.
pub(crate) fn apart(a: &[Transform], b: &[Transform]) -> f32 {
    let each = a.iter().zip(b).map(|(a, b)| velocity(a, b, 1.0).abs().max_element());
    each.fold(0.0, f32::max)
}

/// Rates of rotation and translation of a joint from `a` to `b` within `dt`.
pub(crate) fn velocity(a: &Transform, b: &Transform, dt: f32) -> Rates {
    let turn = b.rotation * a.rotation.inverse();
    let turn = if turn.w < 0.0 { -turn } else { turn };
    Rates { turn: turn.to_scaled_axis() / dt, shift: (b.translation - a.translation) / dt }
}

/// Radians and metres a second.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rates {
    pub(crate) turn: Vec3,
    pub(crate) shift: Vec3,
}

impl Rates {
    pub(crate) fn abs(self) -> Self {
        Self { turn: self.turn.abs(), shift: self.shift.abs() }
    }

    pub(crate) fn max_element(self) -> f32 {
        self.turn.length().max(self.shift.length())
    }

    pub(crate) fn minus(self, other: Self) -> Self {
        Self { turn: self.turn - other.turn, shift: self.shift - other.shift }
    }
}
