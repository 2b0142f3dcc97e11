//! The npm packages and the viewer page of the folder `web`, built into `target/web`.

use crate::{cargo, execute, starts, top, wasm};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Module of a package: feature of `sinew-web`, folder, name of its file, and whether wasm-bindgen makes its JavaScript.
struct Module {
    feature: &'static str,
    folder: &'static str,
    name: &'static str,
    has_glue: bool,
}

const MODULES: [Module; 4] = [
    Module { feature: "lipsync", folder: "sinew-lipsync", name: "live", has_glue: false },
    Module { feature: "align", folder: "sinew-lipsync", name: "align", has_glue: false },
    Module { feature: "avatar", folder: "sinew-avatar/small", name: "sinew_avatar", has_glue: true },
    Module { feature: "complete", folder: "sinew-avatar", name: "sinew_avatar", has_glue: true },
];

/// Module with code in C, which is left out where no compiler makes WebAssembly of C.
const FBX: Module =
    Module { feature: "fbx", folder: "sinew-avatar/fbx", name: "sinew_avatar", has_glue: true };

/// Folder of what is built.
pub(crate) fn folder() -> PathBuf {
    top().join("target/web")
}

/// Builds the packages; with `--serve` shows the page afterwards.
pub(crate) fn web(args: &[String]) -> Result<(), String> {
    let serves = match args {
        [] => false,
        [option] if option == "--serve" => true,
        _ => return Err(format!("web takes no {args:?}; only --serve")),
    };
    build()?;
    if serves { crate::serve::serve(&folder().join("viewer")) } else { Ok(()) }
}

/// Builds everything into [`folder`].
pub(crate) fn build() -> Result<(), String> {
    wasm::install_target()?;
    execute(&mut cargo(&["build", "--quiet", "--package", "web-pack", "--package", "sinew-app"]))?;
    let mut modules: Vec<&Module> = MODULES.iter().collect();
    let has_fbx = compiles_c();
    match has_fbx {
        true => modules.push(&FBX),
        false => println!("the build with FBX is left out: it takes clang and llvm-ar (Debian: clang llvm)"),
    }
    for module in &modules {
        build_module(module)?;
    }
    let (lipsync, avatar, viewer) =
        (folder().join("sinew-lipsync"), folder().join("sinew-avatar"), folder().join("viewer"));
    let sources = top().join("web");
    copy(&sources.join("sinew-lipsync"), &lipsync)?;
    copy(&sources.join("sinew-avatar"), &avatar)?;
    if !has_fbx {
        let fbx = folder().join(FBX.folder);
        std::fs::remove_dir_all(&fbx).map_err(|error| format!("{}: {error}", fbx.display()))?;
    }
    copy(&lipsync, &avatar.join("lipsync"))?;
    copy(&top().join("data/grooms"), &avatar.join("hair"))?;
    let idle = avatar.join("idle.vrma");
    let mut convert = Command::new(built("sinew"));
    execute(convert.current_dir(top()).args(["convert", "data/sinew.vrm#idle", "-o"]).arg(idle))?;
    // What an earlier build had more.
    let _ = std::fs::remove_dir_all(viewer.join("sinew-avatar"));
    copy(&sources.join("viewer"), &viewer)?;
    let build = if has_fbx { "builds/fbx.js" } else { "builds/complete.js" };
    copy_file(&viewer.join(build), &viewer.join("build.js"))?;
    copy(&avatar, &viewer.join("sinew-avatar"))?;
    for part in ["hero", "grooms", "wrinkles", "speech"] {
        copy(&top().join("data").join(part), &viewer.join("characters").join(part))?;
    }
    copy_file(&top().join("data/sinew.vrm"), &viewer.join("characters/sinew.vrm"))?;
    for package in [&lipsync, &avatar] {
        for file in ["web/README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            copy_file(&top().join(file), &package.join(Path::new(file).file_name().unwrap_or_default()))?;
        }
        if starts("npm", &["--version"]) {
            let mut pack = Command::new("npm");
            execute(pack.current_dir(folder()).args(["pack", "--silent"]).arg(package))?;
        }
    }
    measure(&modules)
}

