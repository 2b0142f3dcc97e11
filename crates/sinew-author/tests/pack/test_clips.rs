//! Characters and clips that packs hold.

use glam::{Quat, Vec3};
use sinew::character::Expression;
use sinew::character::{ExpressionId, Mesh, MeshId, MeshInstance, MeshInstanceId};
use sinew::clip::{
    ClipEvent, ClipEventSpan, ClipEvents, ClipEventsDescription, ExpressionTrack, Interpolation, JointTrack,
    MorphTrack, RawClip, RootPose, RootTrack, SyncMarker, Track,
};
use sinew::humanoid::{BoneMap, HumanBone, Humanoid};
use sinew::math::Transform;
use sinew::pack::write_pack;
use sinew::skeleton::Joint;
use sinew::{Character, CharacterParts, Clip, JointId, Skeleton};
use sinew_author::clip::{CompressionSettings, compress};
use std::sync::Arc;

/// An arm whose file lists children first, with a face.
pub(crate) fn character() -> Character {
    let joint = |name: &str, parent: Option<u32>| Joint {
        name: name.into(),
        parent,
        rest: Transform::from_translation(Vec3::new(0.3, 0.1, 0.0)),
        in_scene: name != "Lampe",
    };
    let joints = vec![
        joint("hand", Some(1)),
        joint("Ellbogen für alle", Some(2)),
        joint("shoulder", None),
        joint("Lampe", None),
        joint("", Some(2)),
    ];
    let skeleton = Skeleton::new(joints).unwrap();
    let mesh = Mesh { morph_names: vec!["open".into(), "wide".into()], ..Mesh::default() };
    let node = skeleton.find("hand").unwrap();
    let instance = MeshInstance {
        node,
        mesh: MeshId(0),
        skin: None,
        weights: vec![0.0; 2],
        skinning: Default::default(),
        visible: true,
    };
    let expressions = ["blink", "aa"].map(|name| Expression { name: name.into(), ..Expression::default() });
    let map = BoneMap::new(&skeleton, [(HumanBone::LeftHand, node)]).unwrap();
    Character::new(CharacterParts {
        humanoid: Some(Humanoid::of_map(&skeleton, map, "mixamo")),
        expressions: expressions.into(),
        meshes: vec![mesh],
        mesh_instances: vec![instance],
        skeleton,
        ..CharacterParts::default()
    })
    .unwrap()
}

/// A clip of all that clips can have.
pub(crate) fn clip(character: &Character, name: &str) -> Clip {
    let times: Arc<[f32]> = (0..80).map(|n| 0.5 + n as f32 / 30.0).collect();
    let linear = Interpolation::Linear;
    let joints = character.skeleton().joints().map(|joint| {
        let speed = joint.index() as f32 + 1.0;
        let turns = times.iter().map(|t| Quat::from_rotation_z((t * speed).sin() * 0.7));
        let spins = times.iter().map(|t| Quat::from_rotation_x(t * 9.0));
        let translations = times.iter().map(|t| Vec3::new(t.sin(), 0.0, *t));
        let turns = if joint.index() == 1 { spins.collect() } else { turns.collect() };
        let still = vec![Vec3::splat(1.5); times.len()];
        JointTrack {
            joint,
            rotation: Track::new(linear, 1, times.clone(), turns).ok(),
            translation: Track::new(linear, 1, times.clone(), translations.collect()).ok(),
            scale: Track::new(linear, 1, times.clone(), still).ok(),
        }
    });
    let weights = times.iter().flat_map(|t| [t.sin().abs(), 0.25]).collect();
    let blinks = times.iter().map(|t| t.cos().abs()).collect();
    let gaze = times.iter().map(|t| Quat::from_rotation_y(t.sin() * 0.3)).collect();
    let events = ClipEventsDescription {
        points: vec![ClipEvent { time: 1.0, name: "step".into(), data: "left".into() }],
        spans: vec![ClipEventSpan { start: 0.6, end: 1.1, name: "cut".into(), data: String::new() }],
        sync_markers: vec![
            SyncMarker { time: 0.7, name: "L".into() },
            SyncMarker { time: 0.9, name: "R".into() },
        ],
    };
    let root_pose = |x: f32| RootPose { position: Vec3::new(x, 0.0, 1.0), heading: x };
    let raw = RawClip {
        name: name.into(),
        joints: joints.collect(),
        morphs: vec![MorphTrack {
            instance: MeshInstanceId(0),
            weights: Track::new(linear, 2, times.clone(), weights).unwrap(),
        }],
        expressions: vec![ExpressionTrack {
            expression: ExpressionId(1),
            weight: Track::new(linear, 1, times.clone(), blinks).unwrap(),
        }],
        gaze: Track::new(linear, 1, times.clone(), gaze).ok(),
        events: ClipEvents::from_description(&events).unwrap(),
        root_motion: RootTrack::new([0.5, 3.0].into(), vec![root_pose(0.0), root_pose(2.0)]).ok(),
    };
    compress(&raw, character.skeleton(), &CompressionSettings::default()).unwrap()
}

/// A clip of unquantized samples.
pub(crate) fn exact(character: &Character) -> Clip {
    let times: Arc<[f32]> = (0..9).map(|n| n as f32 / 30.0).collect();
    let turns = times.iter().map(|t| Quat::from_rotation_z(9.0 * t * t)).collect();
    let rotation = Track::new(Interpolation::Linear, 1, times, turns).ok();
    let track = JointTrack { rotation, ..JointTrack::new(JointId(1)) };
    let raw = RawClip { name: "exact".into(), joints: vec![track], ..RawClip::default() };
    let settings = CompressionSettings::new(1e-12);
    compress(&raw, character.skeleton(), &settings).unwrap()
}

/// A clip that keeps joints at rest.
pub(crate) fn still(character: &Character) -> Clip {
    let track = |joint: JointId| {
        let rest = character.skeleton().rest()[joint.index()];
        let times = || [0.0, 1.0].into();
        JointTrack {
            rotation: Track::new(Interpolation::Linear, 1, times(), vec![rest.rotation; 2]).ok(),
            translation: Track::new(Interpolation::Step, 1, times(), vec![rest.translation; 2]).ok(),
            ..JointTrack::new(joint)
        }
    };
    let joints = character.skeleton().joints().skip(1).map(track).collect();
    let raw = RawClip { name: "still".into(), joints, ..RawClip::default() };
    compress(&raw, character.skeleton(), &CompressionSettings::default()).unwrap()
}

pub(crate) fn packed() -> (Character, Vec<Clip>, Vec<u8>) {
    let character = character();
    let clips = vec![clip(&character, "Ünion"), Clip::default(), exact(&character), still(&character)];
    let bytes = write_pack(&character, &clips).unwrap();
    (character, clips, bytes)
}
