//! Measurement of the distance between a clip and its reduced version, on the character's surface. The error
//! of a linearly blended vertex is at most the largest error under each of its joints alone; under one joint,
//! it is at most that of the worst corner of a box around the joint's vertices.

use sinew::character::{MeshInstance, MeshInstanceId, Primitive};
use sinew::clip::Interpolation;
use sinew::glam::{Affine3A, BVec3A, Mat3A, Vec3, Vec3A};
use sinew::morph::MorphWeights;
use sinew::{Bounds, Character, LocalPose, ModelPose, RawClip, SampleCursor};

/// Distance of additional measured points from each joint along its axes, relative to the character's size.
/// They stand for attachments.
const ATTACHMENT_DISTANCE: f32 = 0.05;

/// Measured points that move with joints.
pub(in crate::export) struct MeasuredPoints {
    /// Points of each joint, in joint space.
    pub(in crate::export) points: Vec<Vec<Vec3A>>,
    /// Largest offset of each morph target of each mesh instance, in metres of mesh space.
    pub(in crate::export) offsets: Vec<Vec<f32>>,
    /// Size of the character in metres.
    pub(in crate::export) size: f32,
}

impl MeasuredPoints {
    pub(in crate::export) fn new(character: &Character) -> Self {
        let skeleton = character.skeleton();
        let origins = character.rest_model().iter().map(|m| Vec3::from(m.translation));
        let size = character.rest_bounds().union(Bounds::from_points(origins)).size().max_element();
        let mut boxes = vec![Bounds::EMPTY; skeleton.len()];
        let mut offsets = Vec::new();
        for instance in character.mesh_instances() {
            let Some(mesh) = character.meshes().get(instance.mesh.index()) else { continue };
            let mut max = vec![0.0f32; instance.weights.len()];
            for primitive in &mesh.primitives {
                for (max, target) in max.iter_mut().zip(&primitive.morph_targets) {
                    *max = target.positions().iter().map(|o| o.length()).fold(*max, f32::max);
                }
            }
            let reach = max.iter().copied().fold(0.0, f32::max);
            for primitive in &mesh.primitives {
                add(character, instance, primitive, reach, &mut boxes);
            }
            offsets.push(max);
        }
        let arm = (size * ATTACHMENT_DISTANCE).max(f32::MIN_POSITIVE);
        let points = boxes.iter().map(|b| corners(b).chain(arms(arm)).collect()).collect();
        Self { points, offsets, size: size.max(f32::MIN_POSITIVE) }
    }
}

/// Extends the boxes of the joints that influence a primitive's vertices, which morphs displace by up to
/// `reach`.
fn add(
    character: &Character,
    instance: &MeshInstance,
    primitive: &Primitive,
    reach: f32,
    boxes: &mut [Bounds],
) {
    let skin = instance.skin.and_then(|s| character.skins().get(s.index()));
    let mut widen = |joint: usize, bind: &Affine3A, vertex: Vec3| {
        let grown = Bounds::from_points([vertex]).grown(reach).transformed(bind);
        if let Some(bounds) = boxes.get_mut(joint) {
            *bounds = bounds.union(grown);
        }
    };
    for (v, &position) in primitive.positions.iter().enumerate() {
        let mut weighted = false;
        if let Some((skin, influences)) = skin.zip(primitive.influences.as_ref()) {
            for (joint, _) in influences.of_vertex(v) {
                weighted = true;
                if let (Some(joint), Some(bind)) = (skin.joints.get(joint), skin.inverse_binds.get(joint)) {
                    widen(joint.index(), bind, position);
                }
            }
        }
        if !weighted {
            widen(instance.node.index(), &Affine3A::IDENTITY, position);
        }
    }
}

fn corners(bounds: &Bounds) -> impl Iterator<Item = Vec3A> + use<> {
    let Bounds { min, max } = *bounds;
    let corner =
        move |n: u8| Vec3A::select(BVec3A::new(n & 1 != 0, n & 2 != 0, n & 4 != 0), max.into(), min.into());
    (0..if bounds.is_empty() { 0 } else { 8 }).map(corner)
}

fn arms(arm: f32) -> impl Iterator<Item = Vec3A> {
    [Vec3A::X, Vec3A::Y, Vec3A::Z].into_iter().flat_map(move |axis| [axis * arm, axis * -arm])
}

