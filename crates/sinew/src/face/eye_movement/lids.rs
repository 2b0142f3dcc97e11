use crate::character::{Character, LookAtKind, LookAtSetup, MorphTargetId};
use crate::face::arkit::arkit_morphs;
use crate::face::blink::Eyelids;
use crate::morph::MorphWeights;
use crate::skeleton::JointId;

/// Shapes by which the upper lids follow the gaze up and down.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GazeLids {
    down: Down,
    /// Shapes that raise the lids, and their weight at full height.
    up: Vec<MorphTargetId>,
    up_weight: f32,
}

/// Shapes that lower the lids.
#[derive(Clone, Debug, PartialEq)]
enum Down {
    /// Morph targets of their own, which leave the eyeballs where they are.
    Morphs(Vec<MorphTargetId>),
    /// A part of a blink.
    Blink,
}

/// Angle of the gaze at which the lids are as low or high as they go, radians: 30°; a blink's share of lids
/// that low; the weight of shapes that widen the eyes.
const FULL_ANGLE: f32 = 0.524;
const BLINK_SHARE: f32 = 0.4;
const WIDE_SHARE: f32 = 0.4;

impl GazeLids {
    /// Lids of a character that looks with eye bones: ARKit's `eyeLookDown…` and `eyeLookUp…` of the meshes
    /// where they leave the eyeballs, which turn with their joints, alone; else a part of the blink, and
    /// ARKit's `eyeWide…` upwards. `None` where the expressions `lookUp` and `lookDown` move the lids
    /// themselves.
    pub(crate) fn detect(
        character: &Character,
        setup: &LookAtSetup,
        eyelids: Option<&Eyelids>,
    ) -> Option<Self> {
        if setup.kind == LookAtKind::Expression {
            return None;
        }
        let named = |name: &str| -> Vec<MorphTargetId> {
            let morphs = arkit_morphs(character, name).into_iter();
            morphs.filter(|id| !moves_eyes(character, setup, *id)).collect()
        };
        let (down, up) = (named("eyeLookDown"), named("eyeLookUp"));
        let (up, up_weight) = match up.is_empty() {
            false => (up, 1.0),
            true => (named("eyeWide"), WIDE_SHARE),
        };
        match down.is_empty() {
            false => Some(Self { down: Down::Morphs(down), up, up_weight }),
            true => eyelids.map(|_| Self { down: Down::Blink, up, up_weight }),
        }
    }

    /// Share of a blink for lids lowered by a share, 0 to 1.
    pub(crate) fn blink_share(&self, lowered: f32) -> f32 {
        if self.down == Down::Blink { BLINK_SHARE * lowered.max(0.0) } else { 0.0 }
    }

    /// Moves the morph targets of lids lowered by a share, 1 to -1 (raised).
    pub(crate) fn write_morphs(&self, lowered: f32, weights: &mut MorphWeights) {
        let (morphs, weight) = match &self.down {
            _ if lowered < 0.0 => (self.up.as_slice(), -lowered * self.up_weight),
            Down::Morphs(down) => (down.as_slice(), lowered),
            Down::Blink => return,
        };
        for id in morphs {
            let value = &mut weights.row_mut(id.instance)[id.target];
            *value = value.max(weight);
        }
    }

    /// Share by which a gaze lowers the lids: 1 at 30° downwards, -1 at 30° upwards. `pitch` is downwards,
    /// radians.
    pub(crate) fn lowered(pitch: f32, factor: f32) -> f32 {
        (pitch / FULL_ANGLE * factor).clamp(-1.0, 1.0)
    }
}

/// Whether a morph target moves vertices that hang on eye joints.
fn moves_eyes(character: &Character, setup: &LookAtSetup, id: MorphTargetId) -> bool {
    let instance = &character.mesh_instances()[id.instance];
    let is_eye = |joint: JointId| setup.eyes.contains(&Some(joint));
    let hangs = |joint: JointId| {
        std::iter::successors(Some(joint), |&child| character.skeleton().parent(child)).any(is_eye)
    };
    let skin = instance.skin.map(|skin| &character.skins()[skin]);
    character.meshes()[instance.mesh].primitives.iter().any(|primitive| {
        let Some(target) = primitive.morph_targets.get(id.target) else { return false };
        let moved = target.vertices().iter().zip(target.positions());
        moved.filter(|(_, offset)| offset.length_squared() > 1e-12).any(|(vertex, _)| match skin {
            Some(skin) => primitive
                .influences_of(*vertex as usize)
                .any(|(joint, weight)| weight > 0.5 && skin.joints.get(joint).is_some_and(|j| hangs(*j))),
            None => hangs(instance.node),
        })
    })
}
