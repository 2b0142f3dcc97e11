//! Viewer without a window, for tests.

use crate::asset::source;
use crate::options::playback::PlaybackOptions;
use crate::viewer::panel::{Layout, apply_look};
use crate::viewer::state::State;
use crate::viewer::transport;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, Vec2};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Viewer without a window.
pub(super) struct Bench {
    egui: egui::Context,
    pub(super) layout: Layout,
    pub(super) state: State,
    time: f64,
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|e| e.to_string())
    }
}

impl Bench {
    pub(super) fn new() -> Self {
        let state = State::new(source::built_in().unwrap(), &PlaybackOptions::default()).unwrap();
        let egui = egui::Context::default();
        apply_look(&egui);
        let mut bench = Self { egui, layout: Layout::new(), state, time: 0.0 };
        // Panels settle their sizes in the first frames.
        (0..3).for_each(|_| bench.frame(Vec::new()));
        bench
    }

    pub(super) fn run(&mut self, input: RawInput) {
        self.time += 1.0 / 60.0;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(1280.0, 800.0))),
            time: Some(self.time),
            ..input
        };
        let mut commands = Vec::new();
        let mut output =
            self.egui.run_ui(input, |ui| commands.extend(self.layout.show(ui, &self.state, None)));
        output.textures_delta.clear();
        let size = self.layout.picture.size();
        self.state.set_viewport([size.x, size.y]);
        commands.into_iter().for_each(|command| self.state.apply(command));
        self.state.advance(1.0 / 60.0);
    }

    pub(super) fn frame(&mut self, events: Vec<Event>) {
        self.run(RawInput { events, ..RawInput::default() });
    }

    pub(super) fn press(&mut self, key: Key) {
        let event = |pressed| Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        self.frame(vec![event(true)]);
        self.frame(vec![event(false)]);
    }

    pub(super) fn click(&mut self, pos: Pos2) {
        self.frame(vec![Event::PointerMoved(pos)]);
        for pressed in [true, false] {
            let button = PointerButton::Primary;
            self.frame(vec![Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE }]);
        }
    }

    pub(super) fn drop(&mut self, path: PathBuf) {
        self.run(RawInput { dropped_files: vec![Arc::new(Dropped(path))], ..RawInput::default() });
    }

    pub(super) fn playing(&self) -> Option<usize> {
        self.state.shown.player.actor.playback().map(|p| p.clip().index())
    }

    pub(super) fn time(&self) -> f64 {
        transport::clip_time(&self.state.shown.player.actor).unwrap().0
    }
}

/// Temporary file, removed with its folder.
pub(super) struct Scratch(pub(super) PathBuf);

impl Scratch {
    pub(super) fn file(name: &str, content: &[u8]) -> Self {
        let folder = std::env::temp_dir().join(format!("sinew-viewer-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(name), content).unwrap();
        Self(folder.join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.0.parent().unwrap());
    }
}

/// A glTF file with a triangle, not a humanoid.
pub(super) fn triangle() -> &'static str {
    r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
    "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
    "buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}],
    "bufferViews":[{"buffer":0,"byteLength":36}],
    "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}]}"#
}

/// A glTF file with one clip called "borrowed": one joint, two keys, no mesh.
pub(super) fn clip_of(joint: &str) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"name":"{joint}"}}],
        "buffers":[{{"byteLength":32,"uri":"data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}],
        "bufferViews":[{{"buffer":0,"byteLength":8}},{{"buffer":0,"byteOffset":8,"byteLength":24}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]}},
        {{"bufferView":1,"componentType":5126,"count":2,"type":"VEC3"}}],
        "animations":[{{"name":"borrowed","samplers":[{{"input":0,"output":1}}],
        "channels":[{{"sampler":0,"target":{{"node":0,"path":"translation"}}}}]}}]}}"#
    )
}
