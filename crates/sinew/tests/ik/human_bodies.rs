//! Synthetic human bodies of many builds, and one with fingers.

use crate::human_rig::Rig;
pub(crate) use crate::made_up_body as body;
pub(crate) use crate::made_up_body::{Body, PLAIN};
use sinew::Transform;
use sinew::character::{Character, CharacterParts};
use sinew::humanoid::{BoneMap, HumanBone, Humanoid};
use sinew::rig::{IkRig, IkState};
use sinew::skeleton::{Joint, JointId, Skeleton};
use std::sync::Arc;

const EVERY_BONE: &str = "
root
 hips =hips
  spine =spine
   chest =chest
    upperChest =upperChest
     neck =neck
      head =head
       jaw =jaw
       {l|r}Eye =leftEye
     {l|r}Shoulder =leftShoulder
      {l|r}UpperArm =leftUpperArm
       {l|r}LowerArm =leftLowerArm
        {l|r}Hand =leftHand
         {l|r}Thumb1 =leftThumbMetacarpal
          {l|r}Thumb2 =leftThumbProximal
           {l|r}Thumb3 =leftThumbDistal
         {l|r}Index1 =leftIndexProximal
          {l|r}Index2 =leftIndexIntermediate
           {l|r}Index3 =leftIndexDistal
         {l|r}Middle1 =leftMiddleProximal
          {l|r}Middle2 =leftMiddleIntermediate
           {l|r}Middle3 =leftMiddleDistal
         {l|r}Ring1 =leftRingProximal
          {l|r}Ring2 =leftRingIntermediate
           {l|r}Ring3 =leftRingDistal
         {l|r}Little1 =leftLittleProximal
          {l|r}Little2 =leftLittleIntermediate
           {l|r}Little3 =leftLittleDistal
  {l|r}UpperLeg =leftUpperLeg
   {l|r}LowerLeg =leftLowerLeg
    {l|r}Foot =leftFoot
     {l|r}Toes =leftToes
";

/// A body of 1.8 m in the T-pose with all human bones.
pub(crate) fn full_body() -> Body {
    let rig = Rig::new(EVERY_BONE);
    let skeleton = rig.skeleton();
    let map = BoneMap::new(&skeleton, rig.bones(&skeleton)).unwrap();
    let humanoid = Humanoid::of_map(&skeleton, map, "made up");
    Body { skeleton, humanoid }
}

/// The same body in a file in centimetres: all joints below the root have a scale of 0.01.
pub(crate) fn full_body_in_centimetres() -> Body {
    let Body { skeleton, humanoid } = full_body();
    let joint = |id: JointId| {
        let rest = skeleton.rest()[id.index()];
        let rest = match skeleton.parent(id) {
            Some(_) => Transform { translation: rest.translation * 100.0, ..rest },
            None => Transform { scale: rest.scale * 0.01, ..rest },
        };
        let parent = skeleton.parent(id).map(|parent| parent.0);
        Joint { name: skeleton.name(id).into(), parent, rest, in_scene: true }
    };
    let bones: Vec<_> =
        HumanBone::ALL.iter().filter_map(|bone| Some((*bone, humanoid.joint(*bone)?))).collect();
    let skeleton = Skeleton::new(skeleton.joints().map(joint).collect()).unwrap();
    let map = BoneMap::new(&skeleton, bones).unwrap();
    let humanoid = Humanoid::of_map(&skeleton, map, "made up");
    Body { skeleton, humanoid }
}

impl Body {
    /// Character without a skin, with the bones of `humanoid`.
    pub(crate) fn character(&self, humanoid: &Humanoid) -> Character {
        let (skeleton, humanoid) = (self.skeleton.clone(), Some(humanoid.clone()));
        Character::new(CharacterParts { skeleton, humanoid, ..CharacterParts::default() }).unwrap()
    }
}

/// State of a rig for a character of joints alone.
pub(crate) fn state_of(rig: Arc<IkRig>, skeleton: &Skeleton) -> IkState {
    let parts = CharacterParts { skeleton: skeleton.clone(), ..CharacterParts::default() };
    IkState::new(rig, &Character::new(parts).unwrap()).unwrap()
}
