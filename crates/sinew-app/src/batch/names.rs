//! Names of an input, of which the name of its output is made.

use crate::asset::clip_choice::FileAndClip;
use crate::report::file_name;
use std::path::{Path, PathBuf};

/// Names of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    /// Name of the file without folder and ending; `built-in` for the built-in character.
    pub(super) name: String,
    /// Ending of the file's name, without the point.
    pub(super) ext: String,
    /// Folder of the file below the folder that the call names; empty for a file that the call names.
    pub(super) folder: PathBuf,
    /// Clip of `FILE#C`.
    pub(super) clip: Option<String>,
}

impl Names {
    /// Names of an argument, which was found in `folder` below a folder that the call names.
    pub(super) fn of(argument: Option<&Path>, folder: &Path) -> Self {
        let FileAndClip { file, clip } = FileAndClip::parse(argument);
        let file = file.as_deref().unwrap_or(Path::new("built-in"));
        let text = |part: Option<&std::ffi::OsStr>| {
            part.map_or_else(String::new, |part| file_name::text(part.as_ref()))
        };
        Self { name: text(file.file_stem()), ext: text(file.extension()), folder: folder.to_owned(), clip }
    }

    /// The same names with a clip.
    pub(super) fn with_clip(&self, clip: String) -> Self {
        Self { clip: Some(clip), ..self.clone() }
    }
}

/// Names of files for clips of these names, all different: characters that names of files cannot have are
/// replaced, clips without a name have their numbers, and of equal names the later ones have their numbers too.
pub(super) fn clip_file_names(clips: &[(usize, String)]) -> Vec<String> {
    let mut taken: Vec<String> = Vec::new();
    for (number, clip) in clips {
        let mut name = file_name_of_clip(clip);
        if name.is_empty() {
            name = number.to_string();
        }
        // File systems may not tell upper case from lower case.
        while taken.iter().any(|other| other.to_lowercase() == name.to_lowercase()) {
            name = format!("{name}-{number}");
        }
        taken.push(name);
    }
    taken
}

/// Name of a clip as a part of a file's name.
pub(super) fn file_name_of_clip(clip: &str) -> String {
    let replaced = |c: char| match c {
        '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => '_',
        c if c.is_control() => '_',
        c => c,
    };
    clip.chars().map(replaced).collect::<String>().trim_matches(['.', ' ']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clips_have_different_file_names() {
        let clips = ["Walk", "Armature|Run", "walk", "", "..", "a/b"].map(str::to_owned);
        let clips: Vec<_> = clips.into_iter().enumerate().collect();
        assert_eq!(clip_file_names(&clips), ["Walk", "Armature_Run", "walk-2", "3", "4", "a_b"]);
    }

    #[test]
    fn an_argument_has_names() {
        let names = Names::of(Some(Path::new("in/a.b.glb#Walk")), Path::new("x"));
        assert_eq!((&*names.name, &*names.ext, names.clip.as_deref()), ("a.b", "glb", Some("Walk")));
        assert_eq!(Names::of(None, Path::new("")).name, "built-in");
    }
}
