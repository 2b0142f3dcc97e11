//! Clips of the built-in character for files that lack those of a scene.

use super::kind::SceneKind;
use crate::asset::clip_choice;
use crate::asset::retarget::retarget;
use crate::asset::source;
use crate::report::failure::Failure;
use sinew::{Character, RawClip};

/// Clips of the built-in character, retargeted.
pub(crate) struct FallbackClips {
    pub(crate) clips: Vec<RawClip>,
    /// Message for the user.
    pub(crate) message: String,
}

/// Clips for a scene that `file`, with clips of these `names`, lacks; none where it has all. In scenes that
/// are walked through, a first clip of any name that moves forward will do: `moves_forward` checks it.
pub(crate) fn fallback_clips<'a>(
    scene: SceneKind,
    (character, file): (&Character, &str),
    names: impl Iterator<Item = &'a str> + Clone,
    moves_forward: impl FnOnce() -> bool,
) -> Result<Option<FallbackClips>, Failure> {
    let missing = scene.missing_clips(names.clone());
    let has_clips = names.clone().next().is_some();
    if missing.is_empty() || (scene.travels() && has_clips && moves_forward()) {
        return Ok(None);
    }
    let mut fallback = retarget_all(&missing, (character, file), has_clips)?;
    fallback.message.push_str("; choose another with --clip");
    Ok(Some(fallback))
}

/// [`fallback_clips`] where the user chose the clip to begin with.
pub(crate) fn later_fallback_clips<'a>(
    scene: SceneKind,
    body: (&Character, &str),
    names: impl Iterator<Item = &'a str> + Clone,
) -> Result<Option<FallbackClips>, Failure> {
    let missing = scene.missing_later_clips(names.clone());
    let has_clips = names.clone().next().is_some();
    (!missing.is_empty()).then(|| retarget_all(&missing, body, has_clips)).transpose()
}

fn retarget_all(
    missing: &[&str],
    (character, file): (&Character, &str),
    has_clips: bool,
) -> Result<FallbackClips, Failure> {
    let from = source::built_in()?;
    let on_body = |word: &&str| {
        let clip = clip_choice::of_file(&from, Some(word))?;
        Ok(retarget(clip, &from, character, file)?.clip)
    };
    let clips = missing.iter().map(on_body).collect::<Result<Vec<_>, Failure>>()?;
    Ok(FallbackClips { clips, message: message(file, missing, has_clips) })
}

fn message(file: &str, missing: &[&str], has_clips: bool) -> String {
    let [others @ .., last] = missing else { return String::new() };
    let all = |and: &str| match others {
        [] => (*last).to_owned(),
        others => format!("{} {and} {last}", others.join(", ")),
    };
    match has_clips {
        true => format!("{file} has no clip called {}: using the built-in character's", all("or")),
        false => format!("{file} has no clips: using the built-in character's {}", all("and")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fallback(scene: SceneKind, names: &[&str], moves_forward: bool) -> Option<FallbackClips> {
        let file = source::built_in().unwrap();
        let body = (&file.imported.character, "hero.glb");
        fallback_clips(scene, body, names.iter().copied(), || moves_forward).unwrap()
    }

    #[test]
    fn missing_clips_come_from_the_built_in_character() {
        let all = fallback(SceneKind::Rifle, &[], true).unwrap();
        let names =
            |some: &FallbackClips| some.clips.iter().map(|clip| clip.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&all), ["run", "idle", "jump"]);
        let line = "hero.glb has no clips: using the built-in character's run, idle and jump; choose another \
                    with --clip";
        assert_eq!(all.message, line);
        let some = fallback(SceneKind::Rifle, &["Idle_1"], true).unwrap();
        assert_eq!(names(&some), ["run", "jump"]);
        let line = "hero.glb has no clip called run or jump: using the built-in character's; choose another \
                    with --clip";
        assert_eq!(some.message, line);
        let walk = fallback(SceneKind::Stairs, &["0_pose"], false).unwrap();
        assert_eq!(names(&walk), ["walk"]);
        assert!(walk.clips[0].root_motion.is_some(), "it has root motion");
        let line =
            "hero.glb has no clip called walk: using the built-in character's; choose another with --clip";
        assert_eq!(walk.message, line);
    }

    #[test]
    fn a_chosen_clip_gets_the_later_ones() {
        let file = source::built_in().unwrap();
        let body = (&file.imported.character, "hero.glb");
        let later =
            |names: &[&str]| later_fallback_clips(SceneKind::Rifle, body, names.iter().copied()).unwrap();
        let later_clips = later(&[]).unwrap();
        assert!(later_clips.clips.iter().map(|clip| clip.name.as_str()).eq(["idle", "jump"]));
        assert_eq!(
            later_clips.message,
            "hero.glb has no clips: using the built-in character's idle and jump"
        );
        let later_clips = later(&["Jump_A", "dance"]).unwrap();
        assert_eq!(later_clips.message, "hero.glb has no clip called idle: using the built-in character's");
        assert!(later(&["jump", "idle"]).is_none());
        assert!(later_fallback_clips(SceneKind::Aim, body, ["crawl"].into_iter()).unwrap().is_none());
    }

    #[test]
    fn a_file_with_matching_clips_gets_none() {
        assert!(fallback(SceneKind::Slope, &["Jogging"], false).is_none());
        assert!(
            fallback(SceneKind::Slope, &["Take 001"], true).is_none(),
            "a clip that moves forward needs no name"
        );
        assert!(
            fallback(SceneKind::Aim, &["Take 001"], true).is_some(),
            "a clip that moves forward is no idle"
        );
        assert!(fallback(SceneKind::Ladder, &["Idle"], false).is_none());
    }
}