/// Times at which a clip is measured: all key times, and samples between them.
pub(in crate::export) fn times(clip: &RawClip) -> Vec<f32> {
    let mut keys: Vec<f32> = Vec::new();
    let mut splines = false;
    let mut add = |times: &[f32], interpolation| {
        keys.extend_from_slice(times);
        splines |= interpolation == Interpolation::CubicSpline;
    };
    for track in &clip.joints {
        track.translation.iter().for_each(|t| add(t.times(), t.interpolation()));
        track.rotation.iter().for_each(|t| add(t.times(), t.interpolation()));
        track.scale.iter().for_each(|t| add(t.times(), t.interpolation()));
    }
    clip.morphs.iter().for_each(|m| add(m.weights.times(), m.weights.interpolation()));
    keys.sort_by(f32::total_cmp);
    keys.dedup();
    let shares: &[f32] = if splines { &[0.25, 0.5, 0.75] } else { &[0.5] };
    let between: Vec<f32> = (keys.array_windows())
        .flat_map(|&[a, b]| shares.iter().map(move |share| a + (b - a) * share))
        .collect();
    keys.extend(between);
    keys
}

/// Sampler of a clip's poses.
pub(in crate::export) struct Player<'a> {
    character: &'a Character,
    clip: &'a RawClip,
    cursor: SampleCursor,
    pub(super) local: LocalPose,
    pub(in crate::export) model: ModelPose,
    pub(in crate::export) morphs: MorphWeights,
}

impl<'a> Player<'a> {
    pub(in crate::export) fn new(character: &'a Character, clip: &'a RawClip) -> Self {
        Self {
            character,
            clip,
            cursor: SampleCursor::new(),
            local: LocalPose::rest(character.skeleton()),
            model: ModelPose::rest(character.skeleton()),
            morphs: character.rest_weights().clone(),
        }
    }

    pub(in crate::export) fn seek(&mut self, time: f32) {
        self.clip.sample(time, &mut self.cursor, &mut self.local, &mut self.morphs);
        self.model.update(self.character.skeleton(), &self.local);
    }
}

/// Distances between a clip and its reduced version.
pub(in crate::export) struct ClipError {
    /// Largest distance of each joint's points, in metres.
    pub(super) joints: Vec<f32>,
    /// Upper bound of the additional distance by morph targets, in metres.
    pub(super) morphs: f32,
}

impl ClipError {
    /// No error of so many joints.
    pub(in crate::export) fn none(joints: usize) -> Self {
        Self { joints: vec![0.0; joints], morphs: 0.0 }
    }

    /// Upper bound of the total distance, in metres.
    pub(in crate::export) fn max(&self) -> f32 {
        self.joints.iter().copied().fold(0.0, f32::max) + self.morphs
    }
}

/// Adds the error of `changed` relative to `clip` at `times` to that of other times.
pub(in crate::export) fn add_clip_error(
    character: &Character,
    points: &MeasuredPoints,
    (clip, changed): (&RawClip, &RawClip),
    times: &[f32],
    error: &mut ClipError,
) {
    let (mut a, mut b) = (Player::new(character, clip), Player::new(character, changed));
    for &time in times {
        a.seek(time);
        b.seek(time);
        let poses = a.model.as_slice().iter().zip(b.model.as_slice());
        for (((m, n), points), max) in poses.zip(&points.points).zip(&mut error.joints) {
            let linear: Mat3A = m.matrix3 - n.matrix3;
            let shift = m.translation - n.translation;
            let off = points.iter().map(|&p| (linear * p + shift).length_squared());
            let off = off.fold(shift.length_squared(), f32::max).sqrt();
            // NaN counts as an infinite error.
            *max = if shift.is_nan() { f32::INFINITY } else { max.max(off) };
        }
        for (i, offsets) in (0..).map(MeshInstanceId).zip(&points.offsets) {
            let weights = a.morphs.row(i).iter().zip(b.morphs.row(i));
            let off: f32 = weights.zip(offsets).map(|((a, b), max)| (a - b).abs() * max).sum();
            if off > 0.0 {
                error.morphs = error.morphs.max(off * stretch(character, i, a.model.as_slice()));
            }
        }
    }
}

/// Largest scale factor from mesh space to the pose for offsets of instance `i`.
pub(in crate::export) fn stretch(character: &Character, i: MeshInstanceId, model: &[Affine3A]) -> f32 {
    let Some(instance) = character.mesh_instances().get(i.index()) else { return 1.0 };
    let of =
        |joint: usize, bind: &Affine3A| model.get(joint).map_or(0.0, |m| norm(&(m.matrix3 * bind.matrix3)));
    let skin = instance.skin.and_then(|s| character.skins().get(s.index()));
    let joints = skin.into_iter().flat_map(|s| s.joints.iter().zip(&s.inverse_binds));
    joints.map(|(j, bind)| of(j.index(), bind)).fold(of(instance.node.index(), &Affine3A::IDENTITY), f32::max)
}

/// Upper bound of a matrix's scale factor: the square root of the largest absolute row sum of its Gram matrix
/// (Gershgorin, 1931). Exact without shear.
pub(super) fn norm(m: &Mat3A) -> f32 {
    let square = m.transpose() * *m;
    let rows = [square.x_axis, square.y_axis, square.z_axis].map(|row| row.abs().element_sum());
    rows.into_iter().fold(0.0, f32::max).sqrt()
}
