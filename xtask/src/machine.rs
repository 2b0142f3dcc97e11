//! System packages besides Rust: on Linux a Vulkan driver (Mesa's software driver is enough) and the
//! libraries that a window loads at run time. macOS and Windows need none.

use crate::{execute, starts};
use std::path::Path;
use std::process::Command;

/// Shared library that a Linux machine may lack, with its Debian package.
struct Need {
    library: &'static str,
    package: &'static str,
}

const DRAWING: &[Need] = &[Need { library: "libvulkan.so.1", package: "libvulkan1" }];

const WINDOW: &[Need] = &[
    Need { library: "libX11.so.6", package: "libx11-6" },
    Need { library: "libXcursor.so.1", package: "libxcursor1" },
    Need { library: "libXi.so.6", package: "libxi6" },
    Need { library: "libX11-xcb.so.1", package: "libx11-xcb1" },
    Need { library: "libxkbcommon.so.0", package: "libxkbcommon0" },
    Need { library: "libxkbcommon-x11.so.0", package: "libxkbcommon-x11-0" },
];

/// Makes sure that Chromium is there, in which the npm packages are tested: Debian's package where it is missing and can be
/// installed. A machine without it goes without those tests.
pub(crate) fn prepare_browser() -> bool {
    let is_there = || {
        let named = std::env::var_os("CHROMIUM").is_some_and(|path| Path::new(&path).is_file());
        named
            || ["chromium", "chromium-browser", "google-chrome"]
                .iter()
                .any(|name| starts(name, &["--version"]))
    };
    if is_there() {
        return true;
    }
    if cfg!(target_os = "linux") && starts("apt-get", &["--version"]) && is_root() {
        let mut update = Command::new("apt-get");
        let mut install = Command::new("apt-get");
        install.args(["install", "-y", "-q", "--no-install-recommends", "chromium"]);
        let done = execute(update.args(["update", "-q"]))
            .and_then(|()| execute(install.env("DEBIAN_FRONTEND", "noninteractive")));
        if done.is_ok() && is_there() {
            return true;
        }
    }
    eprintln!(
        "without Chromium (Debian: apt-get install chromium) the tests of the npm packages are skipped"
    );
    false
}

/// Makes sure that rendering works, and with `window` that a window can open.
pub(crate) fn prepare(window: bool) -> Result<(), String> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let libraries = loadable_libraries();
    let needs = DRAWING.iter().chain(if window { WINDOW } else { &[] });
    let mut packages: Vec<&str> =
        needs.filter(|n| !libraries.contains(n.library)).map(|n| n.package).collect();
    if !has_vulkan_driver() {
        packages.push("mesa-vulkan-drivers");
    }
    if packages.is_empty() {
        return Ok(());
    }
    let line = format!("apt-get install -y {}", packages.join(" "));
    if !starts("apt-get", &["--version"]) {
        return Err(format!("missing packages (Debian names): {}", packages.join(", ")));
    }
    if !is_root() {
        return Err(format!("missing packages: {}; run: sudo {line}", packages.join(", ")));
    }
    execute(Command::new("apt-get").args(["update", "-q"]))?;
    let mut install = Command::new("apt-get");
    install.args(["install", "-y", "-q", "--no-install-recommends"]).args(&packages);
    execute(install.env("DEBIAN_FRONTEND", "noninteractive"))
}

/// True if a window can open.
pub(crate) fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    !cfg!(target_os = "linux") || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// True on a Linux machine with the headers of ALSA (Debian: libasound2-dev), with which sound is built in.
/// Other systems need none.
pub(crate) fn has_alsa() -> bool {
    cfg!(target_os = "linux") && starts("pkg-config", &["--exists", "alsa"])
}

/// Sets a runtime folder on machines without a session, where Vulkan drivers warn that it is missing.
pub(crate) fn give_runtime_folder(command: &mut Command) {
    let folder = crate::top().join("target/runtime");
    if cfg!(target_os = "linux")
        && std::env::var_os("XDG_RUNTIME_DIR").is_none()
        && make_private(&folder).is_ok()
    {
        command.env("XDG_RUNTIME_DIR", folder);
    }
}

/// Creates a folder that only its owner can enter, as drivers require.
fn make_private(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    #[cfg(unix)]
    std::fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
    Ok(())
}

fn loadable_libraries() -> String {
    // ldconfig is in /sbin, which is not on every user's PATH.
    let listed = ["ldconfig", "/sbin/ldconfig"]
        .iter()
        .find_map(|program| Command::new(program).arg("-p").output().ok().filter(|o| o.status.success()));
    listed.map(|o| String::from_utf8_lossy(&o.stdout).into_owned()).unwrap_or_default()
}

fn has_vulkan_driver() -> bool {
    let chosen = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"].iter().any(|v| std::env::var_os(v).is_some());
    let folders = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d"];
    chosen || folders.iter().any(|f| Path::new(f).read_dir().is_ok_and(|mut d| d.next().is_some()))
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|o| o.stdout.trim_ascii() == b"0")
}
