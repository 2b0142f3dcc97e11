//! Outputs of a call, as `-o` names them.

use super::names::{Names, file_name_of_clip};
use crate::report::failure::Failure;
use std::path::{Path, PathBuf};

/// Value of `-o`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// No output: the verb prints.
    Nothing,
    /// One output.
    File(PathBuf),
    /// Standard output.
    Standard,
    /// Folder of an output for each input, named like it.
    Folder(PathBuf),
    /// Path with variables, for an output of each input.
    Pattern(Vec<Part>),
}

/// Part of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Text(String),
    Variable(Variable),
}

/// Variable of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variable {
    Name,
    Clip,
    Ext,
    Folder,
}

impl Target {
    /// Meaning of a path. Where an output `is_folder`, a folder is the output of one input.
    pub(super) fn of(path: &Path, is_folder: bool) -> Result<Self, Failure> {
        if path.as_os_str() == "-" {
            return Ok(Self::Standard);
        }
        if let Some(parts) = path.to_str().map(parts).transpose()?.filter(|parts| parts.len() > 1) {
            return Ok(Self::Pattern(parts));
        }
        Ok(match !is_folder && (is_folder_name(path) || path.is_dir()) {
            true => Self::Folder(path.to_owned()),
            false => Self::File(path.to_owned()),
        })
    }

    /// True where each input has an output, or several.
    pub(super) fn is_of_many(&self) -> bool {
        matches!(self, Self::Folder(_) | Self::Pattern(_))
    }

    /// True where each clip has an output.
    pub(super) fn has_clip(&self) -> bool {
        matches!(self, Self::Pattern(parts) if parts.contains(&Part::Variable(Variable::Clip)))
    }

    /// Output of an input. `ending` is that of outputs in a folder.
    pub(super) fn path(&self, names: &Names, ending: &str) -> PathBuf {
        match self {
            Self::Nothing => PathBuf::new(),
            Self::File(path) => path.clone(),
            Self::Standard => format!("-.{ending}").into(),
            Self::Folder(folder) => {
                let clip = names
                    .clip
                    .as_deref()
                    .map_or(String::new(), |clip| format!("-{}", file_name_of_clip(clip)));
                folder.join(&names.folder).join(format!("{}{clip}.{ending}", names.name))
            }
            Self::Pattern(parts) => {
                let text = |part: &Part| match part {
                    Part::Text(text) => text.clone(),
                    Part::Variable(Variable::Name) => names.name.clone(),
                    Part::Variable(Variable::Clip) => {
                        file_name_of_clip(names.clip.as_deref().unwrap_or_default())
                    }
                    Part::Variable(Variable::Ext) => names.ext.clone(),
                    Part::Variable(Variable::Folder) if names.folder.as_os_str().is_empty() => ".".to_owned(),
                    Part::Variable(Variable::Folder) => names.folder.to_string_lossy().into_owned(),
                };
                // Without the folders `.`.
                parts
                    .iter()
                    .map(text)
                    .collect::<String>()
                    .split('/')
                    .filter(|part| *part != ".")
                    .collect::<Vec<_>>()
                    .join("/")
                    .into()
            }
        }
    }

    /// Folder that all outputs lie in, directly or in folders below it.
    pub(super) fn folder(&self) -> PathBuf {
        let of_text = |text: &str| text.rfind('/').map_or(".", |at| &text[..at.max(1)]).into();
        match self {
            Self::File(path) => match path.parent() {
                Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
                _ => ".".into(),
            },
            Self::Nothing | Self::Standard => ".".into(),
            Self::Folder(folder) => folder.clone(),
            Self::Pattern(parts) => match parts.first() {
                Some(Part::Text(text)) => of_text(text),
                _ => ".".into(),
            },
        }
    }
}

/// True for a path that ends with a separator.
fn is_folder_name(path: &Path) -> bool {
    let last = path.as_os_str().as_encoded_bytes().last();
    last.is_some_and(|last| std::path::is_separator(char::from(*last)))
}

