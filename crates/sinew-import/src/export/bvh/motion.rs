//! Poses of all frames, relative to the reference pose.

use super::frame_rate::Frames;
use super::joints::BvhJoint;
use sinew::clip::SampleCursor;
use sinew::glam::{Affine3A, DQuat, DVec3, Mat3A};
use sinew::pose::{LocalPose, ModelPose};
use sinew::{JointId, RawClip, Skeleton};

/// Largest distance from the offset at which a translation counts as still: in metres, and as a share of the
/// offset. It is that of rounding.
const STILL: (f64, f64) = (5e-6, 5e-6);

/// Motion of all joints of the file.
pub(super) struct Motion {
    /// Offsets from the parents along the world's axes in the reference pose, metres; that of the root is zero.
    pub(super) offsets: Vec<DVec3>,
    /// Whether the joint has position channels.
    pub(super) has_positions: Vec<bool>,
    /// For each frame, for each joint: position relative to the parent, and rotation.
    pub(super) rows: Vec<Vec<(DVec3, DQuat)>>,
}

/// Joints in one pose: rotation in the world, and model transform.
struct Posed {
    rotations: Vec<DQuat>,
    model: ModelPose,
}

impl Posed {
    fn new(skeleton: &Skeleton, local: &LocalPose) -> Self {
        let mut model = ModelPose::rest(skeleton);
        model.update(skeleton, local);
        let mut rotations: Vec<DQuat> = Vec::with_capacity(skeleton.len());
        for joint in skeleton.joints() {
            let turn = local.get(joint).rotation.as_dquat();
            let above = skeleton.parent(joint).and_then(|parent| rotations.get(parent.index())).copied();
            rotations.push((above.unwrap_or(DQuat::IDENTITY) * turn).normalize());
        }
        Self { rotations, model }
    }

    /// Rotation of a joint in the world.
    fn rotation(&self, joint: Option<JointId>) -> DQuat {
        joint.and_then(|joint| self.rotations.get(joint.index())).copied().unwrap_or(DQuat::IDENTITY)
    }

    /// Position of a joint relative to its parent, along the world's axes.
    fn offset_of(&self, skeleton: &Skeleton, local: &LocalPose, joint: JointId) -> DVec3 {
        // Differences of positions far from the origin would be rounded.
        let linear = skeleton.parent(joint).map_or(Mat3A::IDENTITY, |parent| self.model.get(parent).matrix3);
        (linear * sinew::glam::Vec3A::from(local.get(joint).translation)).as_dvec3()
    }
}

/// Samples the clip at all frames.
pub(super) fn sample(skeleton: &Skeleton, clip: &RawClip, joints: &[BvhJoint], frames: &Frames) -> Motion {
    let reference = LocalPose::reference(skeleton);
    let stand = Posed::new(skeleton, &reference);
    let offset = |joint: &BvhJoint| match (joint.joint, joint.parent) {
        (Some(id), Some(parent)) if joints.get(parent).is_some_and(|parent| parent.joint.is_some()) => {
            stand.offset_of(skeleton, &reference, id)
        }
        // Below a root of the file alone, which stands at the origin.
        (Some(id), Some(_)) => stand.model.get(id).translation.as_dvec3(),
        _ => DVec3::ZERO,
    };
    let mut offsets: Vec<DVec3> = joints.iter().map(offset).collect();
    let mut has_positions: Vec<bool> = joints.iter().map(|joint| joint.parent.is_none()).collect();
    let mut has_length = vec![false; joints.len()];
    let mut rows = Vec::with_capacity(frames.count);
    let (mut cursor, mut local) = (SampleCursor::new(), LocalPose::reference(skeleton));
    for frame in 0..frames.count {
        let time = frames.time(frame);
        local.reset(skeleton);
        clip.sample_joints(time, &mut cursor, &mut local);
        let posed = Posed::new(skeleton, &local);
        let root =
            clip.root_motion.as_ref().map_or(Affine3A::IDENTITY, |track| track.sample(time).to_affine());
        let heading = sinew::glam::Quat::from_mat3a(&root.matrix3).as_dquat();
        // Rotation of a joint since the reference pose.
        let turn = |joint: Option<JointId>| {
            if joint.is_none() {
                DQuat::IDENTITY
            } else {
                posed.rotation(joint) * stand.rotation(joint).inverse()
            }
        };
        let row = joints.iter().map(|joint| {
            let Some(id) = joint.joint else { return (DVec3::ZERO, DQuat::IDENTITY) };
            let parent = joint.parent.and_then(|parent| joints.get(parent)).and_then(|parent| parent.joint);
            let Some(parent) = parent else {
                let position = root.transform_point3a(posed.model.get(id).translation).as_dvec3();
                return (position, heading * turn(Some(id)));
            };
            let above = turn(Some(parent)).inverse();
            (above * posed.offset_of(skeleton, &local, id), above * turn(Some(id)))
        });
        let row: Vec<(DVec3, DQuat)> = row.collect();
        for (n, (position, _)) in row.iter().enumerate() {
            let still = STILL.0 + STILL.1 * offsets[n].length();
            has_positions[n] |= position.distance(offsets[n]) > still;
            has_length[n] |= position.length() > STILL.0;
        }
        rows.push(row);
    }
    // Readers take the offset for positions that are always zero.
    for (n, joint) in
        joints.iter().enumerate().filter(|(_, joint)| joint.parent.is_some() && !joint.is_end_site)
    {
        if has_positions[n] && !has_length[n] && joint.joint.is_some() {
            (offsets[n], has_positions[n]) = (DVec3::ZERO, false);
        }
    }
    Motion { offsets, has_positions, rows }
}
