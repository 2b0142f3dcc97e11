use crate::character::{Character, ExpressionId, MorphTargetId};
use crate::face::names::normalized;
use crate::morph::MorphWeights;

/// Shapes that close the eyes of a character.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Eyelids {
    expressions: Vec<ExpressionId>,
    morphs: Vec<(MorphTargetId, f32)>,
}

/// Normalized names of morph targets that close both eyes, or one each: ARKit and Character Creator, VRoid Studio, Ready Player Me.
const NAMES: [&[&str]; 4] =
    [&["eyeblinkleft", "eyeblinkright"], &["fcleyeclose"], &["eyesclosed"], &["blink"]];

/// Normalized names of morph targets that close an eye or both, whichever the lids of a character use.
const CLOSERS: [&str; 9] = [
    "eyeblinkleft",
    "eyeblinkright",
    "blinkleft",
    "blinkright",
    "fcleyeclose",
    "fcleyeclosel",
    "fcleyecloser",
    "eyesclosed",
    "blink",
];

/// Morph targets that close eyes, by their names: blinks of clips may use others than the lids of the character.
pub(crate) fn closers(character: &Character) -> Vec<MorphTargetId> {
    let named = character.morph_targets().filter(|(_, name)| CLOSERS.contains(&normalized(name).as_str()));
    named.map(|(id, _)| id).collect()
}

impl Eyelids {
    /// Lids of a character: VRM's expression `blink`, else one for each eye, else morph targets by name. `None` where the eyes cannot close.
    pub(crate) fn detect(character: &Character) -> Option<Self> {
        let expression = |name: &str| character.find_expression(name);
        if let Some(both) = expression("blink") {
            return Some(Self { expressions: vec![both], morphs: Vec::new() });
        }
        if let Some((left, right)) = expression("blinkLeft").zip(expression("blinkRight")) {
            return Some(Self { expressions: vec![left, right], morphs: Vec::new() });
        }
        NAMES.iter().find_map(|names| {
            let found =
                character.morph_targets().filter(|(_, name)| names.contains(&normalized(name).as_str()));
            let morphs: Vec<_> = found.map(|(id, _)| (id, 1.0)).collect();
            (!morphs.is_empty()).then(|| Self { expressions: Vec::new(), morphs })
        })
    }

    /// Lids that close by morph targets with weights.
    pub(crate) fn of_morphs(morphs: Vec<(MorphTargetId, f32)>) -> Self {
        Self { expressions: Vec::new(), morphs }
    }

    /// Opens the lids of expressions, which clips may have closed.
    pub(crate) fn open_expressions(&self, weights: &mut [f32]) {
        self.expressions.iter().for_each(|id| weights[id.index()] = 0.0);
    }

    /// Closes the lids of expressions that are less closed.
    pub(crate) fn write_expressions(&self, closed: f32, weights: &mut [f32]) {
        self.expressions.iter().for_each(|id| weights[id.index()] = weights[id.index()].max(closed));
    }

    /// Closes the lids of morph targets likewise.
    pub(crate) fn write_morphs(&self, closed: f32, weights: &mut MorphWeights) {
        for (id, weight) in &self.morphs {
            let own = &mut weights.row_mut(id.instance)[id.target];
            let closed = closed * weight;
            *own = if closed < 0.0 { own.min(closed) } else { own.max(closed) };
        }
    }
}
