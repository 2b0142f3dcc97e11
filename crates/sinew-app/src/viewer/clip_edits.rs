//! Edits of the clip that plays: each makes a new clip, which plays in its stead.

use super::state::State;
use super::transport::shown_playback;
use crate::asset::clip_edit::ClipEdit;
use crate::asset::export;
use crate::asset::source::{self, Loaded};
use crate::report::failure::Failure;
use crate::report::plural::count;
use crate::report::whole_file::write_files;
use crate::verb::bake::unique_name;
use sinew::clip::{ClipKeys, ClipSource};
use sinew::{ClipId, RawClip};
use std::path::Path;
use std::sync::Arc;

impl State {
    /// Edits the clip that plays. The new clip is added to the list and plays.
    pub(super) fn edit_clip(&mut self, edit: &ClipEdit) {
        match self.edited(edit) {
            Ok((clip, note)) => {
                let message = match note {
                    Some(note) => format!("{:?}: {note}", clip.name),
                    None => {
                        format!("{:?}: {:.2} s, {}", clip.name, clip.end(), count(clip.key_count(), "key"))
                    }
                };
                let added = self.shown.player.actor.add_clip(Arc::new(clip));
                match added {
                    Ok(id) => {
                        self.play(Some(id));
                        self.say(message, false);
                    }
                    Err(error) => self.say(error.to_string(), true),
                }
            }
            Err(message) => self.say(message, true),
        }
    }

    /// The clip that plays, edited, under a new name; and the measured result.
    fn edited(&self, edit: &ClipEdit) -> Result<(RawClip, Option<String>), String> {
        let actor = &self.shown.player.actor;
        let id = shown_playback(actor).map(|playback| playback.clip()).ok_or("no clip plays")?;
        let clip = self.raw_clip(id, None).map_err(|failure| failure.message().to_owned())?;
        let edited =
            edit.apply(&clip, actor.character()).map_err(|e| format!("{:?}: {}", clip.name, e.message()))?;
        let base = if clip.name.is_empty() { format!("clip {}", id.0) } else { clip.name.clone() };
        let names = actor.clips().iter().map(ClipSource::name);
        let name = unique_name(format!("{base}_{}", suffix(edit)), names);
        Ok((RawClip { name, ..edited.clip }, edited.note))
    }

    /// Keys of a clip: those of the file, where the viewer plays a compressed one. `file` is the character's
    /// file where it is open already.
    fn raw_clip(&self, id: ClipId, file: Option<&Loaded>) -> Result<Arc<RawClip>, Failure> {
        if let ClipKeys::Raw(clip) = self.shown.player.actor.clips()[id].keys() {
            return Ok(clip.clone());
        }
        let opened;
        let file = match file {
            Some(file) => file,
            None => {
                opened = source::open(self.shown.path.as_deref(), &self.shown.input)?;
                &opened
            }
        };
        let clip = file.imported.clips.get(id.0 as usize).cloned();
        clip.map(Arc::new)
            .ok_or_else(|| Failure::input(&file.name, "the keys of this compressed clip are not in the file"))
    }

    /// Writes the character with all clips of the list; a VRM animation or BVH has the clip that plays alone.
    pub(super) fn save_clips(&mut self, path: &Path) {
        match self.written(path) {
            Ok(clips) => self.say(format!("{}: {}", path.display(), count(clips, "clip")), false),
            Err(failure) => self.say(failure.message().to_owned(), true),
        }
    }

    fn written(&self, path: &Path) -> Result<usize, Failure> {
        let format = export::OutputFormat::of(path)?;
        let mut file = source::open(self.shown.path.as_deref(), &self.shown.input)?;
        format.check(&file.imported.character, &file.name)?;
        let actor = &self.shown.player.actor;
        let ids: Vec<ClipId> = match format.has_one_clip() {
            true => shown_playback(actor).map(|playback| playback.clip()).into_iter().collect(),
            false => actor.clips().ids().collect(),
        };
        let clips = ids.into_iter().map(|id| self.raw_clip(id, Some(&file)).map(Arc::unwrap_or_clone));
        file.imported.clips = clips.collect::<Result<_, _>>()?;
        let options = export::options_of(&file);
        let imported = &file.imported;
        let (files, _) = export::export_files(
            path,
            &file.name,
            &imported.character,
            &imported.clips,
            options,
            &self.shown.input,
        )?;
        write_files(&files)?;
        Ok(imported.clips.len())
    }
}

/// Ending of the name of an edited clip.
fn suffix(edit: &ClipEdit) -> String {
    match edit {
        ClipEdit::Trim { .. } => "cut".into(),
        ClipEdit::Mend => "mended".into(),
        ClipEdit::Smooth => "smooth".into(),
        ClipEdit::PlantFeet => "planted".into(),
        ClipEdit::Reverse => "reversed".into(),
        ClipEdit::Mirror => "mirrored".into(),
        ClipEdit::Speed(factor) => format!("x{factor}"),
        ClipEdit::CloseLoop => "loop".into(),
        ClipEdit::Additive(_) => "additive".into(),
        ClipEdit::Resample(rate) => format!("{rate}fps"),
    }
}
