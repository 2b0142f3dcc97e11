//! Cues as they happen to an actor.

use super::lines::Lines;
use super::loose::LooseItem;
use super::performer::{Aiming, Performer};
use super::stage::Stage;
use sinew::face::EmotionFade;
use sinew::glam::Vec3;
use sinew::ragdoll::HitReaction;
use sinew::surface::{DecalLife, DecalSettings, HitFaces, Ray, SurfaceEmitter};
use sinew_setup::CueAction;

/// Drops per second of a wound.
const DROPS: f32 = 4.0;
/// Distance from which a shot comes, metres.
const RANGE: f32 = 3.0;

impl Performer {
    /// Lets an action happen. All names were checked when the show was opened, so that calls that fail for
    /// unknown names cannot.
    pub(super) fn act(&mut self, action: &CueAction, lines: &Lines, stage: &mut Stage) {
        let Self { actor, setup, .. } = self;
        match action {
            CueAction::Set(parameter, value) => {
                let _ = actor.graph_mut().map(|graph| graph.set_parameter(parameter.as_str(), *value));
            }
            CueAction::Trigger(parameter) => {
                let _ = actor.graph_mut().map(|graph| graph.trigger(parameter.as_str()));
            }
            CueAction::Play(clip) => {
                let _ = actor.play_montage(clip.as_str());
            }
            CueAction::Turn(degrees) => self.turn(degrees.to_radians()),
            CueAction::Face(point) => {
                let to = self.transform.inverse().transform_point3(*point);
                self.turn(to.x.atan2(to.z));
            }
            CueAction::LookAt(target) => self.looks_at = target.clone(),
            CueAction::Speak(path) => {
                if let (Some(face), Some(visemes)) = (actor.face_mut(), lines.visemes(path)) {
                    face.speak(visemes.clone());
                }
            }
            CueAction::Emotion(emotion, intensity) => {
                if let Some(face) = actor.face_mut() {
                    let fade = EmotionFade::default().with_intensity(*intensity);
                    match *intensity > 0.0 {
                        true => drop(face.set_emotion(emotion.as_str(), fade)),
                        false => face.clear_emotion(fade),
                    }
                }
            }
            CueAction::Hold(item) | CueAction::PutAway(item) => {
                self.pick_up(item, stage);
                let holds = matches!(action, CueAction::Hold(_));
                let _ = self.setup.hold(&mut self.actor, item, holds);
            }
            CueAction::LetGo(item) => {
                self.aim.take_if(|aim| aim.item == *item);
                if let (Ok(at), Some(id)) = (setup.let_go(actor, item), setup.item(item)) {
                    self.loose.extend(LooseItem::new(actor, id, &at, stage));
                }
            }
            CueAction::Aim(item, target) => match self.aim.as_mut().filter(|aim| aim.item == *item) {
                Some(aim) => (aim.target, aim.is_up) = (*target, true),
                None => self.aim = Some(Aiming::new(item, *target)),
            },
            CueAction::Lower(item) => {
                self.aim.iter_mut().filter(|aim| aim.item == *item).for_each(|aim| aim.is_up = false);
            }
            CueAction::Hit { at, from, impulse, decal, radius, bleeds } => {
                self.hit(*at, *from, *impulse, (decal.as_deref(), *radius, *bleeds));
            }
            CueAction::Fall => {
                self.aim.iter_mut().for_each(|aim| aim.is_up = false);
                self.actor.ragdoll_mut().into_iter().for_each(|ragdoll| ragdoll.start());
            }
            CueAction::GetUp => self.wants_up = true,
            CueAction::Wear(outfit) => {
                let _ = setup.wear(actor, Some(outfit));
            }
        }
    }

    /// Takes the body of an item that was let go out of the world.
    fn pick_up(&mut self, item: &str, stage: &mut Stage) {
        self.aim.take_if(|aim| aim.item == item);
        let Some(id) = self.setup.item(item) else { return };
        if let Some(found) = self.loose.iter().position(|loose| loose.id == id) {
            self.loose.swap_remove(found).remove(stage);
        }
    }

    /// A shot: it marks the skin, opens a wound, and staggers or pushes the body.
    fn hit(&mut self, at: Vec3, from: Vec3, impulse: f32, (decal, radius, bleeds): (Option<&str>, f32, f32)) {
        let from = from.normalize_or(Vec3::Z);
        let ray = Ray::new(at + from * RANGE, -from).transformed(&self.transform);
        let is_down = self.is_down();
        let actor = &mut self.actor;
        // Without decals there is no surface to hit.
        let hit = actor.hit(&ray, HitFaces::Front);
        if let Some(hit) = &hit {
            let look = decal.and_then(|look| actor.decals()?.decals().find_look(look));
            if let Some(look) = look {
                // A point of the skin with an area takes a decal.
                let _ = actor.add_decal(&hit.point, look, &DecalSettings::new(radius), DecalLife::default());
            }
            if let Some(decals) = actor.decals_mut().filter(|_| bleeds > 0.0) {
                decals.add_wound(SurfaceEmitter::new(hit.point, DROPS).with_duration(bleeds));
            }
        }
        let transform = self.transform;
        let Some(ragdoll) = actor.ragdoll_mut() else { return };
        let part = hit.as_ref().and_then(|hit| ragdoll.ragdoll().part_of(hit.joint)).unwrap_or(0);
        let point = hit.map(|hit| transform.transform_point3(hit.position));
        let impulse = ray.direction * impulse;
        match is_down {
            true => ragdoll.apply_impulse(part, impulse, point),
            false => ragdoll.hit(part, impulse, point, &HitReaction::default()),
        }
    }
}
