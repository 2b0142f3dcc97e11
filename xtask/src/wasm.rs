//! Builds for the web.

use crate::execute;
use std::process::Command;

/// Target of the compiler.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Installs the standard library of the target where it is missing and rustup can.
pub(crate) fn install_target() -> Result<(), String> {
    let is_installed = || {
        let libraries = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
        libraries.is_ok_and(|o| {
            std::path::Path::new(String::from_utf8_lossy(&o.stdout).trim())
                .read_dir()
                .is_ok_and(|mut entries| entries.next().is_some())
        })
    };
    let install = || execute(Command::new("rustup").args(["target", "add", TARGET]));
    if !is_installed() && (install().is_err() || !is_installed()) {
        return Err(format!("{TARGET} is not installed: rustup target add {TARGET}"));
    }
    Ok(())
}
