//! Rigs of character makers and libraries.

pub(crate) const MIXAMO: &str = "
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
";

pub(crate) const READY_PLAYER_ME: &str = "
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
";

pub(crate) const MAKEHUMAN: &str = "
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
";

pub(crate) const REALLUSION: &str = "
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
";

pub(crate) const VROID: &str = "
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
";

pub(crate) const MMD: &str = "
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
";

pub(crate) const CATS: &str = "
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
";

pub(crate) const SYNTY: &str = "
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
";

pub(crate) const DAZ: &str = "
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
";

pub(crate) const SMPL: &str = "
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
";
