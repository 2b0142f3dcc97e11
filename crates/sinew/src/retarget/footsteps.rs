//! Footsteps of a clip: the moments at which its feet come down.

use super::contact::{ContactFrames, SourceContacts};
use super::key_times::key_times;
use crate::body::TPose;
use crate::character::Character;
use crate::clip::{ClipEvent, ClipEvents, RawClip, SyncMarker, root_motion_from_feet};
use crate::humanoid::HumanBone::{LeftFoot, LeftToes, RightFoot, RightToes};

/// Speed of the ground under a clip, leg lengths per second, from which it counts as made in place.
const MIN_SPEED: f32 = 0.1;

/// Finds the feet of a walk, run or other motion of a humanoid: adds an event `step_left` or `step_right`, and a sync marker `left` or
/// `right`, wherever a foot comes down. Clips made in place also get the root motion at which their feet do not slide; root motion that is
/// there stays. Returns whether any foot touches the ground. Events and markers of these names are replaced.
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
    let body = TPose::from_clip(skeleton, human, clip).with_skin(character);
    let Ok(times) = key_times(clip, skeleton.len(), false) else { return false };
    let joints = RawClip { joints: clip.joints.clone(), ..RawClip::default() };
    let Some(found) = SourceContacts::of(&joints, &times, skeleton, &body) else { return false };
    if found.contacts.iter().all(Vec::is_empty) {
        return false;
    }
    let mut events = clip.events.to_description();
    for (contacts, side) in found.contacts.iter().zip(["left", "right"]) {
        let name = format!("step_{side}");
        events.points.retain(|event| event.name != name);
        events.sync_markers.retain(|marker| marker.name != side);
        for time in landings(contacts, times.len()).map(|frame| times[frame]) {
            events.points.push(ClipEvent { time, name: name.clone(), data: String::new() });
            events.sync_markers.push(SyncMarker { time, name: side.into() });
        }
    }
    // The times are those of frames, so that they are finite and in order.
    if let Ok(events) = ClipEvents::new(events) {
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
}
