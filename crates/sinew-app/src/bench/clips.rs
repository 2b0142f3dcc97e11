//! The two clips that are measured, with their character.

use crate::asset::clip_choice::{self, Choice};
use crate::asset::source::Loaded;
use crate::random::Random;
use crate::report::failure::Failure;
use sinew::{Character, Clip, RawClip};
use sinew_author::clip::{CompressionSettings, compress};
use std::sync::Arc;

/// Two clips of a character, raw and compressed.
pub(crate) struct BenchClips {
    pub(crate) character: Arc<Character>,
    /// Names of the clips in their files.
    pub(crate) names: [String; 2],
    pub(crate) raw: [RawClip; 2],
    pub(crate) clips: [Arc<Clip>; 2],
}

impl BenchClips {
    /// The chosen clips. Default: `walk` and `run`, else the first clip and the next one. None for a file
    /// without clips.
    pub(crate) fn new(
        file: &Loaded,
        character: Arc<Character>,
        first: Option<&str>,
        second: Option<&str>,
    ) -> Result<Option<Self>, Failure> {
        let clips = &file.imported.clips;
        let choose = |choice: Option<&str>, otherwise: usize| match choice {
            Some(choice) => clip_choice::resolve(choice, file),
            None => Ok(Choice::Own(otherwise)),
        };
        if clips.is_empty() && first.is_none() {
            return Ok(None);
        }
        let named = |name: &str| clips.iter().position(|clip| clip.name == name);
        let first = choose(first, named("walk").unwrap_or(0))?;
        let next = match first {
            Choice::Own(clip) => (clip + 1) % clips.len(),
            Choice::Borrowed(_) => 0,
        };
        let second = match (second, clips.is_empty()) {
            (None, true) => None,
            (second, _) => Some(choose(second, named("run").unwrap_or(next))?),
        };
        let (first, packed) = take(first, file);
        let [a, mut b] = match second.map(|second| take(second, file)) {
            Some(second) => [(first, packed), second],
            None => [(first.clone(), packed.clone()), (first, packed)],
        };
        let names = [a.0.name.clone(), b.0.name.clone()];
        if a.0.name == b.0.name {
            // Graphs refer to clips by name.
            b.0.name += "'";
        }
        let ready = |(raw, packed): (RawClip, Option<Arc<Clip>>)| match packed {
            Some(packed) => Ok((raw, packed)),
            None => {
                let made = compress(&raw, character.skeleton(), &CompressionSettings::default());
                let fail = |e| Failure::input(&file.name, format!("clip {:?}: {e}", raw.name));
                made.map_err(fail).map(|clip| (raw, Arc::new(clip)))
            }
        };
        let ((a, packed_a), (b, packed_b)) = (ready(a)?, ready(b)?);
        Ok(Some(Self { character, names, raw: [a, b], clips: [packed_a, packed_b] }))
    }

    /// Number of joints of the skeleton.
    pub(crate) fn joints(&self) -> usize {
        self.character.skeleton().len()
    }
}

/// A chosen clip, with its compressed form if the file is a pack.
fn take(choice: Choice, file: &Loaded) -> (RawClip, Option<Arc<Clip>>) {
    match choice {
        Choice::Own(n) => (file.imported.clips[n].clone(), file.imported.compressed_clips.get(n).cloned()),
        Choice::Borrowed(clip) => (*clip, None),
    }
}

/// Random times within clips.
#[derive(Clone)]
pub(crate) struct Times(Random);

impl Times {
    /// A sequence that depends on `seed`.
    pub(crate) fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }

    /// A random time in `clip`.
    pub(crate) fn anywhere(&mut self, clip: &Clip) -> f32 {
        self.0.between(clip.start(), clip.end())
    }
}

/// The time one frame later at 60 frames per second, looped.
pub(crate) fn forward(time: f32, clip: &Clip) -> f32 {
    let next = time + 1.0 / 60.0;
    if next > clip.end() { clip.start() + (next - clip.end()).min(clip.end() - clip.start()) } else { next }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::source;

    fn motions(first: Option<&str>, second: Option<&str>) -> Result<Option<BenchClips>, Failure> {
        let file = source::built_in().unwrap();
        let character = Arc::new(file.imported.character.clone());
        BenchClips::new(&file, character, first, second)
    }

    #[test]
    fn clips_are_chosen_or_walk_and_run() {
        let names = |a, b| motions(a, b).unwrap().unwrap().names;
        assert_eq!(names(None, None), ["walk", "run"]);
        assert_eq!(names(Some("idle"), None), ["idle", "run"]);
        assert_eq!(names(Some("run"), Some("walk")), ["run", "walk"]);
        let twice = motions(Some("run"), Some("run")).unwrap().unwrap();
        assert_eq!(
            (&twice.names[1], twice.clips[0].name() == twice.clips[1].name()),
            (&"run".to_owned(), false)
        );
        assert!(motions(Some("no such clip"), None).is_err() && motions(None, Some("999")).is_err());
    }

    #[test]
    fn times_stay_within_the_clip() {
        let motions = motions(None, None).unwrap().unwrap();
        let clip = &motions.clips[1];
        let (mut times, mut time, mut rounds) = (Times::new(3), clip.start(), 0);
        for _ in 0..1_000 {
            let next = forward(time, clip);
            rounds += usize::from(next < time);
            time = next;
            for time in [next, times.anywhere(clip)] {
                assert!((clip.start()..=clip.end()).contains(&time), "{time}");
            }
        }
        let expected = 1_000.0 / 60.0 / (clip.end() - clip.start());
        assert!((rounds as f32 - expected).abs() <= 1.0, "{rounds} {expected}");
    }
}
