use crate::character::{Character, ExpressionId, MorphTargetId};
use crate::face::arkit::spelled_morphs;
use crate::morph::MorphWeights;
use std::collections::BTreeSet;

/// Shapes that close the eyes of a character.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Eyelids {
    expressions: Vec<ExpressionId>,
    morphs: Vec<(MorphTargetId, f32)>,
    /// Morph targets by which clips may blink: these, and others by their names.
    closers: Vec<MorphTargetId>,
}

impl Eyelids {
    /// Lids of a character: VRM's expression `blink`, else one for each eye, else morph targets by name, of
    /// which one closes both eyes or each closes one. Expressions without effect count where nothing else is
    /// found. `None` where the eyes cannot close.
    pub(crate) fn detect(character: &Character) -> Option<Self> {
        let of_expressions = |find: &dyn Fn(&str) -> Option<ExpressionId>| {
            let both = find("blink").map(|both| vec![both]);
            let sides = || find("blinkLeft").zip(find("blinkRight")).map(|(left, right)| vec![left, right]);
            both.or_else(sides).map(|lids| Self::new(character, lids, Vec::new()))
        };
        of_expressions(&|name| character.find_effective_expression(name))
            .or_else(|| Self::named(character))
            .or_else(|| of_expressions(&|name| character.find_expression(name)))
    }

    /// Lids by the names of morph targets.
    fn named(character: &Character) -> Option<Self> {
        let spelled = spelled_morphs(character);
        character.face_names().blinks().iter().find_map(|family| {
            let found = family.find(&spelled)?;
            let closes =
                |(_, number): &(MorphTargetId, usize), eyes: &str| family.meanings[*number][0].0 == eyes;
            let has = |eyes: &str| found.iter().any(|shape| closes(shape, eyes));
            // Where a shape closes both eyes, those of one eye are not needed. One eye alone would wink.
            let has_both = has("both");
            let closing = found.iter().filter(|shape| !has_both || closes(shape, "both"));
            let closing = closing.map(|(id, _)| (*id, 1.0)).collect();
            (has_both || has("left") && has("right")).then(|| Self::of_morphs(character, closing))
        })
    }

    /// Lids that close by morph targets with weights.
    pub(crate) fn of_morphs(character: &Character, morphs: Vec<(MorphTargetId, f32)>) -> Self {
        Self::new(character, Vec::new(), morphs)
    }

    fn new(character: &Character, expressions: Vec<ExpressionId>, morphs: Vec<(MorphTargetId, f32)>) -> Self {
        let spelled = spelled_morphs(character);
        let named = character.face_names().blinks().iter().flat_map(|family| family.named(&spelled));
        let closers: BTreeSet<MorphTargetId> = morphs.iter().map(|(id, _)| *id).chain(named).collect();
        let closers = closers.into_iter().collect();
        Self { expressions, morphs, closers }
    }

    /// Morph targets that close the lids; none where expressions do.
    pub(crate) fn morphs(&self) -> Option<&[(MorphTargetId, f32)]> {
        self.expressions.is_empty().then_some(&*self.morphs)
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
            let value = &mut weights.row_mut(id.instance)[id.target];
            let closed = closed * weight;
            *value = if closed < 0.0 { value.min(closed) } else { value.max(closed) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::Expression;
    use crate::face::viseme_map::{empty, face, face_with, moving};

    /// Expressions and morph targets that close the lids.
    fn lids(morphs: &[&str], expressions: Vec<Expression>) -> Option<(Vec<String>, Vec<String>)> {
        let character = face_with(morphs, expressions);
        let found = Eyelids::detect(&character)?;
        let expression = |id: &ExpressionId| character.expressions()[id.index()].name.clone();
        let morph = |(id, _): &(MorphTargetId, f32)| morphs[id.target].to_owned();
        Some((found.expressions.iter().map(expression).collect(), found.morphs.iter().map(morph).collect()))
    }

    #[test]
    fn expressions_without_effect_give_way() {
        let of = |morphs: &[&str], expressions| lids(morphs, expressions).unwrap();
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let sides = vec![empty("blink"), moving("blinkLeft", 0, 1.0), moving("blinkRight", 1, 1.0)];
        assert_eq!(of(&["l", "r"], sides), (names(&["blinkLeft", "blinkRight"]), Vec::new()));
        let arkit = ["eyeBlinkLeft", "eyeBlinkRight"];
        assert_eq!(of(&arkit, vec![empty("blink")]), (Vec::new(), names(&arkit)));
        assert_eq!(of(&arkit, vec![moving("blink", 0, 0.0)]).1, names(&arkit));
        let vroid = vec![empty("blinkLeft"), empty("blinkRight")];
        assert_eq!(of(&["Fcl_EYE_Close"], vroid).1, names(&["Fcl_EYE_Close"]));
        assert_eq!(of(&arkit, vec![moving("blink", 0, 1.0)]).0, names(&["blink"]));
        // Where nothing else is found, a game may show the weight itself.
        assert_eq!(of(&["x"], vec![empty("blink")]).0, names(&["blink"]));
    }

    #[test]
    fn one_eye_alone_does_not_blink() {
        let closing = |morphs: &[&str]| {
            let found = Eyelids::detect(&face(morphs, &[]))?;
            Some(found.morphs.iter().map(|(id, _)| morphs[id.target].to_owned()).collect::<Vec<_>>())
        };
        for alone in ["eyeBlinkLeft", "eyeBlink_R", "Fcl_EYE_Close_L", "EyesClosedL"] {
            assert_eq!(closing(&[alone, "mouthOpen"]), None, "{alone}");
        }
        assert_eq!(closing(&["eyeBlinkLeft", "eyesClosed"]).unwrap(), ["eyesClosed"]);
        assert_eq!(closing(&["eyeBlinkLeft", "eyeBlinkRight", "eyesClosed"]).unwrap().len(), 2);
        for both in [
            ["EyesClosedL", "EyesClosedR"],
            ["eCTRLEyesClosedL", "eCTRLEyesClosedR"],
            ["EyelidClose_L", "EyelidClose_R"],
            ["Fcl_EYE_Close_L", "Fcl_EYE_Close_R"],
            ["ウィンク", "ウィンク右"],
        ] {
            let mut found = closing(&both).unwrap();
            found.sort_by_key(|shape| both.iter().position(|name| name == shape));
            assert_eq!(found, both);
        }
        assert_eq!(closing(&["eCTRLEyesClosed"]).unwrap().len(), 1);
    }
}
