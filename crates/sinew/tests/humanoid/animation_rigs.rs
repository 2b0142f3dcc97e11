//! Rigs of animation programs, engines and motion capture.

pub(crate) const UNREAL: &str = "
root
 pelvis =hips
  spine_01 =spine
   spine_02
    spine_03 =chest
     spine_04
      spine_05 =upperChest
       neck_01 =neck
        neck_02
         head =head
       clavicle_{l|r} =leftShoulder
        upperarm_{l|r} =leftUpperArm
         upperarm_twist_01_{l|r}
         lowerarm_{l|r} =leftLowerArm
          lowerarm_twist_01_{l|r}
          hand_{l|r} =leftHand
           thumb_01_{l|r} =leftThumbMetacarpal
            thumb_02_{l|r} =leftThumbProximal
             thumb_03_{l|r} =leftThumbDistal
           index_metacarpal_{l|r}
            index_01_{l|r} =leftIndexProximal
             index_02_{l|r} =leftIndexIntermediate
              index_03_{l|r} =leftIndexDistal
  thigh_{l|r} =leftUpperLeg
   thigh_twist_01_{l|r}
   calf_{l|r} =leftLowerLeg
    foot_{l|r} =leftFoot
     ball_{l|r} =leftToes
 ik_foot_root
  ik_foot_{l|r}
 ik_hand_root
  ik_hand_gun
   ik_hand_{l|r}
";

pub(crate) const RIGIFY: &str = "
root
 DEF-spine =hips
  DEF-spine.001 =spine
   DEF-spine.002 =chest
    DEF-spine.003 =upperChest
     DEF-spine.004 =neck
      DEF-spine.005
       DEF-spine.006 =head
     DEF-shoulder.{L|R} =leftShoulder
      DEF-upper_arm.{L|R} =leftUpperArm
       DEF-upper_arm.{L|R}.001
        DEF-forearm.{L|R} =leftLowerArm
         DEF-forearm.{L|R}.001
          DEF-hand.{L|R} =leftHand
           DEF-thumb.01.{L|R} =leftThumbMetacarpal
            DEF-thumb.02.{L|R} =leftThumbProximal
             DEF-thumb.03.{L|R} =leftThumbDistal
           DEF-f_middle.01.{L|R} =leftMiddleProximal
            DEF-f_middle.02.{L|R} =leftMiddleIntermediate
             DEF-f_middle.03.{L|R} =leftMiddleDistal
  DEF-pelvis.{L|R}
  DEF-thigh.{L|R} =leftUpperLeg
   DEF-thigh.{L|R}.001
    DEF-shin.{L|R} =leftLowerLeg
     DEF-shin.{L|R}.001
      DEF-foot.{L|R} =leftFoot
       DEF-toe.{L|R} =leftToes
";

pub(crate) const BIPED: &str = "
Bip001
 Bip001 Footsteps
 Bip001 Pelvis =hips
  Bip001 Spine =spine
   Bip001 Spine1 =chest
    Bip001 Neck =neck
     Bip001 Head =head
      Bip001 HeadNub
     Bip001 {L|R} Clavicle =leftShoulder
      Bip001 {L|R} UpperArm =leftUpperArm
       Bip001 {L|R} Forearm =leftLowerArm
        Bip001 {L|R} Hand =leftHand
         Bip001 {L|R} Finger0 =leftThumbMetacarpal
          Bip001 {L|R} Finger01 =leftThumbProximal
           Bip001 {L|R} Finger02 =leftThumbDistal
            Bip001 {L|R} Finger0Nub
         Bip001 {L|R} Finger1 =leftIndexProximal
          Bip001 {L|R} Finger11 =leftIndexIntermediate
           Bip001 {L|R} Finger12 =leftIndexDistal
   Bip001 {L|R} Thigh =leftUpperLeg
    Bip001 {L|R} Calf =leftLowerLeg
     Bip001 {L|R} Foot =leftFoot
      Bip001 {L|R} Toe0 =leftToes
       Bip001 {L|R} Toe0Nub
";

