use crate::{cargo, execute, machine, starts, top, wasm, web};
use std::collections::BTreeMap;
use std::process::Command;

/// Sets up what the tests need, then runs every check of the project.
pub(crate) fn test(args: &[String]) -> Result<(), String> {
    machine::prepare(false)?;
    let reference = install_reference();
    execute(&mut cargo(&["fmt", "--all", "--check"]))?;
    execute(&mut cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"]))?;
    check_wasm()?;
    if machine::prepare_browser() && reference.is_some() && wasm::install_target().is_ok() {
        web::build()?;
    }
    execute(&mut cargo(&["test", "--workspace", "--doc", "--quiet"]))?;

    let mut tests = if starts("cargo", &["nextest", "--version"]) {
        // Clippy has compiled the examples; nothing runs them, and each is as large as a test program.
        cargo(&["nextest", "run", "--workspace", "--lib", "--bins", "--tests"])
    } else {
        eprintln!("cargo-nextest is not installed; using `cargo test`, which is slower");
        cargo(&["test", "--workspace", "--lib", "--bins", "--tests"])
    };
    if let Some(folder) = reference {
        tests.env("THREE_DIR", folder);
    }
    let skipped = top().join("target").join("skipped.txt");
    let _ = std::fs::remove_file(&skipped);
    let result = execute(tests.args(args).env("SINEW_SKIPPED", &skipped));
    report_skipped(&std::fs::read_to_string(&skipped).unwrap_or_default());
    result
}

/// Says how many tests were skipped for want of what, with an example of each.
fn report_skipped(lines: &str) {
    let mut needs: BTreeMap<&str, (usize, &str, &str)> = BTreeMap::new();
    for line in lines.lines() {
        if let [need, test, missing] = line.split('\t').collect::<Vec<_>>()[..] {
            needs.entry(need).or_insert((0, test, missing)).0 += 1;
        }
    }
    for (need, (count, test, missing)) in needs {
        eprintln!("skipped for want of {need}: {count} times, such as {test}: {missing}");
    }
}

/// Reference packages of the tests: three.js and three-vrm for poses, Khronos' validator for files, puppeteer to drive
/// Chromium.
const REFERENCES: [&str; 4] =
    ["three@0.187.0", "@pixiv/three-vrm@3.5.5", "gltf-validator@2.0.0-dev.3.10", "puppeteer-core@24.43.1"];

/// Installs the references with npm. Without Node.js, the tests that need them are skipped.
fn install_reference() -> Option<std::path::PathBuf> {
    if let Some(folder) = std::env::var_os("THREE_DIR") {
        return Some(folder.into());
    }
    let folder = top().join("target").join("reference");
    let is_there = |package: &&str| {
        let name = package.rsplit_once('@').map_or(*package, |(name, _)| name);
        folder.join("node_modules").join(name).join("package.json").is_file()
    };
    if REFERENCES.iter().all(is_there) {
        return Some(folder);
    }
    if !starts("npm", &["--version"]) || std::fs::create_dir_all(&folder).is_err() {
        eprintln!("without Node.js and npm, the comparisons with three.js and the validator are skipped");
        return None;
    }
    let mut npm = Command::new("npm");
    npm.current_dir(&folder).args(["install", "--no-audit", "--no-fund", "--silent"]).args(REFERENCES);
    execute(&mut npm).ok().map(|()| folder)
}

/// Checks that the runtime and the glTF importer build for the web. Where the target cannot be installed the check is
/// skipped.
fn check_wasm() -> Result<(), String> {
    if let Err(message) = wasm::install_target() {
        eprintln!("{message}; without it the checks of the web are skipped");
        return Ok(());
    }
    execute(&mut cargo(&["check", "--package", "sinew", "--target", wasm::TARGET]))?;
    // SIMD kernels are compiled only with this feature. A folder of its own, since flags are part of every
    // fingerprint.
    execute(
        cargo(&["check", "--package", "sinew", "--target", wasm::TARGET, "--target-dir", "target/simd128"])
            .env("RUSTFLAGS", "-Ctarget-feature=+simd128"),
    )?;
    let mut builds = vec!["lipsync", "align", "avatar", "complete"];
    builds.extend(web::compiles_c().then_some("fbx"));
    for features in builds {
        let lint =
            ["clippy", "--quiet", "--package", "sinew-web", "--features", features, "--target", wasm::TARGET];
        execute(cargo(&lint).args(["--", "--deny", "warnings"]).envs(web::c_compiler()))?;
    }
    execute(
        cargo(&[
            "check",
            "--package",
            "sinew-import",
            "--no-default-features",
            "--features",
            "gltf,draco,basisu",
        ])
        .args(["--target", wasm::TARGET]),
    )
}
