//! Any text as a set-up, loaded with a character of two joints for its model and its own text for all other
//! files. A good corpus: `data/hero/hero.ron`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew_setup::{Setup, SetupDescription, SetupFile, SetupFiles};

const MODEL: &[u8] = br#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
    "nodes": [{"name": "hips", "children": [1]}, {"name": "head", "translation": [0, 1, 0]}]}"#;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let Ok(description) = SetupDescription::from_ron(&text) else { return };
    let _ = description.to_ron();
    let other = text.clone().into_bytes();
    let files = move |path: &str| Ok(if path.ends_with(".ron") { other.clone() } else { MODEL.to_vec() });
    let Ok(file) = SetupFile::new("fuzz.ron", text, SetupFiles::new(files)) else { return };
    if let Ok(setup) = Setup::from_file(&file)
        && let Ok(mut actor) = setup.actor()
    {
        for _ in 0..4 {
            actor.update(0.1);
        }
    }
});
