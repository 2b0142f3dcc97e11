//! Clips of the built-in character, lent to whoever has none that a scene wants.

use crate::asset::clip_choice;
use crate::asset::retarget::retarget;
use crate::asset::source;
use crate::report::failure::Failure;
use crate::scene::SceneKind;
use sinew::{Character, RawClip};

/// Clips that are lent, on the body that plays them.
pub(crate) struct Lent {
    pub(crate) clips: Vec<RawClip>,
    /// What to say of it.
    pub(crate) told: String,
}

/// What the file called `file`, with clips of these `names`, lacks for a scene, on the body of `character`; none where it has
/// all. A first clip of any name that gets ahead is as good as a walk: `leads_on` tells whether it does.
pub(crate) fn lend<'a>(
    scene: SceneKind,
    (character, file): (&Character, &str),
    names: impl Iterator<Item = &'a str> + Clone,
    leads_on: impl FnOnce() -> bool,
) -> Result<Option<Lent>, Failure> {
    let lacking = scene.lacking(names.clone());
    let has_clips = names.clone().next().is_some();
    if lacking.is_empty() || (scene.travels() && has_clips && leads_on()) {
        return Ok(None);
    }
    let mut lent = lend_all(&lacking, (character, file), has_clips)?;
    lent.told.push_str("; --clip names another");
    Ok(Some(lent))
}

/// The same where the clip to begin with is given.
pub(crate) fn lend_later<'a>(
    scene: SceneKind,
    body: (&Character, &str),
    names: impl Iterator<Item = &'a str> + Clone,
) -> Result<Option<Lent>, Failure> {
    let lacking = scene.lacking_later(names.clone());
    let has_clips = names.clone().next().is_some();
    (!lacking.is_empty()).then(|| lend_all(&lacking, body, has_clips)).transpose()
}

fn lend_all(
    lacking: &[&str],
    (character, file): (&Character, &str),
    has_clips: bool,
) -> Result<Lent, Failure> {
    let from = source::open(None)?;
    let on_body = |word: &&str| {
        let clip = clip_choice::of_file(&from, word)?;
        Ok(retarget(clip, &from, character, file)?.clip)
    };
    let clips = lacking.iter().map(on_body).collect::<Result<Vec<_>, Failure>>()?;
    Ok(Lent { clips, told: told(file, lacking, has_clips) })
}

fn told(file: &str, lacking: &[&str], has_clips: bool) -> String {
    let [others @ .., last] = lacking else { return String::new() };
    let all = |and: &str| match others {
        [] => (*last).to_owned(),
        others => format!("{} {and} {last}", others.join(", ")),
    };
    let play = if others.is_empty() { "plays" } else { "play" };
    match has_clips {
        true => format!("{file} has no clip called {}: the built-in character's {play}", all("or")),
        false => format!("{file} has no clips: the built-in character's {} {play}", all("and")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lent(scene: SceneKind, names: &[&str], leads_on: bool) -> Option<Lent> {
        let file = source::open(None).unwrap();
        let body = (&file.imported.character, "hero.glb");
        lend(scene, body, names.iter().copied(), || leads_on).unwrap()
    }

    #[test]
    fn what_is_lacking_is_lent_and_told() {
        let all = lent(SceneKind::Rifle, &[], true).unwrap();
        let names = |lent: &Lent| lent.clips.iter().map(|clip| clip.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&all), ["run", "idle", "jump"]);
        let line =
            "hero.glb has no clips: the built-in character's run, idle and jump play; --clip names another";
        assert_eq!(all.told, line);
        let some = lent(SceneKind::Rifle, &["Idle_1"], true).unwrap();
        assert_eq!(names(&some), ["run", "jump"]);
        let line =
            "hero.glb has no clip called run or jump: the built-in character's play; --clip names another";
        assert_eq!(some.told, line);
        let walk = lent(SceneKind::Stairs, &["0_pose"], false).unwrap();
        assert_eq!(names(&walk), ["walk"]);
        assert!(walk.clips[0].root.is_some(), "it gets ahead");
        let line = "hero.glb has no clip called walk: the built-in character's plays; --clip names another";
        assert_eq!(walk.told, line);
    }

    #[test]
    fn who_begins_with_a_given_clip_is_lent_the_others() {
        let file = source::open(None).unwrap();
        let body = (&file.imported.character, "hero.glb");
        let later = |names: &[&str]| lend_later(SceneKind::Rifle, body, names.iter().copied()).unwrap();
        let lent = later(&[]).unwrap();
        assert!(lent.clips.iter().map(|clip| clip.name.as_str()).eq(["idle", "jump"]));
        assert_eq!(lent.told, "hero.glb has no clips: the built-in character's idle and jump play");
        let lent = later(&["Jump_A", "dance"]).unwrap();
        assert_eq!(lent.told, "hero.glb has no clip called idle: the built-in character's plays");
        assert!(later(&["jump", "idle"]).is_none());
        assert!(lend_later(SceneKind::Aim, body, ["crawl"].into_iter()).unwrap().is_none());
    }

    #[test]
    fn who_has_what_fits_borrows_nothing() {
        assert!(lent(SceneKind::Slope, &["Jogging"], false).is_none());
        assert!(lent(SceneKind::Slope, &["Take 001"], true).is_none(), "it gets ahead whatever it is called");
        assert!(lent(SceneKind::Aim, &["Take 001"], true).is_some(), "and yet does not stand");
        assert!(lent(SceneKind::Ladder, &["Idle"], false).is_none());
    }
}
