//! Height of the lowest skin of the feet.

use sinew::glam::Vec3;
use sinew::humanoid::HumanBone::{LeftFoot, RightFoot};
use sinew::humanoid::Humanoid;
use sinew::{Character, JointId, LocalPose, ModelPose, RawClip, SampleCursor};

/// Lowest height of the skin of the feet over a clip: of vertices that follow ankle or toes by half or more.
pub fn lowest_skin(character: &Character, humanoid: &Humanoid, clip: &RawClip, times: &[f32]) -> f32 {
    let (mut cursor, mut weights) = (SampleCursor::new(), character.rest_weights().clone());
    lowest(character, humanoid, times, |time, pose| clip.sample(time, &mut cursor, pose, &mut weights))
}

/// The same for any source of poses.
pub fn lowest(
    character: &Character,
    humanoid: &Humanoid,
    times: &[f32],
    mut sample: impl FnMut(f32, &mut LocalPose),
) -> f32 {
    let skeleton = character.skeleton();
    let ankles = [LeftFoot, RightFoot].map(|foot| humanoid.named_bones.joint(foot));
    let of_foot = |joint: JointId| {
        std::iter::successors(Some(joint), |&j| skeleton.parent(j)).any(|j| ankles.contains(&Some(j)))
    };
    let mut vertices: Vec<Vec<(JointId, f32, Vec3)>> = Vec::new();
    for instance in character.mesh_instances() {
        let skin = instance.skin.map(|skin| &character.skins()[skin]);
        for primitive in &character.meshes()[instance.mesh].primitives {
            for (n, position) in primitive.positions.iter().enumerate() {
                let influences = primitive.influences.as_ref().zip(skin);
                let parts: Vec<(JointId, f32, Vec3)> = match influences {
                    Some((all, skin)) => all
                        .of_vertex(n)
                        .map(|(j, w)| (skin.joints[j], w, skin.inverse_binds[j].transform_point3(*position)))
                        .collect(),
                    None => vec![(instance.node, 1.0, *position)],
                };
                if parts.iter().filter(|p| of_foot(p.0)).map(|p| p.1).sum::<f32>() >= 0.5 {
                    vertices.push(parts);
                }
            }
        }
    }
    let mut model = ModelPose::rest(skeleton);
    let mut lowest = f32::INFINITY;
    for time in times {
        let mut pose = LocalPose::rest(skeleton);
        sample(*time, &mut pose);
        model.update(skeleton, &pose);
        for parts in &vertices {
            let y = parts.iter().map(|(j, w, p)| model.get(*j).transform_point3(*p).y * w).sum::<f32>();
            lowest = lowest.min(y);
        }
    }
    lowest
}
