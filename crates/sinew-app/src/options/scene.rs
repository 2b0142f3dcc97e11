//! Scenes of `--scene` in a window and in pictures: the built-in show, and those in which a character acts.

use crate::report::failure::Failure;
use crate::scene::kind::SceneKind;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::sync::LazyLock;

/// Scene that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SceneChoice {
    /// The built-in show, with its characters.
    Show,
    /// A scene in which the character acts.
    Kind(SceneKind),
}

impl SceneChoice {
    /// The scene in which the character acts; none for the show.
    pub(crate) fn kind(self) -> Option<SceneKind> {
        match self {
            Self::Kind(kind) => Some(kind),
            Self::Show => None,
        }
    }

    /// Error of the built-in show together with a file.
    pub(crate) fn show_with_file() -> Failure {
        Failure::Call("--scene show is the built-in show; a show of a file needs no --scene".into())
    }
}

impl ValueEnum for SceneChoice {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<SceneChoice>> = LazyLock::new(|| {
            let kinds = SceneKind::value_variants().iter().map(|kind| SceneChoice::Kind(*kind));
            std::iter::once(SceneChoice::Show).chain(kinds).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Show => {
                Some(PossibleValue::new("show").help("The built-in show: thirty seconds with a hero"))
            }
            Self::Kind(kind) => kind.to_possible_value(),
        }
    }
}
