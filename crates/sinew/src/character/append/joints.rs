//! Joints that are added to the parts of a character: hair chains, sockets, joints of accessories.

use crate::character::{CharacterError, CharacterParts};
use crate::clip::RawClip;
use crate::humanoid::{BoneMap, Humanoid};
use crate::skeleton::{Joint, JointId, ReferenceOrigin, Skeleton};

/// New indices of the joints of a skeleton to which joints were added. Skeletons are sorted by depth, so that
/// added joints move others back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JointMap {
    old: Vec<JointId>,
    added: Vec<JointId>,
}

impl JointMap {
    /// New index of a joint that was there before.
    ///
    /// # Panics
    /// When the old skeleton has no such joint.
    #[must_use]
    pub fn joint(&self, old: JointId) -> JointId {
        self.old[old.index()]
    }

    /// Indices of the added joints, in the order in which they were given.
    #[must_use]
    pub fn added(&self) -> &[JointId] {
        &self.added
    }

    /// Moves the tracks of a clip of the old skeleton to the new indices. Tracks of joints that the old
    /// skeleton lacks are removed.
    pub fn remap_clip(&self, clip: &mut RawClip) {
        clip.joints.retain_mut(|track| {
            let new = self.old.get(track.joint.index());
            new.inspect(|new| track.joint = **new).is_some()
        });
    }
}

impl CharacterParts {
    /// Adds joints behind those of the file, and moves every joint index of the parts to the new skeleton.
    /// `parent` of a joint is an index in file order ([`Skeleton::file_index`]); those from the present
    /// number of joints on name the added ones. In the reference pose added joints have their rest transform.
    /// Returns the new indices, by which clips and other data are moved.
    ///
    /// # Errors
    /// When a parent does not exist, added joints form a cycle, a rest transform is not finite or leads too
    /// far away, or the parts name a joint that does not exist. The parts then stay as they were.
    pub fn append_joints(&mut self, joints: Vec<Joint>) -> Result<JointMap, CharacterError> {
        let (skeleton, map) = appended(&self.skeleton, joints)?;
        let mut parts = self.clone();
        let remap = |location: String, joint: &mut JointId| match map.old.get(joint.index()) {
            Some(new) => {
                *joint = *new;
                Ok(())
            }
            None => {
                let message = format!("joint {} does not exist ({} joints)", joint.0, map.old.len());
                Err(CharacterError { location, message })
            }
        };
        for (n, skin) in parts.skins.iter_mut().enumerate() {
            skin.joints.iter_mut().try_for_each(|joint| remap(format!("skins[{n}].joints"), joint))?;
        }
        for (n, instance) in parts.mesh_instances.iter_mut().enumerate() {
            remap(format!("mesh_instances[{n}].node"), &mut instance.node)?;
        }
        if let Some(humanoid) = &mut parts.humanoid {
            *humanoid = moved_humanoid(humanoid, &skeleton, |joint| remap("humanoid.map".into(), joint))?;
        }
        if let Some(look_at) = &mut parts.look_at {
            remap("look_at.head".into(), &mut look_at.head)?;
            let eyes = look_at.eyes.iter_mut().flatten();
            eyes.into_iter().try_for_each(|eye| remap("look_at.eyes".into(), eye))?;
        }
        if let Some(first_person) = &mut parts.first_person {
            remap("first_person.head".into(), &mut first_person.head)?;
        }
        for (n, constraint) in parts.constraints.iter_mut().enumerate() {
            remap(format!("constraints[{n}].node"), &mut constraint.node)?;
            remap(format!("constraints[{n}].source"), &mut constraint.source)?;
        }
        for (n, light) in parts.lights.iter_mut().enumerate() {
            remap(format!("lights[{n}].joint"), &mut light.joint)?;
        }
        let springs = &mut parts.spring_bones;
        for (n, collider) in springs.colliders.iter_mut().enumerate() {
            remap(format!("spring_bones.colliders[{n}]"), &mut collider.joint)?;
        }
        for (n, spring) in springs.springs.iter_mut().enumerate() {
            let damping = spring.body_damping.as_mut().map(|damping| &mut damping.joint);
            let joints = spring.joints.iter_mut().map(|spring_joint| &mut spring_joint.joint);
            let joints = joints.chain(&mut spring.center).chain(damping);
            joints.into_iter().try_for_each(|joint| remap(format!("spring_bones.springs[{n}]"), joint))?;
        }
        *self = Self { skeleton, ..parts };
        Ok(map)
    }
}

/// The skeleton with further joints behind those of the file.
fn appended(skeleton: &Skeleton, joints: Vec<Joint>) -> Result<(Skeleton, JointMap), CharacterError> {
    let count = skeleton.len();
    let in_file = || (0..count).filter_map(|node| skeleton.by_file_index(node));
    let old = in_file().map(|joint| Joint {
        name: skeleton.name(joint).to_owned(),
        parent: skeleton.parent(joint).map(|parent| skeleton.file_index(parent) as u32),
        rest: skeleton.rest()[joint.index()],
        in_scene: skeleton.in_scene(joint),
    });
    let all: Vec<Joint> = old.chain(joints).collect();
    let mut extended = Skeleton::new(all)?;
    let new = |node: usize| extended.by_file_index(node).unwrap_or(JointId(0));
    let map = JointMap {
        old: skeleton.joints().map(|joint| new(skeleton.file_index(joint))).collect(),
        added: (count..extended.len()).map(new).collect(),
    };
    if skeleton.reference_origin() != ReferenceOrigin::RestPose {
        let mut pose = extended.rest().to_vec();
        for (joint, transform) in skeleton.joints().zip(skeleton.reference()) {
            pose[map.joint(joint).index()] = *transform;
        }
        extended.set_reference(pose, skeleton.reference_origin()).map_err(|error| CharacterError {
            location: "skeleton.reference".into(),
            message: error.to_string(),
        })?;
    }
    Ok((extended, map))
}

/// The same description of a humanoid over the new skeleton.
fn moved_humanoid(
    humanoid: &Humanoid,
    skeleton: &Skeleton,
    remap: impl Fn(&mut JointId) -> Result<(), CharacterError>,
) -> Result<Humanoid, CharacterError> {
    let pairs = humanoid.named_bones.iter().map(|(bone, mut joint)| {
        remap(&mut joint)?;
        Ok((bone, joint))
    });
    let pairs = pairs.collect::<Result<Vec<_>, CharacterError>>()?;
    let map = BoneMap::new(skeleton, pairs)
        .map_err(|error| CharacterError { location: "humanoid.map".into(), message: error.to_string() })?;
    Ok(Humanoid { named_bones: map, ..humanoid.clone() })
}
