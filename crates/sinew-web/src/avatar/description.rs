//! The character as a page knows it: what can be asked of it, and what it does.

use super::Body;
use super::surroundings::FALLS;
use serde_json::{Map, Value, json};
use sinew::WrapMode;
use sinew::face::FaceState;
use sinew::graph::{GraphState, ParameterKind, ParameterValue};
use sinew::playback::Playback;
use sinew::ragdoll::BodyState;

impl Body {
    /// All that can be asked of the character, as JSON.
    #[must_use]
    pub fn describe(&self) -> String {
        let (character, rig) = (self.actor.character(), self.actor.face().map(FaceState::rig));
        let emotions: Vec<&str> = rig.map(|rig| rig.emotions().collect()).unwrap_or_default();
        let expressions = character.expressions().iter().map(|one| one.name.as_str());
        let motions = self.motions();
        let motions = motions
            .iter()
            .map(|motion| json!({ "clip": motion.clip.0, "name": motion.name, "seconds": motion.seconds }));
        let graph = self.actor.graph().map(GraphState::graph);
        let parameters = graph.iter().flat_map(|graph| graph.parameters()).map(|(_, name, kind)| {
            let (kind, value) = match kind {
                ParameterKind::Float(value) | ParameterKind::Smooth(value, _) => ("number", json!(value)),
                ParameterKind::Int(value) => ("integer", json!(value)),
                ParameterKind::Bool(value) => ("boolean", json!(value)),
                _ => ("trigger", json!(false)),
            };
            json!({ "name": name, "kind": kind, "value": value })
        });
        json!({
            "motions": motions.collect::<Vec<_>>(),
            "emotions": emotions,
            "expressions": expressions.collect::<Vec<_>>(),
            "parameters": parameters.collect::<Vec<_>>(),
            "items": self.setup.items().collect::<Vec<_>>(),
            "outfits": self.setup.outfits().collect::<Vec<_>>(),
            "findings": self.setup.findings().iter().map(ToString::to_string).collect::<Vec<_>>(),
            "speaks": rig.is_some_and(|rig| rig.viseme_map().is_some()),
            "falls": FALLS && self.actor.ragdoll().is_some(),
            "isHumanoid": character.humanoid().is_some(),
            "triangles": character.meshes().iter().flat_map(|mesh| &mesh.primitives).map(|one| one.indices.len() / 3).sum::<usize>(),
        })
        .to_string()
    }

    /// Present state of the character, as JSON.
    #[must_use]
    pub fn state(&self) -> String {
        let playback = self.actor.montage().or_else(|| self.actor.playback());
        let body = match self.actor.body_state() {
            BodyState::PartlyFalling | BodyState::Falling => "falling",
            BodyState::Resting => "lying",
            BodyState::GettingUp => "gettingUp",
            BodyState::Blocked => "blocked",
            _ => "standing",
        };
        json!({
            "motion": playback.map(|playback| self.playing(playback)),
            "body": body,
            "parameters": self.actor.graph().map(parameter_values).unwrap_or_default(),
            "outfit": self.outfit,
        })
        .to_string()
    }

    fn playing(&self, playback: &Playback) -> Value {
        let motion = self.motion(playback.clip());
        let clip = &self.actor.clips()[playback.clip()];
        json!({
            "clip": motion.clip.0,
            "name": motion.name,
            "seconds": motion.seconds,
            "time": playback.file_time(clip) - clip.start(),
            "speed": playback.speed,
            "loop": playback.wrap != WrapMode::Clamp,
        })
    }
}

fn parameter_values(state: &GraphState) -> Map<String, Value> {
    let value = |id| match state.parameter(id) {
        ParameterValue::Float(value) => json!(value),
        ParameterValue::Int(value) => json!(value),
        ParameterValue::Bool(value) => json!(value),
        _ => Value::Null,
    };
    state.graph().parameters().map(|(id, name, _)| (name.to_owned(), value(id))).collect()
}
