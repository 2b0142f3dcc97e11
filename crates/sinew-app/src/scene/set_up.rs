//! Construction of scenes.

use super::kind::SceneKind;
use super::measure::clip_speed;
use super::{Scene, door, ladder, rifle, terrain};
use crate::asset::size::body_scale;
use crate::report::failure::Failure;
use sinew::Actor;

/// Builds a scene for `actor` and gives the actor the scene's rig. `file` names the character's file in
/// errors.
pub(crate) fn set_up(kind: SceneKind, actor: &mut Actor, file: &str) -> Result<Box<dyn Scene>, Failure> {
    use terrain::{Terrain, TerrainScene};
    Ok(match kind {
        SceneKind::Stairs => Box::new(TerrainScene::new(Terrain::stairs(actor), actor, file)?),
        SceneKind::Slope => Box::new(TerrainScene::new(Terrain::slope(actor), actor, file)?),
        SceneKind::Door => Box::new(door::DoorScene::new(actor, file)?),
        SceneKind::Rifle => Box::new(rifle::RifleScene::on_the_move(actor, file)?),
        SceneKind::Aim => Box::new(rifle::RifleScene::aiming(actor, file)?),
        SceneKind::Ladder => Box::new(ladder::LadderScene::new(actor, file)?),
    })
}

/// Message for a clip that does not move forward in a scene that needs it; none otherwise.
pub(crate) fn no_progress_notice(kind: SceneKind, actor: &Actor) -> Option<String> {
    // Body heights (of 1.7 m) a second; slower than any walk.
    const MIN_SPEED: f32 = 0.1;
    let playback = actor.playback().filter(|_| kind.travels())?;
    let clip = &actor.clips()[playback.clip()];
    let stays = clip_speed(actor) < MIN_SPEED * body_scale(actor);
    stays.then(|| {
        format!(
            "clip {:?} does not move forward, as --scene {} needs; choose another with --clip, or try \
             --root-from-feet or --footsteps, which derive root motion for walks made in place",
            clip.name(),
            kind.name()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_files::built_in;

    #[test]
    fn a_clip_that_stays_is_reported_with_the_options_that_help() {
        let notice = |kind, clip| {
            let mut actor = built_in();
            actor.play(clip).unwrap();
            no_progress_notice(kind, &actor)
        };
        let message = notice(SceneKind::Stairs, "idle").unwrap();
        for word in ["\"idle\"", "--clip", "--root-from-feet", "--footsteps"] {
            assert!(message.contains(word), "{message}");
        }
        assert_eq!(
            (notice(SceneKind::Stairs, "walk"), notice(SceneKind::Door, "idle").is_some()),
            (None, SceneKind::Door.travels())
        );
    }
}