/// Measures the modules, prints their sizes and keeps them beside the packages, where a test finds them.
fn measure(modules: &[&Module]) -> Result<(), String> {
    let files = modules.iter().map(|module| file(module));
    let files = files.map(|file| file.strip_prefix(folder()).map(Path::to_path_buf).unwrap_or(file));
    let mut sizes = Command::new(built("web-pack"));
    let measured = sizes.current_dir(folder()).arg("sizes").args(files).output();
    let measured = measured.map_err(|error| format!("web-pack: {error}"))?;
    if !measured.status.success() {
        return Err(String::from_utf8_lossy(&measured.stderr).into_owned());
    }
    print!("{}", String::from_utf8_lossy(&measured.stdout));
    let path = folder().join("sizes.tsv");
    std::fs::write(&path, measured.stdout).map_err(|error| format!("{}: {error}", path.display()))
}

/// File of a module in its package.
fn file(module: &Module) -> PathBuf {
    let ending = if module.has_glue { "_bg.wasm" } else { ".wasm" };
    folder().join(module.folder).join(format!("{}{ending}", module.name))
}

/// Program of the workspace, as `cargo build` leaves it.
fn built(name: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(top().join("target"), PathBuf::from);
    target.join("debug").join(name).with_extension(std::env::consts::EXE_EXTENSION)
}

fn build_module(module: &Module) -> Result<(), String> {
    // A folder of its own: flags are part of every fingerprint.
    let target = top().join("target/wasm");
    let mut build = cargo(&["build", "--package", "sinew-web", "--features", module.feature]);
    build.args(["--profile", "web", "--target", wasm::TARGET, "--target-dir"]).arg(&target);
    build.env("RUSTFLAGS", flags());
    execute(build.envs(c_compiler()))?;
    let made = target.join(wasm::TARGET).join("web/sinew_web.wasm");
    let package = folder().join(module.folder);
    std::fs::create_dir_all(&package).map_err(|error| format!("{}: {error}", package.display()))?;
    let mut pack = Command::new(built("web-pack"));
    match module.has_glue {
        true => execute(pack.arg("glue").arg(made).arg(package).arg(module.name)),
        false => execute(pack.arg("strip").arg(made).arg(file(module))),
    }
}

/// Variables for the compiler of ufbx, which brings no headers of a C library, and takes its functions from the importer.
pub(crate) fn c_compiler() -> [(String, &'static str); 3] {
    [("CC", "clang"), ("AR", "llvm-ar"), ("CFLAGS", "-Oz -msimd128 -DUFBX_NO_LIBC -DUFBX_NO_STDIO")]
        .map(|(name, value)| (format!("{name}_wasm32_unknown_unknown"), value))
}

/// Whether clang makes WebAssembly of C.
pub(crate) fn compiles_c() -> bool {
    let targets = Command::new("clang").arg("--print-targets").output();
    targets.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("wasm32"))
        && starts("llvm-ar", &["--version"])
}

/// SIMD, and paths in messages of panics that are the same on every machine.
fn flags() -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo"))).unwrap_or_default();
    let mut flags = "-Ctarget-feature=+simd128".to_owned();
    for (from, to) in [(home.join("registry/src"), ""), (home, ""), (top().to_owned(), "")] {
        flags += &format!(" --remap-path-prefix={}={to}", from.display());
    }
    flags
}

/// Copies the files of a folder and of those in it.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", from.display());
    std::fs::create_dir_all(to).map_err(failed)?;
    for entry in std::fs::read_dir(from).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() { copy(&path, &target)? } else { copy_file(&path, &target)? }
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path) -> Result<(), String> {
    std::fs::copy(from, to).map(drop).map_err(|error| format!("{}: {error}", from.display()))
}
