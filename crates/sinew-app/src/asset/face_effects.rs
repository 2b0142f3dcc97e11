//! Parts of a face that can move, found by moving them: what a frame then shows is compared with the face at
//! rest.

use sinew::character::MaterialId;
use sinew::face::{
    BlinkSettings, EmotionFade, FaceRig, FaceRigDescription, FaceState, Gaze, GazeAngles, MaterialOverride,
    Viseme, VisemeMap,
};
use sinew::math::Transform;
use sinew::{Actor, Character};
use std::sync::Arc;

/// Direction of a look aside and up, radians.
const ASIDE: GazeAngles = GazeAngles { yaw: 0.4, pitch: 0.2 };
/// Step and number of frames of a blink that is tried.
const BLINK_STEP: f32 = 1.0 / 60.0;
const BLINK_FRAMES: usize = 20;

/// Effect of a part of a face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effect {
    /// Changes morph weights or joints, which clips of characters hold.
    pub(crate) moves: bool,
    /// Changes colours or texture transforms, which pictures show and clips do not hold.
    pub(crate) paints: bool,
}

impl Effect {
    /// True for a part without any effect.
    pub(crate) fn is_none(self) -> bool {
        self == Self::default()
    }

    fn or(self, other: Self) -> Self {
        Self { moves: self.moves || other.moves, paints: self.paints || other.paints }
    }
}

/// Face of a character that is tried.
pub(crate) struct FaceEffects {
    actor: Actor,
    rest: Shown,
}

/// Parts of a frame that a face changes.
#[derive(PartialEq)]
struct Shown {
    joints: Vec<Transform>,
    morphs: Vec<f32>,
    materials: Vec<Option<MaterialOverride>>,
}

impl FaceEffects {
    /// Face at rest, with the shapes of a description where there is one.
    pub(crate) fn new(character: &Arc<Character>, shapes: Option<&FaceRigDescription>) -> Self {
        let mut actor = Actor::without_clips(character.clone());
        let found = FaceRig::new(character);
        // What the character lacks was an error before.
        let described = shapes.and_then(|shapes| found.clone().with_description(shapes).ok());
        let set = actor.set_face(Some(Arc::new(described.unwrap_or(found))));
        set.expect("a face of the actor's character");
        // Hair that swings is no face. Removing the rig cannot fail.
        let _ = actor.set_springs(None);
        actor.update(0.0);
        let rest = shown(&actor);
        Self { actor, rest }
    }

    /// Effect of what `change` does to the face, over some frames.
    fn effect(&self, frames: usize, change: impl FnOnce(&mut FaceState)) -> Effect {
        let mut actor = self.actor.clone();
        let Some(face) = actor.face_mut() else { return Effect::default() };
        change(face);
        let mut found = Effect::default();
        for frame in 0..frames.max(1) {
            actor.update(if frame == 0 { 0.0 } else { BLINK_STEP });
            let now = shown(&actor);
            found = found.or(Effect {
                moves: now.joints != self.rest.joints || now.morphs != self.rest.morphs,
                paints: now.materials != self.rest.materials,
            });
        }
        found
    }

    /// Effect of a blink.
    pub(crate) fn blink(&self) -> Effect {
        self.effect(BLINK_FRAMES, |face| {
            face.set_blinks(Some(BlinkSettings::default()));
            face.blink();
        })
    }

    /// Effect of a look aside by the eyes.
    pub(crate) fn look(&self) -> Effect {
        self.effect(1, |face| face.set_gaze(Gaze::Angles(ASIDE)))
    }

    /// Effect of an emotion at its full weight; none for unknown ones.
    pub(crate) fn emotion(&self, name: &str) -> Effect {
        self.effect(1, |face| drop(face.set_emotion(name, EmotionFade::new(0.0))))
    }

    /// Effect of the visemes of a map.
    pub(crate) fn visemes(&self, map: &Arc<VisemeMap>) -> Effect {
        let each = Viseme::ALL.into_iter().map(|viseme| {
            self.effect(1, |face| {
                let mut weights = [0.0; Viseme::COUNT];
                weights[viseme.index()] = 1.0;
                // The map is one of this character.
                if let Ok(rig) = FaceRig::clone(face.rig()).with_viseme_map(Some(map.clone())) {
                    drop(face.set_rig(Arc::new(rig)));
                }
                face.set_visemes(weights);
            })
        });
        each.fold(Effect::default(), Effect::or)
    }
}

fn shown(actor: &Actor) -> Shown {
    let (frame, character) = (actor.frame(), actor.character());
    let instances = character.mesh_instance_ids();
    let materials = (0..character.materials().len() as u32).map(MaterialId);
    Shown {
        joints: frame.local().to_vec(),
        morphs: instances.flat_map(|id| frame.morph_weights(id).to_vec()).collect(),
        materials: materials.map(|id| frame.material_override(id).copied()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_files::{actor, built_in};
    use sinew::face::{JawDescription, MorphShapes, VisemeShapes};

    #[test]
    fn parts_of_faces_that_move_are_found() {
        let character = built_in().character().clone();
        let face = FaceEffects::new(&character, None);
        let map = Arc::new(VisemeMap::detect(&character).unwrap());
        for part in [face.blink(), face.look(), face.emotion("happy"), face.visemes(&map)] {
            assert!(part.moves);
        }
        assert!(face.emotion("neutral").is_none() && face.emotion("no such").is_none());
        // A character without a face.
        let Some(fox) = actor(Some("gltf/Fox.glb")) else { return };
        let character = fox.character().clone();
        let fox = FaceEffects::new(&character, None);
        assert!(fox.blink().is_none() && fox.look().is_none());
        // A jaw of any name.
        let mut jaw = FaceRigDescription::default();
        jaw.visemes.insert(Viseme::Aa, VisemeShapes { jaw: 1.0, ..VisemeShapes::default() });
        jaw.jaw = Some(JawDescription { joint: "b_Head_05".into(), ..JawDescription::default() });
        let map = Arc::new(VisemeMap::from_description(&jaw, &character).unwrap());
        assert!(FaceEffects::new(&character, Some(&jaw)).visemes(&map).moves);
    }

    #[test]
    fn described_blinks_and_emotions_count() {
        let mut parts = (**built_in().character()).clone().into_parts();
        parts.expressions.clear();
        let character = Arc::new(Character::new(parts).unwrap());
        let mut shapes = FaceRigDescription::default();
        assert!(FaceEffects::new(&character, Some(&shapes)).emotion("silly").is_none());
        let grin = MorphShapes { morphs: [("mouthSmileLeft".to_owned(), 1.0)].into() };
        shapes.emotions.insert("silly".into(), grin.clone());
        shapes.blink = Some(MorphShapes { morphs: [("mouthSmileLeft".to_owned(), 0.0)].into() });
        let face = FaceEffects::new(&character, Some(&shapes));
        assert!(face.emotion("silly").moves && face.blink().is_none());
        shapes.blink = Some(grin);
        assert!(FaceEffects::new(&character, Some(&shapes)).blink().moves);
    }
}
