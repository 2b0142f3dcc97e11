//! Hair of an actor as meshes of its character.

use crate::encode::png_file;
use crate::report::failure::Failure;
use sinew::character::{Image, MeshInstanceId, Pixels};
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::{Affine3A, Quat};
use sinew::{Actor, Character, RawClip, Transform};
use sinew_author::hair::{CardMotion, CardSettings, HairCards};
use std::sync::Arc;

/// Cards of an actor's hair, and the movement of their chains as it is recorded.
pub(crate) struct CardRecorder {
    cards: HairCards,
    /// Per frame: local transforms of all joints of chains.
    frames: Vec<Vec<Transform>>,
}

impl CardRecorder {
    /// Cards of the hair that the actor has. `file` names its file in messages.
    pub(crate) fn new(actor: &Actor, settings: CardSettings, file: &str) -> Result<Self, Failure> {
        let Some(hair) = actor.hair() else { return Err(Failure::input(file, "the character has no hair")) };
        let cards = HairCards::new(hair.groom(), actor.character(), &settings);
        let cards = cards.map_err(|error| Failure::input(file, error))?;
        Ok(Self { cards, frames: Vec::new() })
    }

    /// The cards.
    pub(crate) const fn cards(&self) -> &HairCards {
        &self.cards
    }

    /// Records the present frame of the actor.
    pub(crate) fn add(&mut self, actor: &Actor) {
        let Some(hair) = actor.hair() else { return };
        let frame = actor.frame();
        let world = frame.world_from_model();
        let model: Vec<Affine3A> = frame.model().iter().map(|joint| world * *joint).collect();
        let mut joints = Vec::new();
        self.cards.local_transforms(|layer| hair.pose(layer), &model, &mut joints);
        self.frames.push(joints);
    }

    /// The actor's character with the cards in place of the meshes that are hidden, and its clips with the
    /// new joints. The first of `clips` gets the recorded movement, spread evenly over its duration; without
    /// recorded frames the chains swing by spring bones.
    pub(crate) fn finish(
        self,
        actor: &Actor,
        clips: &mut [RawClip],
        file: &str,
    ) -> Result<Character, Failure> {
        let failed = |error: &dyn std::fmt::Display| Failure::input(file, error.to_string());
        let mut parts = actor.character().as_ref().clone().into_parts();
        let frame = actor.frame();
        let instances = parts.retain_instances(|id: MeshInstanceId| frame.is_visible(id));
        parts.retain_used_materials();
        let groom = actor.hair().map(|hair| Arc::clone(hair.groom())).unwrap_or_default();
        let materials = self.cards.add_materials(&mut parts, &groom.layers, &mut image_file)?;
        let motion = if self.frames.is_empty() { CardMotion::Springs } else { CardMotion::Keys };
        let added = self.cards.add_to(&mut parts, &materials, motion).map_err(|error| failed(&error))?;
        for clip in &mut *clips {
            instances.remap_clip(clip);
            added.joints.remap_clip(clip);
        }
        let joints = added.chains.iter().flatten().copied().enumerate();
        if let (Some(clip), false) = (clips.first_mut(), self.frames.is_empty()) {
            let (end, last) = (f64::from(clip.end()), (self.frames.len() - 1).max(1));
            let times: Arc<[f32]> =
                (0..self.frames.len()).map(|n| (end * n as f64 / last as f64) as f32).collect();
            for (number, joint) in joints {
                let values = || self.frames.iter().map(|frame| frame[number]);
                let mut rotations: Vec<Quat> = values().map(|transform| transform.rotation).collect();
                for n in 1..rotations.len() {
                    if rotations[n].dot(rotations[n - 1]) < 0.0 {
                        rotations[n] = -rotations[n];
                    }
                }
                let translations = values().map(|transform| transform.translation).collect();
                let linear = Interpolation::Linear;
                let rotation =
                    Track::new(linear, 1, times.clone(), rotations).map_err(|error| failed(&error))?;
                let translation =
                    Track::new(linear, 1, times.clone(), translations).map_err(|error| failed(&error))?;
                clip.joints.push(JointTrack {
                    translation: Some(translation),
                    rotation: Some(rotation),
                    ..JointTrack::new(joint)
                });
            }
        }
        Character::new(parts).map_err(|error| failed(&error))
    }
}

/// An image of a name as PNG.
fn image_file(name: String, pixels: &Pixels) -> Result<Image, Failure> {
    Ok(Image { name, mime: "image/png".to_owned(), encoded: Some(png_file(pixels)?.into()) })
}
