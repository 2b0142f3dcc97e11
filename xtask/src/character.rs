use crate::{cargo, execute};

/// Makes the built-in character again. The program writes the same bytes every time.
pub(crate) fn make() -> Result<(), String> {
    execute(cargo(&["run", "--package", "make-character", "--"]).args(["-o", "data/sinew.vrm"]))
}