/// Parts of a path; one part for a path without variables.
fn parts(path: &str) -> Result<Vec<Part>, Failure> {
    let (mut parts, mut rest) = (Vec::new(), path);
    if let Some(word) = ["{name", "{clip", "{ext", "{folder"].iter().find(|word| is_left_open(path, word)) {
        return Err(Failure::Call(format!("-o {path}: {word} has no closing brace")));
    }
    while let Some((text, variable, behind)) = next_variable(rest) {
        let found = match variable {
            "name" => Variable::Name,
            "clip" => Variable::Clip,
            "ext" => Variable::Ext,
            "folder" => Variable::Folder,
            _ => {
                let message = format!(
                    "-o {path}: {{{variable}}} is unknown; expected {{name}}, {{clip}}, {{ext}} or {{folder}} of the \
                     input"
                );
                return Err(Failure::Call(message));
            }
        };
        parts.push(Part::Text(text.to_owned()));
        parts.push(Part::Variable(found));
        rest = behind;
    }
    parts.push(Part::Text(rest.to_owned()));
    Ok(parts)
}

/// True where a variable has no closing brace.
fn is_left_open(path: &str, word: &str) -> bool {
    path.match_indices(word).any(|(at, word)| {
        let behind = &path[at + word.len()..];
        !behind.starts_with(|c: char| c == '}' || c.is_ascii_alphabetic())
    })
}

/// The first word in braces, with the text in front of and behind it.
fn next_variable(text: &str) -> Option<(&str, &str, &str)> {
    let close = |open: usize| text[open..].find('}').map(|length| open + length);
    let mut braces = text.match_indices('{').filter_map(|(open, _)| Some((open, close(open)?)));
    let (open, close) = braces.find(|(open, close)| {
        let word = &text[open + 1..*close];
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic())
    })?;
    Some((&text[..open], &text[open + 1..close], &text[close + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(path: &str) -> Target {
        Target::of(Path::new(path), false).unwrap()
    }

    #[test]
    fn outputs_are_named_after_their_inputs() {
        let names = Names {
            name: "hero".into(),
            ext: "fbx".into(),
            folder: "men/old".into(),
            clip: Some("Armature|Walk".into()),
        };
        let named = |path: &str| target(path).path(&names, "glb").to_string_lossy().into_owned();
        assert_eq!(named("out/"), "out/men/old/hero-Armature_Walk.glb");
        assert_eq!(named("out/{name}.vrma"), "out/hero.vrma");
        assert_eq!(named("{folder}/{name}-{clip}.{ext}.png"), "men/old/hero-Armature_Walk.fbx.png");
        assert_eq!(named("x/{name}/%04d.png"), "x/hero/%04d.png");
        assert_eq!(named("out.glb"), "out.glb");
        let top = Names { name: "hero".into(), ..Names::default() };
        assert_eq!(target("out/{folder}/{name}.glb").path(&top, "glb"), Path::new("out/hero.glb"));
        assert_eq!(target("./{name}.glb").path(&top, "glb"), Path::new("hero.glb"));
        assert_eq!(target("/tmp/{name}.glb").path(&top, "glb"), Path::new("/tmp/hero.glb"));
    }

    #[test]
    fn folders_and_patterns_are_of_many() {
        for (path, is_of_many, folder) in [
            ("out/", true, "out/"),
            ("out/{name}.glb", true, "out"),
            ("{name}.glb", true, "."),
            ("/{name}.glb", true, "/"),
            ("out/{name}/a.glb", true, "out"),
            ("a.glb", false, "."),
            ("out/a{}.glb", false, "out"),
            ("-", false, "."),
        ] {
            let target = target(path);
            assert_eq!((target.is_of_many(), target.folder()), (is_of_many, folder.into()), "{path}");
        }
        for wrong in ["{nmae}.glb", "out/{name.glb", "{folder/{name}.glb"] {
            assert!(Target::of(Path::new(wrong), false).is_err(), "{wrong}");
        }
        assert_eq!(Target::of(Path::new("out/"), true).unwrap(), Target::File("out/".into()));
        assert!(target("{clip}.glb").has_clip() && !target("{name}.glb").has_clip());
    }
}
