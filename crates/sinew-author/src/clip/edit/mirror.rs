//! Mirrored clips: left and right exchanged, key by key.
//!
//! The mirror of a pose ([`PoseMirror`]) is linear in each component of a joint: a rotation is multiplied by
//! a fixed one on either side, a translation by a matrix. Linear and spherical interpolation and splines
//! commute with that, so that mirrored keys and tangents give the mirrored motion at all times.

use super::ClipEditError;
use super::side_names::with_sides_exchanged;
use sinew::character::{MeshInstanceId, MorphTargetId};
use sinew::clip::{
    ExpressionTrack, Interpolation, JointTrack, MorphTrack, RootPose, RootTrack, Track, TrackValue,
};
use sinew::glam::{Mat4, Quat, Vec3, Vec4};
use sinew::playback::CharacterMirror;
use sinew::pose::PoseMirror;
use sinew::{Character, JointId, RawClip, Transform};

/// Largest difference that is rounding: of a quaternion, and of a vector in parts of its length.
const ROUNDING: f32 = 2e-5;

/// The mirror image of a clip: left and right of the character are exchanged, in the plane between the sides
/// of a body that faces anywhere. Joints pair by human bones where these are known, else by names, morph
/// targets and expressions by names ([`CharacterMirror`], as graphs mirror); gaze and root motion are
/// mirrored; left and right are exchanged in the names of events and sync markers.
///
/// Keys keep their times, their number and their interpolation. A joint whose counterpart has no keys gets a
/// constant one where the mirror image of its rest pose is not its rest pose. Mirrored twice, a clip is
/// itself up to rounding.
///
/// # Errors
/// When no joint has a counterpart on the other side, or the clip is of another character.
pub fn mirror_clip(clip: &RawClip, character: &Character) -> Result<RawClip, ClipEditError> {
    ClipEditError::check(clip, character)?;
    let mirror = CharacterMirror::new(character);
    let mut joints = character.skeleton().joints();
    if !joints.any(|joint| mirror.pose_mirror().mirrored_joint(joint) != joint) {
        return Err(ClipEditError::NoCounterparts { joints: character.skeleton().len() });
    }
    let expressions = clip.expressions.iter().map(|track| ExpressionTrack {
        expression: mirror.mirrored_expression(track.expression),
        weight: track.weight.clone(),
    });
    let mut gaze = clip.gaze.clone();
    if let Some(gaze) = &mut gaze {
        gaze.map_values(|turn| Quat::from_xyzw(turn.x, -turn.y, -turn.z, turn.w));
    }
    Ok(RawClip {
        name: clip.name.clone(),
        joints: mirrored_joints(clip, character, mirror.pose_mirror()),
        morphs: mirrored_morphs(clip, character, &mirror),
        expressions: expressions.collect(),
        gaze,
        events: with_sides_exchanged(&clip.events),
        root_motion: clip.root_motion.as_ref().map(|track| mirrored_root(track, character)),
    })
}

/// Root motion mirrored between the sides of the body.
fn mirrored_root(track: &RootTrack, character: &Character) -> RootTrack {
    let forward = character.forward_rotation();
    let across = Vec3::new(-1.0, 1.0, 1.0);
    let mirrored = |pose: &RootPose| RootPose {
        position: forward * ((forward.inverse() * pose.position) * across),
        heading: -pose.heading,
    };
    let poses = track.poses().iter().map(mirrored).collect();
    // Cannot fail: times and lengths stay.
    RootTrack::new(track.times().into(), poses).unwrap_or_else(|_| track.clone())
}

fn mirrored_joints(clip: &RawClip, character: &Character, mirror: &PoseMirror) -> Vec<JointTrack> {
    let skeleton = character.skeleton();
    let mut is_keyed = vec![false; skeleton.len()];
    let mut tracks: Vec<JointTrack> = Vec::with_capacity(clip.joints.len());
    let rests = |joint: JointId| {
        let other = mirror.mirrored_joint(joint);
        RestKeys::new(JointMirror::new(mirror, joint), skeleton.rest(), joint, other, clip.start())
    };
    for source in &clip.joints {
        let joint = mirror.mirrored_joint(source.joint);
        is_keyed[joint.index()] = true;
        let (side, rests) = (JointMirror::new(mirror, joint), rests(joint));
        let translation = source.translation.as_ref().map(|track| side.translations(track));
        let rotation = source.rotation.as_ref().map(|track| side.rotations(track));
        let scale = source.scale.as_ref().map(|track| side.scales(track));
        tracks.push(JointTrack {
            joint,
            translation: translation.or_else(|| rests.translation()),
            rotation: rotation.or_else(|| rests.rotation()),
            scale: scale.or_else(|| rests.scale()),
        });
    }
    for joint in skeleton.joints().filter(|joint| !is_keyed[joint.index()]) {
        let rests = rests(joint);
        let track = JointTrack {
            joint,
            translation: rests.translation(),
            rotation: rests.rotation(),
            scale: rests.scale(),
        };
        if track.translation.is_some() || track.rotation.is_some() || track.scale.is_some() {
            tracks.push(track);
        }
    }
    tracks
}

/// Mirror of one joint: from the values of its counterpart.
struct JointMirror<'a> {
    mirror: &'a PoseMirror,
    joint: JointId,
    /// The mirror of rotations, as a matrix on quaternions.
    turn: Mat4,
}