pub(crate) const CMU_BVH: &str = "
Hips =hips
 {L|R}HipJoint
  {Left|Right}UpLeg =leftUpperLeg
   {Left|Right}Leg =leftLowerLeg
    {Left|Right}Foot =leftFoot
     {Left|Right}ToeBase =leftToes
 LowerBack =spine
  Spine =chest
   Spine1 =upperChest
    Neck =neck
     Neck1
      Head =head
    {Left|Right}Shoulder =leftShoulder
     {Left|Right}Arm =leftUpperArm
      {Left|Right}ForeArm =leftLowerArm
       {Left|Right}Hand =leftHand
        {Left|Right}FingerBase
         {L|R}Fingers
        {L|R}Thumb =leftThumbMetacarpal
";

pub(crate) const CMU_ASF: &str = "
root =hips
 {l|r}hipjoint
  {l|r}femur =leftUpperLeg
   {l|r}tibia =leftLowerLeg
    {l|r}foot =leftFoot
     {l|r}toes =leftToes
 lowerback =spine
  upperback =chest
   thorax =upperChest
    lowerneck =neck
     upperneck
      head =head
    {l|r}clavicle =leftShoulder
     {l|r}humerus =leftUpperArm
      {l|r}radius =leftLowerArm
       {l|r}wrist =leftHand
        {l|r}hand
         {l|r}fingers
        {l|r}thumb =leftThumbMetacarpal
";

pub(crate) const HUMANIK: &str = "
Character1_Reference
 Character1_Hips =hips
  Character1_{Left|Right}UpLeg =leftUpperLeg
   Character1_{Left|Right}Leg =leftLowerLeg
    Character1_{Left|Right}Foot =leftFoot
     Character1_{Left|Right}ToeBase =leftToes
  Character1_Spine =spine
   Character1_Spine1 =chest
    Character1_{Left|Right}Shoulder =leftShoulder
     Character1_{Left|Right}Arm =leftUpperArm
      Character1_{Left|Right}ForeArm =leftLowerArm
       Character1_{Left|Right}Hand =leftHand
        Character1_{Left|Right}HandIndex1 =leftIndexProximal
         Character1_{Left|Right}HandIndex2 =leftIndexIntermediate
          Character1_{Left|Right}HandIndex3 =leftIndexDistal
    Character1_Neck =neck
     Character1_Head =head
";

pub(crate) const GODOT: &str = "
Root
 Hips =hips
  Spine =spine
   Chest =chest
    UpperChest =upperChest
     Neck =neck
      Head =head
       {Left|Right}Eye =leftEye
       Jaw =jaw
     {Left|Right}Shoulder =leftShoulder
      {Left|Right}UpperArm =leftUpperArm
       {Left|Right}LowerArm =leftLowerArm
        {Left|Right}Hand =leftHand
         {Left|Right}ThumbMetacarpal =leftThumbMetacarpal
          {Left|Right}ThumbProximal =leftThumbProximal
           {Left|Right}ThumbDistal =leftThumbDistal
         {Left|Right}RingProximal =leftRingProximal
          {Left|Right}RingIntermediate =leftRingIntermediate
           {Left|Right}RingDistal =leftRingDistal
  {Left|Right}UpperLeg =leftUpperLeg
   {Left|Right}LowerLeg =leftLowerLeg
    {Left|Right}Foot =leftFoot
     {Left|Right}Toes =leftToes
";

pub(crate) const BIOVISION: &str = "
Hips =hips
 {Left|Right}Hip =leftUpperLeg
  {Left|Right}Knee =leftLowerLeg
   {Left|Right}Ankle =leftFoot
    {Left|Right}Toe =leftToes
 Chest =spine
  Chest2 =chest
   {Left|Right}Collar =leftShoulder
    {Left|Right}Shoulder =leftUpperArm
     {Left|Right}Elbow =leftLowerArm
      {Left|Right}Wrist =leftHand
   Neck =neck
    Head =head
";

pub(crate) const GENERIC: &str = "
skeleton
 pelvis_jnt =hips
  spine_jnt =spine
   chest_jnt =chest
    neck_jnt =neck
     head_jnt =head
    {l|r}_clavicle_jnt =leftShoulder
     {l|r}_upperarm_jnt =leftUpperArm
      {l|r}_elbow_jnt =leftLowerArm
       {l|r}_wrist_jnt =leftHand
  {l|r}_thigh_jnt =leftUpperLeg
   {l|r}_knee_jnt =leftLowerLeg
    {l|r}_ankle_jnt =leftFoot
";
