//! Comparison of animated frames between processors, bit by bit.

use crate::{cargo, execute, starts, top};
use std::path::{Path, PathBuf};
use std::process::Command;

const FEATURE: &str = "enhanced-determinism";
const ARM: &str = "aarch64-unknown-linux-gnu";

/// Runs the scenes of `tools/frame-hashes` on this processor, without AVX2 and FMA, and on 64-bit ARM (both
/// under qemu), and compares the hashes of their frames. The default build, which promises the same bits on
/// every x86-64 processor, is compared with itself.
pub(crate) fn compare() -> Result<(), String> {
    for (program, package) in [
        ("qemu-x86_64", "qemu-user"),
        ("qemu-aarch64", "qemu-user"),
        ("aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu libc6-dev-arm64-cross"),
    ] {
        if !starts(program, &["--version"]) {
            return Err(format!("{program} is missing; run: sudo apt-get install -y {package}"));
        }
    }
    execute(Command::new("rustup").args(["target", "add", ARM]))?;
    let folder = top().join("target").join("portability");
    let without_avx =
        |program: &Path| hashes(Command::new("qemu-x86_64").args(["-cpu", "Nehalem"]).arg(program));
    let usual = build(&folder.join("default"), None, &[])?;
    let (usual, usual_without_avx) = (hashes(&mut Command::new(&usual))?, without_avx(&usual)?);
    let features = ["--features", FEATURE];
    let native = build(&folder, None, &features)?;
    let arm = build(&folder, Some(ARM), &features)?;
    let reference = hashes(&mut Command::new(&native))?;
    print!("{reference}");
    let on_arm = hashes(Command::new("qemu-aarch64").args(["-L", "/usr/aarch64-linux-gnu"]).arg(&arm))?;
    let mut different = Vec::new();
    for (name, reference, other) in [
        ("x86-64 without AVX2 and FMA, default build", &usual, usual_without_avx),
        ("x86-64 without AVX2 and FMA", &reference, without_avx(&native)?),
        ("64-bit ARM", &reference, on_arm),
    ] {
        let scenes: Vec<&str> = reference
            .lines()
            .zip(other.lines())
            .filter(|(line, other)| line != other)
            .filter_map(|(line, _)| line.split(' ').next())
            .collect();
        match scenes.as_slice() {
            [] => println!("{name}: the same bits in {} scenes", reference.lines().count()),
            _ => different.push(format!("{name}: other bits in {}", scenes.join(", "))),
        }
    }
    if different.is_empty() { Ok(()) } else { Err(different.join("\n")) }
}

/// Builds the program with cargo's `options` and returns its path.
fn build(folder: &Path, target: Option<&str>, options: &[&str]) -> Result<PathBuf, String> {
    let mut command = cargo(&["build", "--package", "frame-hashes", "--target-dir"]);
    command
        .arg(folder)
        .args(options)
        .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc");
    if let Some(target) = target {
        command.args(["--target", target]);
    }
    execute(&mut command)?;
    Ok(folder.join(target.unwrap_or_default()).join("debug").join("frame-hashes"))
}

fn hashes(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr))),
    }
}
