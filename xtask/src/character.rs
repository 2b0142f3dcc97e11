use crate::{cargo, execute};

/// Builds the built-in character and its wrinkles. The output has the same bytes every time.
pub(crate) fn make() -> Result<(), String> {
    let make = ["run", "--package", "make-character", "--"];
    execute(cargo(&make).args(["-o", "data/sinew.vrm", "--wrinkles", "data/wrinkles"]))
}
