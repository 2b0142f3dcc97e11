use crate::character::{Character, MorphTargetId};
use crate::face::FaceGaze;
use crate::face::arkit::ArKitShapes;
use crate::face_names::ShapeSide;
use crate::humanoid::BodySide;
use crate::morph::MorphWeights;
use crate::skeleton::JointId;
use glam::Vec3;

/// Morph targets that turn the eyes and the lids with them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct EyeShapes {
    /// Position among all morph weights, side of the eye, direction.
    targets: Vec<(usize, BodySide, Direction)>,
    /// Centers of what the shapes of each eye move, in the model at rest; the left eye first.
    pub(super) centers: [Vec3; 2],
    /// Node of the first mesh with such shapes.
    pub(super) node: JointId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
    In,
    Out,
}

/// Angle at which a shape has its full weight, radians: 30°. ARKit names none; the shapes of Ready Player Me
/// turn the eyeballs by 29° to 31° (measured from the offsets of their vertices).
pub(super) const FULL_ANGLE: f32 = 0.524;

const SHAPES: [(&str, Direction); 4] = [
    ("eyeLookUp", Direction::Up),
    ("eyeLookDown", Direction::Down),
    ("eyeLookIn", Direction::In),
    ("eyeLookOut", Direction::Out),
];

impl EyeShapes {
    /// Shapes of a character; none where a direction of an eye is missing.
    pub(super) fn detect(character: &Character, shapes: &ArKitShapes) -> Option<Self> {
        let weights = character.rest_weights();
        let first = shapes.side(SHAPES[0].0, ShapeSide::Left).first()?;
        let node = character.mesh_instances()[first.instance].node;
        let mut found = Self { targets: Vec::new(), centers: [Vec3::ZERO; 2], node };
        let sides = [(BodySide::Left, ShapeSide::Left), (BodySide::Right, ShapeSide::Right)];
        for ((eye, side), center) in sides.into_iter().zip(&mut found.centers) {
            let mut moved = Center::default();
            for (name, direction) in SHAPES {
                let morphs = shapes.side(name, side);
                morphs.first()?;
                for id in morphs {
                    found.targets.push((weights.position(*id)?, eye, direction));
                    moved.add(character, *id);
                }
            }
            *center = moved.point();
        }
        Some(found)
    }

    /// Sets the weights for a gaze, over a share of those that clips animate.
    pub(crate) fn write(&self, gaze: &FaceGaze, animated: f32, morphs: &mut MorphWeights) {
        let [left, right] = [BodySide::Left, BodySide::Right].map(|side| gaze.for_eye(side));
        let weights = morphs.as_mut_slice();
        for &(position, side, direction) in &self.targets {
            let (eye, outwards) = match side {
                BodySide::Left => (left, left.yaw),
                BodySide::Right => (right, -right.yaw),
            };
            let angle = match direction {
                Direction::Up => -eye.pitch,
                Direction::Down => eye.pitch,
                Direction::In => -outwards,
                Direction::Out => outwards,
            };
            weights[position] = weights[position] * animated + (angle / FULL_ANGLE).clamp(0.0, 1.0);
        }
    }
}

/// Mean of the vertices that morph targets move, in the model at rest.
#[derive(Default)]
struct Center {
    sum: Vec3,
    count: u32,
}

impl Center {
    fn add(&mut self, character: &Character, id: MorphTargetId) {
        /// Offsets that count as movements, metres squared.
        const MIN_MOVED: f32 = 1e-12;
        let instance = &character.mesh_instances()[id.instance];
        let skin = instance.skin.map(|skin| &character.skins()[skin]);
        for primitive in &character.meshes()[instance.mesh].primitives {
            let Some(target) = primitive.morph_targets.get(id.target) else { continue };
            for (vertex, offset) in target.vertices().iter().zip(target.positions()) {
                let vertex = *vertex as usize;
                if offset.length_squared() <= MIN_MOVED {
                    continue;
                }
                let position = primitive.positions[vertex];
                let skinned = skin.zip(primitive.influences_of(vertex).next());
                let (joint, point) = skinned.map_or((instance.node, position), |(skin, (slot, _))| {
                    (skin.joints[slot], skin.inverse_binds[slot].transform_point3(position))
                });
                let on_skin = character.rest_model()[joint.index()].transform_point3(point);
                if on_skin.is_finite() {
                    (self.sum, self.count) = (self.sum + on_skin, self.count + 1);
                }
            }
        }
    }

    fn point(&self) -> Vec3 {
        if self.count == 0 { Vec3::ZERO } else { self.sum / self.count as f32 }
    }
}