impl<'a> JointMirror<'a> {
    fn new(mirror: &'a PoseMirror, joint: JointId) -> Self {
        let column = |axis: Vec4| {
            let source = Transform::from_rotation(Quat::from_vec4(axis));
            Vec4::from(mirror.mirrored_transform(joint, &source).rotation)
        };
        let [x, y, z, w] = [Vec4::X, Vec4::Y, Vec4::Z, Vec4::W].map(column);
        Self { mirror, joint, turn: Mat4::from_cols(x, y, z, w) }
    }

    fn rotation(&self, source: Quat) -> Quat {
        Quat::from_vec4(self.turn * Vec4::from(source))
    }

    fn translation(&self, source: Vec3) -> Vec3 {
        self.mirror.mirrored_transform(self.joint, &Transform::from_translation(source)).translation
    }

    fn scale(&self, source: Vec3) -> Vec3 {
        let source = Transform { scale: source, ..Transform::IDENTITY };
        self.mirror.mirrored_transform(self.joint, &source).scale
    }

    fn rotations(&self, track: &Track<Quat>) -> Track<Quat> {
        mapped(track, |turn| self.rotation(turn), |turn| self.rotation(turn))
    }

    fn translations(&self, track: &Track<Vec3>) -> Track<Vec3> {
        let still = self.translation(Vec3::ZERO);
        mapped(track, |at| self.translation(at), |tangent| self.translation(tangent) - still)
    }

    fn scales(&self, track: &Track<Vec3>) -> Track<Vec3> {
        // That of a joint whose scale is 0 in the reference pose is constant.
        let still = self.scale(Vec3::ZERO);
        mapped(track, |scale| self.scale(scale), |tangent| self.scale(tangent) - still)
    }
}

/// Constant keys that a joint needs whose counterpart has none.
struct RestKeys {
    /// The mirror image of the counterpart's rest pose.
    shown: Transform,
    rest: Transform,
    start: f32,
}

impl RestKeys {
    fn new(
        side: JointMirror<'_>,
        rest: &[Transform],
        joint: JointId,
        counterpart: JointId,
        start: f32,
    ) -> Self {
        let shown = side.mirror.mirrored_transform(joint, &rest[counterpart.index()]);
        Self { shown, rest: rest[joint.index()], start }
    }

    fn key<V: TrackValue>(&self, value: V) -> Option<Track<V>> {
        Track::new(Interpolation::Linear, 1, [self.start].into(), vec![value]).ok()
    }

    fn translation(&self) -> Option<Track<Vec3>> {
        differ(self.shown.translation, self.rest.translation)
            .then(|| self.key(self.shown.translation))
            .flatten()
    }

    fn rotation(&self) -> Option<Track<Quat>> {
        let (shown, rest) = (self.shown.rotation, self.rest.rotation);
        let apart = (shown - rest).length().min((shown + rest).length());
        (apart > ROUNDING).then(|| self.key(shown)).flatten()
    }

    fn scale(&self) -> Option<Track<Vec3>> {
        differ(self.shown.scale, self.rest.scale).then(|| self.key(self.shown.scale)).flatten()
    }
}

fn differ(a: Vec3, b: Vec3) -> bool {
    a.distance(b) > ROUNDING * a.length().max(b.length()).max(1.0)
}

/// The track with its values and its tangents changed.
pub(super) fn mapped<V: TrackValue>(
    track: &Track<V>,
    value: impl Fn(V) -> V,
    tangent: impl Fn(V) -> V,
) -> Track<V> {
    let (is_cubic, width) = (track.interpolation() == Interpolation::CubicSpline, track.width());
    // Rows of a spline: tangent in, value, tangent out.
    let is_tangent = |n: usize| is_cubic && (n / width) % 3 != 1;
    let values = track.values().iter().enumerate();
    let values = values.map(|(n, stored)| if is_tangent(n) { tangent(*stored) } else { value(*stored) });
    // Fails where a number leaves the range of floats alone.
    Track::new(track.interpolation(), width, track.times().into(), values.collect())
        .unwrap_or_else(|_| track.clone())
}

fn mirrored_morphs(clip: &RawClip, character: &Character, mirror: &CharacterMirror) -> Vec<MorphTrack> {
    let source = |instance: MeshInstanceId, count: usize| -> Vec<usize> {
        let from = |target| mirror.mirrored_morph(MorphTargetId { instance, target }).target;
        (0..count).map(from).collect()
    };
    let mirrored = |track: &MorphTrack| {
        let (weights, width) = (&track.weights, track.weights.width());
        let from = source(track.instance, width);
        let values = weights.values().chunks(width.max(1));
        let values = values.flat_map(|row| from.iter().map(|&n| row[n])).collect();
        // Cannot fail: the values are those of a valid track in another order.
        let mirrored = Track::new(weights.interpolation(), width, weights.times().into(), values);
        MorphTrack { instance: track.instance, weights: mirrored.unwrap_or_else(|_| weights.clone()) }
    };
    let mut morphs: Vec<MorphTrack> = clip.morphs.iter().map(mirrored).collect();
    for instance in character.mesh_instance_ids() {
        let rest = character.rest_weights().row(instance);
        let shown: Vec<f32> = source(instance, rest.len()).into_iter().map(|n| rest[n]).collect();
        if shown == rest || clip.morphs.iter().any(|track| track.instance == instance) {
            continue;
        }
        let weights = Track::new(Interpolation::Linear, rest.len(), [clip.start()].into(), shown);
        morphs.extend(weights.ok().map(|weights| MorphTrack { instance, weights }));
    }
    morphs
}
