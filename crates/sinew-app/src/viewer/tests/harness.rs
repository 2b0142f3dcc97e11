//! Viewer without a window, for tests.

use crate::asset::source;
use crate::options::playback::PlaybackOptions;
use crate::viewer::frame;
use crate::viewer::panel::{Layout, apply_look};
use crate::viewer::recent_files::RecentFiles;
use crate::viewer::state::State;
use crate::viewer::transport;
use egui::epaint::ClippedShape;
use egui::{
    Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, Shape, TextureId, TexturesDelta, Vec2,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Viewer without a window.
pub(super) struct Bench {
    pub(super) egui: egui::Context,
    pub(super) layout: Layout,
    pub(super) state: State,
    time: f64,
    /// Shapes that the last frame painted.
    pub(super) shapes: Vec<ClippedShape>,
    /// Changes of egui's textures since the start.
    pub(super) textures: Vec<TexturesDelta>,
    /// Picture of the character in egui.
    pub(super) picture: Option<TextureId>,
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
        Self::with_recent_files(RecentFiles::default())
    }

    pub(super) fn with_recent_files(recent: RecentFiles) -> Self {
        let state = State::new(source::built_in().unwrap(), &PlaybackOptions::default(), recent).unwrap();
        let egui = egui::Context::default();
        apply_look(&egui);
        let mut bench = Self {
            egui,
            layout: Layout::new(),
            state,
            time: 0.0,
            shapes: Vec::new(),
            textures: Vec::new(),
            picture: None,
        };
        // Panels settle their sizes in the first frames.
        (0..3).for_each(|_| bench.frame(Vec::new()));
        bench
    }

    pub(super) fn run(&mut self, input: RawInput) {
        self.run_for(input, 1.0 / 60.0);
    }

    /// Plays a frame of `seconds`.
    pub(super) fn run_for(&mut self, input: RawInput, seconds: f32) {
        self.time += f64::from(seconds);
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(1280.0, 800.0))),
            time: Some(self.time),
            ..input
        };
        let (layout, state, picture) = (&mut self.layout, &mut self.state, self.picture);
        let output = frame::run(&self.egui, input, layout, state, picture, seconds).egui;
        self.textures.push(output.textures_delta);
        self.shapes = output.shapes;
    }

    /// Centers of the circles that the last frame painted.
    pub(super) fn circles(&self) -> Vec<Pos2> {
        let circles = self.shapes.iter().filter_map(|painted| match &painted.shape {
            Shape::Circle(circle) => Some(circle.center),
            _ => None,
        });
        circles.collect()
    }

    /// Number of shapes that the last frame painted.
    pub(super) fn shapes(&self) -> usize {
        self.shapes.len()
    }

    /// Texts that the last frame painted, with their positions.
    pub(super) fn texts(&self) -> impl Iterator<Item = (&str, Pos2)> {
        self.shapes.iter().filter_map(|painted| match &painted.shape {
            Shape::Text(text) => Some((text.galley.text(), text.visual_bounding_rect().center())),
            _ => None,
        })
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

impl Drop for Bench {
    fn drop(&mut self) {
        // egui demands that changes of textures are applied or cleared.
        self.textures.iter_mut().for_each(TexturesDelta::clear);
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
