//! Skeletons of motions: other files, beside the motion.

use super::lines::Lines;
use crate::error::quoted;
use crate::limits::MAX_QUOTED_CHARS;
use crate::{ImportError, Report, Resolver};

/// Largest number of shorter names that are tried.
const MAX_PREFIXES: usize = 8;
/// Number of lines at the beginning of a motion in which it may name its skeleton.
const HEAD_LINES: usize = 20;

/// File of a skeleton.
pub(super) struct SkeletonSource {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

/// Reads the skeleton of the motion `bytes`: the file with its name, with its name up to an underscore
/// (`35.asf` for `35_01.amc`), the one that its first lines name, or the only one in its folder.
pub(super) fn find(
    bytes: &[u8],
    resolver: &dyn Resolver,
    report: &mut Report,
) -> Result<SkeletonSource, ImportError> {
    let motion = resolver.name();
    let mut tried: Vec<String> = motion.as_deref().map(by_name).unwrap_or_default();
    tried.extend(stated(bytes));
    let mut first_error = None;
    for name in &tried {
        match resolver.read(name) {
            Ok(bytes) => return Ok(SkeletonSource { name: name.clone(), bytes }),
            Err(error) => drop(first_error.get_or_insert(error)),
        }
    }
    let beside: Vec<String> = resolver.list().into_iter().filter(|path| is_skeleton_name(path)).collect();
    if let [only] = beside.as_slice()
        && let Ok(bytes) = resolver.read(only)
    {
        let message = format!(
            "the skeleton is {}, the only one in the folder; no other has a name like the motion's",
            quoted(only)
        );
        report.info("amc-skeleton", "file", message);
        return Ok(SkeletonSource { name: only.clone(), bytes });
    }
    let (_, names) = super::tree::listed(tried.iter().map(String::as_str));
    let why = match (tried.is_empty(), first_error) {
        (true, _) if beside.is_empty() => {
            "the name of the motion is not known, and no .asf is beside it".to_owned()
        }
        (true, _) => format!("the name of the motion is not known, and {} .asf are beside it", beside.len()),
        (false, error) => format!("tried {names} beside it: {}", error.unwrap_or_default()),
    };
    let message = format!("a motion (.amc) needs its skeleton (.asf): {why}");
    Err(ImportError::new("missing-file", "file", message))
}

/// Names of the skeleton of a motion called `motion`, the most likely one first.
fn by_name(motion: &str) -> Vec<String> {
    let stem = motion.rsplit_once('.').map_or(motion, |(stem, _)| stem);
    let prefixes =
        stem.rmatch_indices('_').filter_map(|(at, _)| stem.get(..at)).filter(|name| !name.is_empty());
    std::iter::once(stem).chain(prefixes.take(MAX_PREFIXES)).map(|name| format!("{name}.asf")).collect()
}

/// Name of the skeleton in a comment such as `#!OML:ASF C:\takes\35.ASF`, without its folder.
fn stated(bytes: &[u8]) -> Option<String> {
    Lines::new(bytes, "amc").take(HEAD_LINES).find_map(|line| {
        let comment = line.comment()?;
        let path = comment.split_once("OML:ASF").map_or(comment, |(_, path)| path);
        let name = path.rsplit(['/', '\\', ':']).next()?.trim();
        (is_skeleton_name(name) && name.len() <= MAX_QUOTED_CHARS && !name.starts_with('.'))
            .then(|| name.to_owned())
    })
}

fn is_skeleton_name(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(stem, ending)| !stem.is_empty() && ending.eq_ignore_ascii_case("asf"))
}

#[cfg(test)]
mod tests {
    use super::{by_name, stated};

    #[test]
    fn names_from_the_longest_to_the_shortest() {
        assert_eq!(by_name("35_01.amc"), ["35_01.asf", "35.asf"]);
        assert_eq!(by_name("walk.AMC"), ["walk.asf"]);
        assert_eq!(by_name("HDM_bd_01.amc"), ["HDM_bd_01.asf", "HDM_bd.asf", "HDM.asf"]);
        assert_eq!(by_name(&"_".repeat(100)).len(), 9);
    }

    #[test]
    fn names_in_comments() {
        let name = |text: &str| stated(text.as_bytes());
        assert_eq!(name("#!OML:ASF H:\\Patient 1\\Just In.ASF\n:DEGREES"), Some("Just In.ASF".into()));
        assert_eq!(name("#!OML:ASF 35.asf"), Some("35.asf".into()));
        for none in ["# made by hand", "#!OML:ASF ", "# ../.asf", "1\nroot 0"] {
            assert_eq!(name(none), None, "{none}");
        }
    }
}
