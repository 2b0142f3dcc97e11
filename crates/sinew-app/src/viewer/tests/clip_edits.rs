//! Edits of clips in the viewer.

use super::harness::{Bench, Scratch};
use crate::asset::clip_edit::{ClipEdit, Reference};
use crate::asset::source;
use crate::options::input::InputOptions;
use crate::viewer::command::Command;
use sinew::ClipId;

/// Names of the clips of the list.
fn names(bench: &Bench) -> Vec<String> {
    bench.state.shown.player.actor.clips().iter().map(|clip| clip.name().to_owned()).collect()
}

#[test]
fn an_edit_makes_a_new_clip_that_plays_and_is_saved() {
    let mut bench = Bench::new();
    bench.state.apply(Command::Play(Some(ClipId(1))));
    let before = names(&bench);
    let (walk, mut said) = (before[1].clone(), Vec::new());
    for edit in [
        ClipEdit::Mirror,
        ClipEdit::Trim { start: Some(0.1), end: Some(0.6) },
        ClipEdit::CloseLoop,
        ClipEdit::Reverse,
        ClipEdit::Speed(2.0),
        ClipEdit::Resample(30.0),
        ClipEdit::Additive(Reference::Start),
    ] {
        bench.state.apply(Command::EditClip(edit));
        bench.frame(Vec::new());
        said.push(bench.state.messages.last().unwrap().text.clone());
    }
    assert!(said[2].contains("m/s before, 0.0 mm") && said[4].contains("0.25 s"), "{said:?}");
    let name = format!("{walk}_mirrored_cut_loop_reversed_x2_30fps_additive");
    let after = names(&bench);
    assert_eq!((after.len(), after.last()), (before.len() + 7, Some(&name)));
    let actor = &bench.state.shown.player.actor;
    assert_eq!(actor.playback().map(|playback| playback.clip().index()), Some(after.len() - 1));
    assert!((actor.clips()[ClipId(after.len() as u32 - 1)].end() - 0.25).abs() < 1e-4);

    let file = Scratch::file("clip-edits.glb", b"replaced");
    bench.state.apply(Command::SaveClips(file.0.clone()));
    let written = source::open(Some(&file.0), &InputOptions::default()).unwrap();
    let written: Vec<_> = written.imported.clips.iter().map(|clip| clip.name.clone()).collect();
    assert_eq!(written, after);
}

#[test]
fn buttons_of_the_panel_edit_the_clip() {
    let mut bench = Bench::new();
    bench.state.apply(Command::Play(Some(ClipId(1))));
    bench.frame(Vec::new());
    let before = names(&bench);
    click_text(&mut bench, "Clip edits");
    // The section opens within some frames.
    (0..30).for_each(|_| bench.frame(Vec::new()));
    click_text(&mut bench, "Mirror");
    click_text(&mut bench, "Resample");
    let walk = &before[1];
    let expected = [format!("{walk}_mirrored"), format!("{walk}_mirrored_30fps")];
    assert_eq!(names(&bench)[before.len()..], expected);
}

/// Clicks on a text of the window.
fn click_text(bench: &mut Bench, text: &str) {
    bench.frame(Vec::new());
    let at = bench.texts().find(|(shown, _)| *shown == text).map(|(_, at)| at);
    bench.click(at.unwrap_or_else(|| panic!("{text:?} is not shown")));
}

#[test]
fn what_cannot_be_edited_or_written_is_named() {
    let mut bench = Bench::new();
    bench.state.apply(Command::Play(Some(ClipId(0))));
    let before = names(&bench);
    bench.state.apply(Command::EditClip(ClipEdit::Trim { start: Some(3.0), end: Some(1.0) }));
    bench.state.apply(Command::SaveClips("clips.txt".into()));
    bench.state.apply(Command::Play(None));
    bench.state.apply(Command::EditClip(ClipEdit::Mirror));
    assert_eq!(names(&bench), before);
    let said: Vec<_> =
        bench.state.messages.iter().map(|message| (&*message.text, message.is_error)).collect();
    for words in ["two times in ascending order", ".glb", "no clip plays"] {
        assert!(said.iter().any(|(text, is_error)| *is_error && text.contains(words)), "{words}: {said:?}");
    }
}
