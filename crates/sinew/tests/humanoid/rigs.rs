//! Rigs as common programs export them, with helper joints, and the expected profile of each.

pub(crate) const RIGS: &[(&str, &str)] = &[
    (
        "mixamo",
        "
Armature
 mixamorig:Hips =hips
  mixamorig:Spine =spine
   mixamorig:Spine1 =chest
    mixamorig:Spine2 =upperChest
     mixamorig:Neck =neck
      mixamorig:Head =head
       mixamorig:HeadTop_End
     mixamorig:{Left|Right}Shoulder =leftShoulder
      mixamorig:{Left|Right}Arm =leftUpperArm
       mixamorig:{Left|Right}ForeArm =leftLowerArm
        mixamorig:{Left|Right}Hand =leftHand
         mixamorig:{Left|Right}HandThumb1 =leftThumbMetacarpal
          mixamorig:{Left|Right}HandThumb2 =leftThumbProximal
           mixamorig:{Left|Right}HandThumb3 =leftThumbDistal
            mixamorig:{Left|Right}HandThumb4
         mixamorig:{Left|Right}HandIndex1 =leftIndexProximal
          mixamorig:{Left|Right}HandIndex2 =leftIndexIntermediate
           mixamorig:{Left|Right}HandIndex3 =leftIndexDistal
            mixamorig:{Left|Right}HandIndex4
  mixamorig:{Left|Right}UpLeg =leftUpperLeg
   mixamorig:{Left|Right}Leg =leftLowerLeg
    mixamorig:{Left|Right}Foot =leftFoot
     mixamorig:{Left|Right}ToeBase =leftToes
      mixamorig:{Left|Right}Toe_End
",
    ),
    (
        "ready-player-me",
        "
Armature
 Hips =hips
  Spine =spine
   Spine1 =chest
    Spine2 =upperChest
     Neck =neck
      Head =head
       HeadTop_End
       {LeftEye|RightEye} =leftEye
     {Left|Right}Shoulder =leftShoulder
      {Left|Right}Arm =leftUpperArm
       {Left|Right}ForeArm =leftLowerArm
        {Left|Right}Hand =leftHand
         {Left|Right}HandPinky1 =leftLittleProximal
          {Left|Right}HandPinky2 =leftLittleIntermediate
           {Left|Right}HandPinky3 =leftLittleDistal
  {Left|Right}UpLeg =leftUpperLeg
   {Left|Right}Leg =leftLowerLeg
    {Left|Right}Foot =leftFoot
     {Left|Right}ToeBase =leftToes
",
    ),
    (
        "unreal",
        "
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
",
    ),
    (
        "rigify",
        "
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
",
    ),
    (
        "makehuman",
        "
root =hips
 spine05 =spine
  spine04
   spine03 =chest
    spine02
     spine01 =upperChest
      neck01 =neck
       neck02
        neck03
         head =head
          jaw =jaw
          eye.{L|R} =leftEye
      clavicle.{L|R} =leftShoulder
       shoulder01.{L|R}
        upperarm01.{L|R} =leftUpperArm
         upperarm02.{L|R}
          lowerarm01.{L|R} =leftLowerArm
           lowerarm02.{L|R}
            wrist.{L|R} =leftHand
             finger1-1.{L|R} =leftThumbMetacarpal
              finger1-2.{L|R} =leftThumbProximal
               finger1-3.{L|R} =leftThumbDistal
 pelvis.{L|R}
  upperleg01.{L|R} =leftUpperLeg
   upperleg02.{L|R}
    lowerleg01.{L|R} =leftLowerLeg
     lowerleg02.{L|R}
      foot.{L|R} =leftFoot
       toe1-1.{L|R} =leftToes
        toe1-2.{L|R}
       toe2-1.{L|R}
",
    ),
    (
        "reallusion",
        "
RL_BoneRoot
 CC_Base_Hip =hips
  CC_Base_Pelvis
   CC_Base_{L|R}_Thigh =leftUpperLeg
    CC_Base_{L|R}_Calf =leftLowerLeg
     CC_Base_{L|R}_Foot =leftFoot
      CC_Base_{L|R}_ToeBase =leftToes
    CC_Base_{L|R}_ThighTwist01
  CC_Base_Waist =spine
   CC_Base_Spine01 =chest
    CC_Base_Spine02 =upperChest
     CC_Base_NeckTwist01 =neck
      CC_Base_NeckTwist02
       CC_Base_Head =head
        CC_Base_FacialBone
         CC_Base_{L|R}_Eye =leftEye
         CC_Base_JawRoot =jaw
     CC_Base_{L|R}_Clavicle =leftShoulder
      CC_Base_{L|R}_Upperarm =leftUpperArm
       CC_Base_{L|R}_UpperarmTwist01
       CC_Base_{L|R}_Forearm =leftLowerArm
        CC_Base_{L|R}_ForearmTwist01
        CC_Base_{L|R}_Hand =leftHand
         CC_Base_{L|R}_Mid1 =leftMiddleProximal
          CC_Base_{L|R}_Mid2 =leftMiddleIntermediate
           CC_Base_{L|R}_Mid3 =leftMiddleDistal
",
    ),
    (
        "biped",
        "
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
",
    ),
    (
        "cmu",
        "
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
",
    ),
    (
        "cmu",
        "
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
",
    ),
    (
        "humanik",
        "
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
",
    ),
    (
        "godot",
        "
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
",
    ),
    (
        "vroid",
        "
Root
 J_Bip_C_Hips =hips
  J_Bip_C_Spine =spine
   J_Bip_C_Chest =chest
    J_Bip_C_UpperChest =upperChest
     J_Sec_{L|R}_Bust1
      J_Sec_{L|R}_Bust2
     J_Bip_C_Neck =neck
      J_Bip_C_Head =head
       J_Adj_{L|R}_FaceEye =leftEye
       J_Sec_Hair1_01
        J_Sec_Hair2_01
     J_Bip_{L|R}_Shoulder =leftShoulder
      J_Bip_{L|R}_UpperArm =leftUpperArm
       J_Bip_{L|R}_LowerArm =leftLowerArm
        J_Bip_{L|R}_Hand =leftHand
         J_Bip_{L|R}_Little1 =leftLittleProximal
          J_Bip_{L|R}_Little2 =leftLittleIntermediate
           J_Bip_{L|R}_Little3 =leftLittleDistal
  J_Bip_{L|R}_UpperLeg =leftUpperLeg
   J_Bip_{L|R}_LowerLeg =leftLowerLeg
    J_Bip_{L|R}_Foot =leftFoot
     J_Bip_{L|R}_ToeBase =leftToes
",
    ),
    (
        "mmd",
        "
全ての親
 センター
  グルーブ
   腰 =hips
    上半身 =spine
     上半身2 =chest
      首 =neck
       頭 =head
        {左|右}目 =leftEye
      {左|右}肩 =leftShoulder
       {左|右}腕 =leftUpperArm
        {左|右}腕捩
         {左|右}ひじ =leftLowerArm
          {左|右}手捩
           {左|右}手首 =leftHand
            {左|右}親指０ =leftThumbMetacarpal
             {左|右}親指１ =leftThumbProximal
              {左|右}親指２ =leftThumbDistal
            {左|右}人指１ =leftIndexProximal
             {左|右}人指２ =leftIndexIntermediate
              {左|右}人指３ =leftIndexDistal
    下半身
     {左|右}足 =leftUpperLeg
      {左|右}ひざ =leftLowerLeg
       {左|右}足首 =leftFoot
        {左|右}つま先 =leftToes
",
    ),
    (
        "cats",
        "
Armature
 Hips =hips
  Spine =spine
   Chest =chest
    Neck =neck
     Head =head
    {Left|Right} shoulder =leftShoulder
     {Left|Right} arm =leftUpperArm
      {Left|Right} elbow =leftLowerArm
       {Left|Right} wrist =leftHand
        IndexFinger1_{L|R} =leftIndexProximal
         IndexFinger2_{L|R} =leftIndexIntermediate
          IndexFinger3_{L|R} =leftIndexDistal
  {Left|Right} leg =leftUpperLeg
   {Left|Right} knee =leftLowerLeg
    {Left|Right} ankle =leftFoot
     {Left|Right} toe =leftToes
",
    ),
    (
        "synty",
        "
Root
 Hips =hips
  Spine_01 =spine
   Spine_02 =chest
    Spine_03 =upperChest
     Clavicle_{L|R} =leftShoulder
      Shoulder_{L|R} =leftUpperArm
       Elbow_{L|R} =leftLowerArm
        Hand_{L|R} =leftHand
         Thumb_01 {L|R} =leftThumbMetacarpal
          Thumb_02 {L|R} =leftThumbProximal
     Neck =neck
      Head =head
       Eyebrows
  UpperLeg_{L|R} =leftUpperLeg
   LowerLeg_{L|R} =leftLowerLeg
    Ankle_{L|R} =leftFoot
     Ball_{L|R} =leftToes
      Toes_{L|R}
",
    ),
    (
        "daz",
        "
Genesis8Female
 hip =hips
  pelvis
   {l|r}ThighBend =leftUpperLeg
    {l|r}ThighTwist
     {l|r}Shin =leftLowerLeg
      {l|r}Foot =leftFoot
       {l|r}Metatarsals
        {l|r}Toe =leftToes
  abdomenLower =spine
   abdomenUpper
    chestLower =chest
     chestUpper =upperChest
      {l|r}Collar =leftShoulder
       {l|r}ShldrBend =leftUpperArm
        {l|r}ShldrTwist
         {l|r}ForearmBend =leftLowerArm
          {l|r}ForearmTwist
           {l|r}Hand =leftHand
            {l|r}Thumb1 =leftThumbMetacarpal
             {l|r}Thumb2 =leftThumbProximal
              {l|r}Thumb3 =leftThumbDistal
      neckLower =neck
       neckUpper
        head =head
         {l|r}Eye =leftEye
         lowerJaw =jaw
",
    ),
    (
        "smpl",
        "
pelvis =hips
 {left|right}_hip =leftUpperLeg
  {left|right}_knee =leftLowerLeg
   {left|right}_ankle =leftFoot
    {left|right}_foot =leftToes
 spine1 =spine
  spine2 =chest
   spine3 =upperChest
    neck =neck
     head =head
    {left|right}_collar =leftShoulder
     {left|right}_shoulder =leftUpperArm
      {left|right}_elbow =leftLowerArm
       {left|right}_wrist =leftHand
",
    ),
    (
        "biovision",
        "
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
",
    ),
    (
        "generic",
        "
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
",
    ),
];
