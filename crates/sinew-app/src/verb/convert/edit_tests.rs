//! Tests of the options that edit clips.

use super::edit_options::EditOptions;
use clap::Parser;
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::Vec3;
use sinew::skeleton::Joint;
use sinew::{Character, CharacterParts, RawClip, Skeleton, Transform};

#[derive(Parser)]
struct Call {
    #[command(flatten)]
    edits: EditOptions,
}

fn clips() -> Vec<RawClip> {
    let clip = |name: &&str| {
        let track = Track::new(Interpolation::Linear, 1, [0.0, 2.0].into(), vec![Vec3::ZERO, Vec3::X]);
        let joint = JointTrack { translation: track.ok(), ..JointTrack::new(sinew::JointId(0)) };
        RawClip { name: (*name).into(), joints: vec![joint], ..RawClip::default() }
    };
    ["Walk", "Run", "a=b", "rig|Kick"].iter().map(clip).collect()
}

/// A joint and its child.
fn chain() -> Character {
    let joint = |name: &str, parent: Option<u32>| Joint {
        name: name.into(),
        parent,
        rest: Transform::IDENTITY,
        in_scene: true,
    };
    let skeleton = Skeleton::new(vec![joint("root", None), joint("tip", Some(0))]).unwrap();
    Character::new(CharacterParts { skeleton, ..CharacterParts::default() }).unwrap()
}

/// Names and durations of the clips after the edits.
fn edited(options: &str) -> Result<Vec<(String, f32)>, String> {
    let call = Call::try_parse_from(["sinew"].into_iter().chain(options.split_whitespace()));
    let edits = call.map_err(|e| e.to_string())?.edits;
    let mut clips = clips();
    let character = chain();
    let plan = edits.plan(&clips, "hero.glb", &|_| None).map_err(|e| e.message().to_owned())?;
    let names: Vec<_> = plan.names_after().into_iter().map(|clip| clip.name).collect();
    let last = plan.begin(&mut clips, &character, "hero.glb", true).map_err(|e| e.message().to_owned())?;
    last.finish(&mut clips, &character, "hero.glb").map_err(|e| e.message().to_owned())?;
    assert_eq!(names, clips.iter().map(|clip| clip.name.clone()).collect::<Vec<_>>());
    Ok(clips.into_iter().map(|clip| (clip.name.clone(), clip.end())).collect())
}

#[test]
fn clips_are_called_by_their_names_before_all_edits() {
    for (options, expected) in [
        ("", "Walk 2, Run 2, a=b 2, rig|Kick 2"),
        (
            "--rename Walk=Run --rename Run=Walk --rename a=b=c --trim Walk=0.5..1.5 --trim 1=..0.5",
            "Run 1, Walk 0.5, c 2, rig|Kick 2",
        ),
        ("--rename a=b=Run --drop 0 --drop Run", "Run 2, rig|Kick 2"),
        ("--rename *|*=*", "Walk 2, Run 2, a=b 2, Kick 2"),
        ("--rename *=hero_*", "hero_Walk 2, hero_Run 2, hero_a=b 2, hero_rig|Kick 2"),
        ("--keep *k* --trim *=0..1", "Walk 1, rig|Kick 1"),
        ("--keep W* --keep 1 --drop Run", "Walk 2"),
        ("--speed 2 --speed Run=0.5", "Walk 1, Run 4, a=b 1, rig|Kick 1"),
        ("--speed *n=4 --speed a=b=2 --reverse=Walk --fps 3=10", "Walk 2, Run 0.5, a=b 1, rig|Kick 2"),
        (
            "--copy Walk=Walk_back --reverse=Walk_back --speed Walk_back=2 --drop 0",
            "Run 2, a=b 2, rig|Kick 2, Walk_back 1",
        ),
        ("--copy *|*=*_2 --trim 4=..0.5 --rename Kick_2=Punch --keep Kick_2", "Punch 0.5"),
        (
            "--rename *=hero_* --rename Walk=stand --speed 2 --speed Run=4",
            "stand 1, hero_Run 0.5, hero_a=b 1, hero_rig|Kick 1",
        ),
        ("--keep Walk --copy Walk=Run2 --mirror=x*", "Walk 2, Run2 2"),
        (r"--keep Walk --rename Walk=\*\=", "*= 2"),
        ("--additive a=b --additive Run=a=b@0.5 --additive Walk=start", "Walk 2, Run 2, a=b 2, rig|Kick 2"),
    ] {
        let done = edited(options).unwrap().into_iter().map(|(name, end)| format!("{name} {end}"));
        assert_eq!(done.collect::<Vec<_>>().join(", "), expected, "{options}");
    }
}

#[test]
fn mistakes_are_named() {
    for (options, message) in [
        ("--rename Wlak=x", "--rename: hero.glb: no clip called \"Wlak\"; did you mean \"Walk\"?"),
        ("--trim Rnu=0..1", "did you mean \"Run\"?"),
        ("--drop wlk", "there are \"Walk\" (number 0), \"Run\" (number 1)"),
        ("--mirror=Rnu", "--mirror: hero.glb: no clip called \"Rnu\""),
        ("--rename Walk=Run", "several clips called \"Run\""),
        ("--copy Walk=Run", "--copy: there would be several clips called \"Run\""),
        ("--rename Walk=x --rename 0=y", "named twice"),
        ("--rename Walk=x*", "behind the \"=\""),
        ("--trim Walk=0..1 --trim 0=1..2", "named twice"),
        (
            "--trim Walk=1..3",
            "--trim: clip \"Walk\": 1 s to 3 s; expected two times in ascending order from 0 s to 2 s",
        ),
        ("--trim Walk=1", "expected CLIP=START..END"),
        ("--rename Walk=", "expected CLIP=NEW"),
        ("--speed Run=-1", "expected a factor more than 0"),
        ("--keep x*", "--keep and --drop leave no clip; --keep: no clip matches \"x*\""),
        ("--speed 1e-30", "it would last 2e30 s"),
        ("--speed 1e9", "expected 0.001 s to 86400 s"),
        ("--speed 1 --speed *=2", "--speed: clip \"Walk\" is named twice"),
        ("--additive Walk=Run@50", "--additive: \"Run\"@50: the clip is from 0 s to 2 s"),
        ("--speed 0", "expected a factor more than 0"),
        ("--fps nan", "expected frames per second"),
        ("--additive Run=idle", "--additive: hero.glb: no clip called \"idle\""),
        ("--additive Run=Walk@soon", "behind the @"),
        ("--mirror=Walk", "--mirror: clip \"Walk\": none of the 2 joints has a counterpart"),
    ] {
        let error = edited(options).unwrap_err();
        assert!(error.contains(message), "{options}: {error}");
    }
}
