//! Support of all tests: [random cases](cases), and needs that a machine may lack (files, a GPU, programs).
//!
//! A test that lacks something is skipped: it says so and passes, unless `SINEW_REQUIRE` names what it lacks,
//! as in `SINEW_REQUIRE=assets,gpu`. Then it fails.
//!
//! Where `SINEW_SKIPPED` names a file, a line is added to it for each test that is skipped, for a summary at
//! the end.

mod cases;

pub use cases::{Case, Cases, cases};

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Something that tests need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Real files of others: in `SINEW_ASSETS`, else in `shared/assets` beside the checkout.
    Assets,
    /// A graphics device; software Vulkan is one.
    Gpu,
    /// Node.js with the reference packages in `THREE_DIR`.
    Node,
    /// Another program, such as ffprobe.
    Program,
    /// Chromium, and the npm packages that `cargo xtask web` builds.
    Browser,
}

impl Need {
    /// Name in `SINEW_REQUIRE`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Assets => "assets",
            Self::Gpu => "gpu",
            Self::Node => "node",
            Self::Program => "program",
            Self::Browser => "browser",
        }
    }

    /// Whether tests fail that lack it.
    #[must_use]
    pub fn is_required(self) -> bool {
        std::env::var("SINEW_REQUIRE").is_ok_and(|names| lists(&names, self))
    }
}

/// Whether a list such as `assets,gpu` names a need.
fn lists(names: &str, need: Need) -> bool {
    names.split(',').any(|name| name.trim() == need.name())
}

/// Reports that the present test is skipped because something is missing.
///
/// # Panics
/// When `SINEW_REQUIRE` names it.
pub fn skip(need: Need, missing: impl Display) {
    let name = need.name();
    assert!(!need.is_required(), "{missing}, and SINEW_REQUIRE names {name}");
    eprintln!("skipped: {missing}");
    let Some(list) = std::env::var_os("SINEW_SKIPPED") else { return };
    let thread = std::thread::current();
    let line = format!("{name}\t{}\t{missing}\n", thread.name().unwrap_or_default());
    // One write, so that the lines of tests that run at the same time stay whole.
    let file = std::fs::OpenOptions::new().create(true).append(true).open(list);
    let _ = file.and_then(|mut file| file.write_all(line.replace(['\r', '\0'], "").as_bytes()));
}

/// Path below the folder of real files; `None`, and the test is [skipped](skip), where it is missing. An
/// empty path is the folder itself.
///
/// # Panics
/// When it is missing and `SINEW_REQUIRE` names `assets`.
#[must_use]
pub fn asset(path: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/assets");
    let folder = std::env::var_os("SINEW_ASSETS").map_or_else(beside, PathBuf::from);
    let file = if path.is_empty() { folder } else { folder.join(path) };
    if file.exists() {
        return Some(file);
    }
    skip(Need::Assets, format_args!("there is no {} (set SINEW_ASSETS)", file.display()));
    None
}

/// The value of an `Ok`; where there is an error, the test is [skipped](skip) for it.
///
/// # Panics
/// When there is an error and `SINEW_REQUIRE` names the need.
pub fn available<T, E: Display>(need: Need, found: Result<T, E>) -> Option<T> {
    found.map_err(|error| skip(need, error)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_name_needs() {
        assert!(lists("assets,gpu", Need::Gpu) && lists(" assets ", Need::Assets));
        assert!(!lists("", Need::Assets) && !lists("assets", Need::Node));
    }
}
