//! Footsteps of a clip: the moments at which its feet come down.

use super::contact::{ContactFrames, SourceContacts};
use super::key_times::key_times;
use crate::body::TPose;
use crate::character::Character;
use crate::clip::{ClipEvent, ClipEvents, ClipEventsDescription, RawClip, SyncMarker, root_motion_from_feet};
use crate::humanoid::HumanBone::{LeftFoot, LeftToes, RightFoot, RightToes};

/// Height above the standing sole, in leg lengths, up to which a foot that comes down touches the ground: the
/// heel does before the ball stands.
const TOUCH_HEIGHT: f32 = 0.02;

/// Way on the ground, in leg lengths, from which a foot has stepped, however low it swung.
const STEP: f32 = 0.15;

/// Longest time from the heel to the ball, seconds.
const MAX_ROLL: f32 = 0.1;

/// Speed of the ground under a clip, leg lengths per second, from which it counts as made in place.
const MIN_SPEED: f32 = 0.1;

/// Finds the feet of a walk, run or other motion of a humanoid: adds an event `step_left` or `step_right`,
/// and a sync marker `left` or `right`, wherever a foot comes down. Clips made in place also get the root
/// motion at which their feet do not slide; root motion that is there stays. Returns whether any foot touches
/// the ground. Events and markers of these names are replaced.
///
/// The clip is taken for a loop: a foot that stands at its start and its end comes down at neither.
///
/// ```
/// use sinew::retarget::add_footsteps;
/// use sinew::{Character, RawClip};
///
/// fn prepare(character: &Character, clips: &mut [RawClip]) {
///     for clip in clips {
///         if !add_footsteps(clip, character) {
///             eprintln!("{}: no steps", clip.name);
///         }
///     }
/// }
/// ```
pub fn add_footsteps(clip: &mut RawClip, character: &Character) -> bool {
    let (skeleton, Some(human)) = (character.skeleton(), character.humanoid()) else { return false };
    let body = TPose::of_clip(skeleton, human, clip).with_skin(character);
    let Ok(times) = key_times(clip, skeleton.len(), false) else { return false };
    let joints = RawClip { joints: clip.joints.clone(), ..RawClip::default() };
    let Some(found) = SourceContacts::of(&joints, &times, skeleton, &body) else { return false };
    if found.contacts.iter().all(Vec::is_empty) {
        return false;
    }
    let mut events = ClipEventsDescription::of(&clip.events);
    let touch = found.standing_height + TOUCH_HEIGHT * body.leg_length();
    let step = (clip.end() - clip.start()) / times.len().max(2) as f32;
    let most = (MAX_ROLL / step.max(1e-6)).round() as usize;
    let feet = found.contacts.iter().zip(&found.soles).zip(&found.balls);
    for (((contacts, soles), balls), side) in feet.zip(["left", "right"]) {
        let is_lifted = |from: usize, to: usize| {
            let way = (balls[to] - balls[from]).with_y(0.0).length();
            way > STEP * body.leg_length() || !soles[from..to].iter().all(|sole| *sole <= touch)
        };
        let name = format!("step_{side}");
        events.points.retain(|event| event.name != name);
        events.sync_markers.retain(|marker| marker.name != side);
        for frame in landings(&joined(contacts, is_lifted), times.len()) {
            let time = times[touch_down(frame, soles, touch, most)];
            events.points.push(ClipEvent { time, name: name.clone(), data: String::new() });
            events.sync_markers.push(SyncMarker { time, name: side.into() });
        }
    }
    // The times are those of frames, so that they are finite and in order.
    if let Ok(events) = ClipEvents::from_description(&events) {
        clip.events = events;
    }
    if clip.root_motion.is_none() && found.velocity.length() > MIN_SPEED * body.leg_length() {
        let feet: Vec<_> = [LeftFoot, RightFoot, LeftToes, RightToes]
            .into_iter()
            .filter_map(|bone| human.joint(bone))
            .collect();
        clip.root_motion = Some(root_motion_from_feet(clip, skeleton, &feet));
    }
    true
}

/// Frame at which a foot that stands from `frame` on touched the ground, at most `most` frames before. The
/// last frame of the loop is its first.
fn touch_down(frame: usize, soles: &[f32], touch: f32, most: usize) -> usize {
    let frames = soles.len().max(2) - 1;
    let before = |steps: usize| (frame + frames * most - steps) % frames;
    let steps = (1..=most.min(frames)).take_while(|steps| soles[before(*steps)] <= touch).count();
    if steps == 0 { frame } else { before(steps) }
}

/// Contacts, as one where the foot `is_lifted` nowhere between two frames, the end of one and the start of
/// the next.
fn joined(contacts: &[ContactFrames], is_lifted: impl Fn(usize, usize) -> bool) -> Vec<ContactFrames> {
    let mut joined: Vec<ContactFrames> = Vec::new();
    for contact in contacts {
        match joined.last_mut() {
            Some(last) if !is_lifted(last.last, contact.first) => {
                last.last = contact.last;
            }
            _ => joined.push(*contact),
        }
    }
    joined
}

/// Frames at which a foot comes down in a loop of `frames` frames.
fn landings(contacts: &[ContactFrames], frames: usize) -> impl Iterator<Item = usize> {
    let stands_at_end = contacts.last().is_some_and(|contact| contact.last + 1 >= frames);
    contacts.iter().map(|contact| contact.first).filter(move |first| *first > 0 || !stands_at_end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stand_across_the_seam_of_a_loop_is_one_landing() {
        let contact = |first, last| ContactFrames { first, last };
        let found = |contacts: &[ContactFrames]| landings(contacts, 30).collect::<Vec<_>>();
        assert_eq!(found(&[contact(0, 8), contact(20, 29)]), [20]);
        assert_eq!(found(&[contact(0, 8), contact(20, 27)]), [0, 20]);
        assert_eq!(found(&[contact(4, 12)]), [4]);
        assert!(found(&[contact(0, 29)]).is_empty() && found(&[]).is_empty());
    }

    #[test]
    fn the_heel_comes_down_before_the_ball_stands() {
        let soles = [0.0, 0.0, 0.0, 0.3, 0.2, 0.1, 0.0, 0.0, 0.0, 0.3, 0.0];
        assert_eq!(touch_down(8, &soles, 0.01, 5), 6);
        assert_eq!(touch_down(8, &soles, 0.01, 1), 7);
        assert_eq!(touch_down(3, &soles, 0.01, 2), 1);
        // Across the seam of the loop.
        assert_eq!(touch_down(1, &soles, 0.01, 5), 0);
        assert_eq!(touch_down(1, &[0.0, 0.0, 0.2, 0.0, 0.0], 0.01, 9), 3);
        assert_eq!(touch_down(0, &[0.0], 0.01, 9), 0);
    }
}
