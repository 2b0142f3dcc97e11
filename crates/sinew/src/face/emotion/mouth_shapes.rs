use crate::character::{Character, MorphTargetId};
use crate::face::VisemeMap;
use crate::face_names::normalized;

/// Morph targets that are shapes of the mouth, found by their names and as targets of visemes.
#[derive(Clone, Debug)]
pub(crate) struct MouthShapes {
    /// Per morph weight of all instances, by name.
    by_name: Vec<bool>,
    /// By name, or moved by the viseme map.
    shapes: Vec<bool>,
    /// Shapes that part the lips, by name.
    opening_by_name: Vec<bool>,
    /// By name, or by an expression of the viseme map that does not show closed lips.
    opening: Vec<bool>,
}

impl MouthShapes {
    pub(crate) fn new(character: &Character) -> Self {
        let weights = character.rest_weights();
        let mut by_name = vec![false; weights.as_slice().len()];
        let mut opening_by_name = by_name.clone();
        for (id, name) in character.morph_targets() {
            if let Some(position) = weights.position(id) {
                let name = normalized(name);
                by_name[position] = is_mouth(&name);
                opening_by_name[position] = opens_lips(&name);
            }
        }
        Self { shapes: by_name.clone(), by_name, opening: opening_by_name.clone(), opening_by_name }
    }

    /// Adds the targets of a viseme map, in place of those of the last one: its morph targets, and those of
    /// its expressions.
    pub(crate) fn set_viseme_map(&mut self, character: &Character, map: Option<&VisemeMap>) {
        self.shapes.clone_from(&self.by_name);
        self.opening.clone_from(&self.opening_by_name);
        let Some(map) = map else { return };
        let weights = character.rest_weights();
        for position in map.morphs().filter_map(|id| weights.position(id)) {
            self.shapes[position] = true;
        }
        for (expression, closes) in map.expressions_and_contacts() {
            for bind in &character.expressions()[expression.index()].morphs {
                let id = MorphTargetId { instance: bind.instance, target: bind.target };
                if let Some(position) = weights.position(id) {
                    self.shapes[position] = true;
                    self.opening[position] |= !closes;
                }
            }
        }
    }

    /// Whether a morph weight of the mouth parts the lips.
    pub(crate) fn opens_lips(&self, position: usize) -> bool {
        self.opening.get(position).copied().unwrap_or(false)
    }

    /// Whether a morph weight, by its position among those of all instances, is of the mouth.
    pub(crate) fn contains(&self, position: usize) -> bool {
        self.shapes.get(position).copied().unwrap_or(false)
    }
}

/// Whether a normalized name is that of a mouth shape: ARKit's `mouth…`, `jaw…` and `tongueOut`, VRoid
/// Studio's `Fcl_MTH_…` and `Fcl_HA_…` (teeth), visemes, lips.
fn is_mouth(name: &str) -> bool {
    const PARTS: [&str; 7] = ["mouth", "fclmth", "fclha", "jaw", "tongue", "viseme", "smile"];
    const LIPS: [&str; 4] = ["lip", "lips", "upperlip", "lowerlip"];
    PARTS.iter().any(|part| name.contains(part))
        || LIPS.iter().any(|lip| name.starts_with(lip) || name.ends_with(lip))
}

/// Whether a normalized name is that of a shape that parts the lips.
pub(super) fn opens_lips(name: &str) -> bool {
    const PARTS: [&str; 5] = ["jawopen", "mouthopen", "mouthupperup", "mouthlowerdown", "mouthfunnel"];
    PARTS.iter().any(|part| name.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mouths_are_recognized_by_their_names() {
        for name in
            ["mouthSmileLeft", "Fcl_MTH_Joy", "jawOpen", "tongueOut", "Face.Lip_Corner_L", "viseme_aa"]
        {
            assert!(is_mouth(&normalized(name)), "{name}");
        }
        for name in
            ["eyeBlinkLeft", "browInnerUp", "Fcl_EYE_Joy", "Fcl_ALL_Joy", "cheekSquintLeft", "noseSneerLeft"]
        {
            assert!(!is_mouth(&normalized(name)), "{name}");
        }
    }
}
