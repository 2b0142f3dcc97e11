//! Weights of a face that an expression cannot have.

use sinew::face::FaceRigDescription;

/// Messages about weights of expressions outside 0 to 1, which count as the nearer end.
pub(crate) fn unusual_weights(description: &FaceRigDescription) -> Vec<String> {
    let visemes = description.visemes.iter();
    let weights = visemes
        .flat_map(|(viseme, shapes)| shapes.expressions.iter().map(move |expression| (viseme, expression)));
    let outside = weights.filter(|(_, (_, weight))| !(0.0..=1.0).contains(*weight));
    let message = |(viseme, (name, weight)): (&sinew::face::Viseme, (&String, &f32))| {
        let counts = weight.clamp(0.0, 1.0);
        format!(
            "visemes[{:?}]: the expression {name:?} has the weight {weight}; expected 0 to 1, and alone it \
             counts as {counts}",
            viseme.name()
        )
    };
    outside.map(message).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_outside_the_range_are_named() {
        let map = "(visemes: {\"aa\": (expressions: {\"aa\": 7, \"oh\": 0.5}, morphs: {\"m\": -1}), \
                   \"E\": (expressions: {\"ee\": -1})})";
        let found = unusual_weights(&FaceRigDescription::from_ron(map).unwrap());
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(
            found.iter().any(
                |message| message.contains("\"aa\" has the weight 7") && message.ends_with("counts as 1")
            )
        );
        assert!(
            found
                .iter()
                .any(|message| message.contains("\"ee\" has the weight -1")
                    && message.ends_with("counts as 0"))
        );
    }
}
