//! A session of the browser.

use serde_json::{Value, json};
use sinew::character::Pixels;
use std::path::{Path, PathBuf};
use std::process::Command;
use test_needs::{Need, asset, skip};

/// Avatars of others: VRM 0.x, VRM 1.0, GLB, DirectX .x.
pub(crate) const AVATARS: [&str; 4] = [
    "/assets/vrm/Godette_vrm_v4.vrm",
    "/assets/vrm/debug_robot.vrm",
    "/assets/gltf/rpm_brunette-t.glb",
    "/assets/x/tiny/tiny.x",
];
/// A character of FBX, for the build that reads it.
pub(crate) const FBX: &str = "/assets/fbx/animation_with_skeleton.fbx";
/// Files that are none: truncated, missing.
pub(crate) const BROKEN: [&str; 2] =
    ["/assets/gltf/validator/glb/truncated_chunk_data.glb", "/data/README.md"];

/// Interface to the graphics card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    WebGl2,
    WebGpu,
}

/// What a session did.
pub(crate) struct Session {
    pub(crate) results: Value,
    /// Width and height of the pictures that are compared.
    pub(crate) size: u32,
    folder: PathBuf,
    assets: PathBuf,
}

/// Folder of the packages: `SINEW_WEB`, else where `cargo xtask web` builds them; `None` where they are not built.
pub(crate) fn packages() -> Option<PathBuf> {
    let built = || Path::new(env!("CARGO_MANIFEST_DIR")).join("target/web");
    let folder = std::env::var_os("SINEW_WEB").map_or_else(built, PathBuf::from);
    let is_built = folder.join("sinew-avatar/sinew_avatar_bg.wasm").is_file();
    if !is_built {
        skip(Need::Browser, "the npm packages are not built: cargo xtask web");
    }
    is_built.then_some(folder)
}

fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let usual =
        ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].map(PathBuf::from);
    let found = named.into_iter().chain(usual).find(|path| path.is_file());
    if found.is_none() {
        skip(Need::Browser, "Chromium is not installed (Debian: apt-get install chromium)");
    }
    found
}

/// Folder with puppeteer-core.
fn modules() -> Option<PathBuf> {
    let folder = std::env::var_os("THREE_DIR").map(PathBuf::from);
    let found = folder.filter(|folder| folder.join("node_modules/puppeteer-core").is_dir());
    if found.is_none() {
        skip(Need::Browser, "no puppeteer-core in THREE_DIR, which `cargo xtask test` installs with npm");
    }
    found
}

impl Session {
    /// Runs a session; `None`, and the test is skipped, where something is missing.
    pub(crate) fn run(mode: Mode) -> Option<Self> {
        // Messages name a file by its whole path.
        let (assets, packages) = (asset("")?.canonicalize().unwrap(), packages()?);
        let (chromium, modules) = (chromium()?, modules()?);
        let top = Path::new(env!("CARGO_MANIFEST_DIR"));
        let name = format!("{mode:?}").to_lowercase();
        let folder = std::env::temp_dir().join(format!("sinew-web-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let sound = super::speech::sound();
        // SwiftShader places samples of edges otherwise than Mesa, which shows less the larger the picture is.
        let size = if mode == Mode::WebGpu { 1000 } else { 400 };
        if mode == Mode::WebGl2 {
            super::large::write(&assets.join("vrm/Godette_vrm_v4.vrm"), &folder.join("large.vrm"));
        }
        let plan = json!({
            "mode": name, "packages": packages, "data": top.join("data"), "assets": assets, "modules": modules,
            "chromium": chromium, "avatars": AVATARS, "broken": BROKEN,
            "fbx": FBX, "size": size, "samples": sound.samples, "rate": sound.rate, "text": sound.text,
        });
        let file = folder.join("plan.json");
        std::fs::write(&file, plan.to_string()).unwrap();
        let node = Command::new("node").arg(top.join("tests/web/drive.mjs")).arg(&file).output().unwrap();
        let errors = String::from_utf8_lossy(&node.stderr);
        assert!(node.status.success(), "the session ended with {}: {errors}", node.status);
        let results = std::fs::read_to_string(folder.join("results.json")).unwrap();
        let results: Value = serde_json::from_str(&results).unwrap();
        println!("times in ms: {}\nconsole: {}", results["times"], results["console"]);
        Some(Self { results, size, folder, assets })
    }

    /// Path on the disk of an address of the session.
    pub(crate) fn path(&self, address: &str) -> PathBuf {
        match address.strip_prefix("/assets/") {
            Some(path) => self.assets.join(path),
            None => Path::new(env!("CARGO_MANIFEST_DIR")).join(address.trim_start_matches('/')),
        }
    }

    /// Asset of a path.
    pub(crate) fn asset(&self, path: &str) -> PathBuf {
        self.assets.join(path)
    }

    /// Picture that the session kept.
    pub(crate) fn picture(&self, file: &Value) -> Pixels {
        let file = file.as_str().unwrap_or_else(|| panic!("no picture: {file}"));
        let file = std::fs::File::open(self.folder.join(file)).unwrap();
        let mut decoder = png::Decoder::new(std::io::BufReader::new(file));
        // Screenshots have none.
        decoder.set_transformations(png::Transformations::ALPHA);
        let mut reader = decoder.read_info().unwrap();
        let mut rgba = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut rgba).unwrap();
        assert_eq!(info.color_type, png::ColorType::Rgba);
        Pixels { width: info.width, height: info.height, rgba }
    }
}

impl Session {
    /// Keeps a picture beside those of the session, to look at after a failure.
    pub(crate) fn keep(&self, name: &str, picture: &Pixels) {
        let file = std::fs::File::create(self.folder.join(format!("{name}_native.png"))).unwrap();
        let mut encoder = png::Encoder::new(std::io::BufWriter::new(file), picture.width, picture.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.write_header().unwrap().write_image_data(&picture.rgba).unwrap();
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // The pictures of a failed test are looked at.
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}
