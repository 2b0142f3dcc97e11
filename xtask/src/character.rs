use crate::{cargo, execute};

/// Builds the built-in character. The output has the same bytes every time.
pub(crate) fn make() -> Result<(), String> {
    execute(cargo(&["run", "--package", "make-character", "--"]).args(["-o", "data/sinew.vrm"]))
}
