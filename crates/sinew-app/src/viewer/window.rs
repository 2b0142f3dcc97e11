use super::frame::{self, FrameOutput};
use super::panel::{Layout, apply_look};
use super::screen::Screen;
use super::state::State;
use crate::report::failure::Failure;
use egui::ViewportId;
use std::sync::Arc;
use std::time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::dpi::LogicalSize;
use winit::event::{StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow};
use winit::window::{Window, WindowId};

/// Application of winit: passes events to a frame, and what the frame yields to the screen.
pub(super) struct Viewer {
    state: State,
    layout: Layout,
    egui: egui::Context,
    open: Option<Open>,
    last_frame: Instant,
    /// Time of the next frame without input; `None` where nothing moves.
    redraw_at: Option<Instant>,
    /// Reason why the window closed, unless the user closed it.
    failure: Option<Failure>,
}

/// The window with its input state and screen.
struct Open {
    window: Arc<Window>,
    input: egui_winit::State,
    screen: Screen,
}

impl Viewer {
    pub(super) fn new(state: State) -> Self {
        let egui = egui::Context::default();
        apply_look(&egui);
        let last_frame = Instant::now();
        Self { state, layout: Layout::new(), egui, open: None, last_frame, redraw_at: None, failure: None }
    }

    /// The failure that closed the window.
    pub(super) fn into_failure(self) -> Option<Failure> {
        self.failure
    }

    fn open(&mut self, event_loop: &ActiveEventLoop) -> Result<(), Failure> {
        let attributes =
            Window::default_attributes().with_title("Sinew").with_inner_size(LogicalSize::new(1280.0, 800.0));
        let window = event_loop.create_window(attributes).map_err(|e| Failure::Machine(e.to_string()))?;
        let window = Arc::new(window);
        let screen = Screen::new(window.clone(), event_loop.owned_display_handle())?;
        let (context, scale) = (self.egui.clone(), window.scale_factor() as f32);
        let side = Some(screen.max_side());
        let input = egui_winit::State::new(context, ViewportId::ROOT, &window, Some(scale), None, side);
        window.request_redraw();
        self.open = Some(Open { window, input, screen });
        Ok(())
    }

    fn frame(&mut self, event_loop: &ActiveEventLoop) {
        let Some(Open { window, input, screen }) = &mut self.open else { return };
        let seconds = self.last_frame.elapsed().as_secs_f32();
        self.last_frame = Instant::now();
        let (events, picture) = (input.take_egui_input(window), Some(screen.picture()));
        let FrameOutput { egui: output, changed } =
            frame::run(&self.egui, events, &mut self.layout, &mut self.state, picture, seconds);
        input.handle_platform_output(window, output.platform_output);

        let size = self.layout.picture.size();
        let drawing = Instant::now();
        let pixels = [size.x, size.y].map(|side| (side * output.pixels_per_point).round() as u32);
        if let Err(failure) = screen.draw(&self.state, pixels) {
            self.state.say(failure.message().to_owned(), true);
        }
        self.state.cost.add_draw(drawing);
        self.state.cost.add_frame(seconds);
        let shapes = self.egui.tessellate(output.shapes, output.pixels_per_point);
        screen.present(window, &shapes, output.textures_delta, output.pixels_per_point);

        // A still picture is redrawn on input, or when egui animates.
        let soon = output.viewport_output.get(&ViewportId::ROOT).map_or(Duration::MAX, |v| v.repaint_delay);
        // What was read beside the window is in the panels of the next frame.
        let has_news = self.state.watch.take_news();
        if self.state.is_moving() || changed || has_news || soon.is_zero() {
            window.request_redraw();
        }
        self.redraw_at = Instant::now().checked_add(soon);
        self.wait(event_loop);
    }

    /// Waits for the next frame or the next look at the files in use, whichever comes first.
    fn wait(&self, event_loop: &ActiveEventLoop) {
        let next = self.redraw_at.into_iter().chain(self.state.watch.next_look()).min();
        event_loop.set_control_flow(next.map_or(ControlFlow::Wait, ControlFlow::WaitUntil));
    }
}

impl ApplicationHandler for Viewer {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.open.is_none()
            && let Err(failure) = self.open(event_loop)
        {
            self.failure = Some(failure);
            event_loop.exit();
        }
    }

    fn new_events(&mut self, event_loop: &ActiveEventLoop, cause: StartCause) {
        let (StartCause::ResumeTimeReached { .. }, Some(open)) = (cause, &self.open) else { return };
        let is_due = self.redraw_at.is_some_and(|then| then <= Instant::now());
        if is_due || self.state.look_at_files() {
            open.window.request_redraw();
        }
        self.redraw_at = self.redraw_at.filter(|_| !is_due);
        self.wait(event_loop);
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(open) = &mut self.open else { return };
        if open.input.on_window_event(&open.window, &event).repaint {
            open.window.request_redraw();
        }
        match event {
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::Resized(size) => {
                open.screen.resize(size);
                open.window.request_redraw();
            }
            WindowEvent::RedrawRequested => self.frame(event_loop),
            _ => {}
        }
    }
}
