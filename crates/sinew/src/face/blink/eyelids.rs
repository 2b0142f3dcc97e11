use crate::character::{Character, ExpressionId, MorphTargetId};
use crate::face::names::normalized;
use crate::morph::MorphWeights;

/// Shapes that close the eyes of a character.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Eyelids {
    expressions: Vec<ExpressionId>,
    morphs: Vec<(MorphTargetId, f32)>,
    /// Morph targets by which clips may blink: these, and others by their names.
    closers: Vec<MorphTargetId>,
}

/// Normalized names of morph targets that close both eyes, or one each: ARKit and Character Creator, VRoid Studio, Ready Player Me.
const NAMES: [&[&str]; 4] =
    [&["eyeblinkleft", "eyeblinkright"], &["fcleyeclose"], &["eyesclosed"], &["blink"]];

/// Normalized names of further morph targets that close an eye, by which clips may blink.
const OTHER_NAMES: [&str; 4] = ["blinkleft", "blinkright", "fcleyeclosel", "fcleyecloser"];

impl Eyelids {
    /// Lids of a character: VRM's expression `blink`, else one for each eye, else morph targets by name. `None` where the eyes cannot close.
    pub(crate) fn detect(character: &Character) -> Option<Self> {
        let expression = |name: &str| character.find_expression(name);
        if let Some(both) = expression("blink") {
            return Some(Self::new(character, vec![both], Vec::new()));
        }
        if let Some((left, right)) = expression("blinkLeft").zip(expression("blinkRight")) {
            return Some(Self::new(character, vec![left, right], Vec::new()));
        }
        NAMES.iter().find_map(|names| {
            let found =
                character.morph_targets().filter(|(_, name)| names.contains(&normalized(name).as_str()));
            let morphs: Vec<_> = found.map(|(id, _)| (id, 1.0)).collect();
            (!morphs.is_empty()).then(|| Self::of_morphs(character, morphs))
        })
    }

    /// Lids that close by morph targets with weights.
    pub(crate) fn of_morphs(character: &Character, morphs: Vec<(MorphTargetId, f32)>) -> Self {
        Self::new(character, Vec::new(), morphs)
    }

    fn new(character: &Character, expressions: Vec<ExpressionId>, morphs: Vec<(MorphTargetId, f32)>) -> Self {
        let closes = |name: &str| NAMES.iter().copied().flatten().chain(&OTHER_NAMES).any(|own| *own == name);
        let named = character.morph_targets().filter(|(_, name)| closes(&normalized(name)));
        let closers = morphs.iter().map(|(id, _)| *id).chain(named.map(|(id, _)| id)).collect();
        Self { expressions, morphs, closers }
    }

    /// Opens the lids of expressions, which clips may have closed.
    pub(crate) fn open_expressions(&self, weights: &mut [f32]) {
        self.expressions.iter().for_each(|id| weights[id.index()] = 0.0);
    }

    /// Opens the lids of morph targets likewise.
    pub(crate) fn open_morphs(&self, weights: &mut MorphWeights) {
        self.closers.iter().for_each(|id| weights.row_mut(id.instance)[id.target] = 0.0);
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
