//! Points of the body by the names that people use, such as the left elbow.

use sinew::glam::Vec3;
use sinew::humanoid::HumanBone;
use sinew::{Actor, Character, JointId};
use sinew_author::face::FaceLandmarks;

/// Named point of the body: a joint, and the direction from which its skin is looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BodyPoint {
    pub(crate) joint: JointId,
    /// Degrees around the character: 0 in front of it, 90 at its left side.
    pub(crate) azimuth: f32,
    /// Degrees above the horizon.
    pub(crate) elevation: f32,
    pub(crate) aim: AimPoint,
}

/// Point that the ray of a body point goes through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum AimPoint {
    /// The joint itself.
    Joint,
    /// The middle of the skin that the joint moves most.
    Skin,
    /// Below the middle between these eyes, at the nose.
    Eyes([JointId; 2]),
    /// Point on the skin at rest, in model space; it moves with the joint.
    Landmark(Vec3),
}

/// Distance of the nose below the eyes, in distances of the eyes.
const NOSE: f32 = 0.5;

/// Name without a side; bones of the left and of the right side; azimuth on the left side, mirrored on the
/// right; elevation. From above, the shoulder is seen with arms that are stretched out and with arms that
/// hang down.
const SIDED: [(&str, [HumanBone; 2], f32, f32); 6] = [
    ("shoulder", [HumanBone::LeftUpperArm, HumanBone::RightUpperArm], 70.0, 40.0),
    ("elbow", [HumanBone::LeftLowerArm, HumanBone::RightLowerArm], 180.0, 0.0),
    ("wrist", [HumanBone::LeftHand, HumanBone::RightHand], 45.0, 45.0),
    ("hip", [HumanBone::LeftUpperLeg, HumanBone::RightUpperLeg], 90.0, 0.0),
    ("knee", [HumanBone::LeftLowerLeg, HumanBone::RightLowerLeg], 0.0, 0.0),
    ("ankle", [HumanBone::LeftFoot, HumanBone::RightFoot], 90.0, 0.0),
];

impl BodyPoint {
    /// Place of this name: `left elbow`, `leftElbow`, `left_elbow` on a humanoid, `face` on heads of other
    /// kinds too.
    pub(crate) fn find(name: &str, character: &Character) -> Option<Self> {
        let name: String = name.chars().filter(char::is_ascii_alphabetic).collect();
        let name = name.to_ascii_lowercase();
        if name == "face" {
            return Self::face(character);
        }
        let humanoid = character.humanoid()?;
        let sides = ["left", "right"].into_iter().enumerate();
        let (side, part) = sides.filter_map(|(side, word)| Some((side, name.strip_prefix(word)?))).next()?;
        let (_, bones, azimuth, elevation) = SIDED.into_iter().find(|(name, ..)| *name == part)?;
        let azimuth = if side == 0 { azimuth } else { -azimuth };
        Some(Self { joint: humanoid.joint(bones[side])?, azimuth, elevation, aim: AimPoint::Joint })
    }

    /// The nose: by the eyes, by the shape of the head, or the middle of the head.
    fn face(character: &Character) -> Option<Self> {
        let bone = |bone| character.humanoid().and_then(|humanoid| humanoid.joint(bone));
        let head = bone(HumanBone::Head);
        let eyes = bone(HumanBone::LeftEye).zip(bone(HumanBone::RightEye));
        let aim = match eyes {
            Some((left, right)) => AimPoint::Eyes([left, right]),
            None => match FaceLandmarks::detect(character) {
                Ok(landmarks) => AimPoint::Landmark(landmarks.nose_tip),
                Err(_) => head.map(|_| AimPoint::Skin)?,
            },
        };
        let joint = head.or_else(|| character.skeleton().joints().next())?;
        Some(Self { joint, azimuth: 0.0, elevation: 0.0, aim })
    }

    /// Present position of a landmark at rest.
    pub(crate) fn moved(&self, actor: &Actor, rest: Vec3) -> Vec3 {
        let [from, to] =
            [actor.character().rest_model(), actor.frame().model()].map(|pose| pose[self.joint.index()]);
        to.transform_point3(from.inverse().transform_point3(rest))
    }

    /// Point at the nose, below the middle between the eyes.
    pub(crate) fn below_eyes(&self, actor: &Actor, eyes: [JointId; 2]) -> Vec3 {
        let [left, right] = eyes.map(|eye| Vec3::from(actor.frame().model()[eye.index()].translation));
        (left + right) * 0.5 - self.turned(actor, Vec3::Y) * (left.distance(right) * NOSE)
    }

    /// Direction at rest, turned with the pose: at a joint, halfway between the bones on both sides of it.
    pub(crate) fn turned(&self, actor: &Actor, direction: Vec3) -> Vec3 {
        let (character, frame) = (actor.character(), actor.frame());
        let by = |joint: JointId| {
            let [rest, now] = [character.rest_model(), frame.model()].map(|pose| pose[joint.index()].matrix3);
            (now * (rest.inverse() * direction)).normalize_or_zero()
        };
        let parent = character.skeleton().parent(self.joint).filter(|_| self.aim == AimPoint::Joint);
        (by(self.joint) + parent.map_or(Vec3::ZERO, by)).try_normalize().unwrap_or(direction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_the_joints_of_their_sides() {
        let built_in = include_bytes!("../../../../data/sinew.vrm");
        let character = &sinew_import::import(built_in, &sinew_import::NoFiles).unwrap().character;
        let humanoid = character.humanoid().unwrap();
        let find = |name| BodyPoint::find(name, character);
        let left = find("left elbow").unwrap();
        assert_eq!(Some(left.joint), humanoid.joint(HumanBone::LeftLowerArm));
        assert_eq!((find("leftElbow"), find("LEFT_ELBOW")), (Some(left), Some(left)));
        let [one, other] = ["left-hip", "right-hip"].map(|name| find(name).unwrap());
        assert!(one.joint != other.joint && one.azimuth == -other.azimuth);
        assert!(matches!(find("face").unwrap().aim, AimPoint::Eyes(_)));
        assert_eq!([find("elbow"), find("leftLowerArm"), find("left"), find("")], [None; 4]);
    }
}
