//! Strip under the picture with the sound that is spoken, and its words, phones and visemes.

use super::icon::{self, Icon};
use crate::speech_picture::{ink_on, viseme_colour};
use crate::viewer::command::Command;
use crate::viewer::speech::{HISTORY_SECONDS, Line, LiveMouth};
use crate::viewer::state::State;
use egui::{
    Align2, Color32, ColorImage, FontId, Pos2, Rect, RichText, Sense, Stroke, TextureHandle, TextureOptions,
    Ui, vec2,
};
use sinew_speech::timeline::TIMELINE_RATE;

/// Heights of the rows in points.
const PICTURE: f32 = 92.0;
const SPANS: f32 = 15.0;
const VISEMES: f32 = 18.0;
const OPENING: f32 = 40.0;
/// Size of text in spans, points, and the least width of a span with text.
const TEXT: f32 = 11.0;
const MIN_TEXT_WIDTH: f32 = 9.0;
/// Least distance of the ends of neighbouring spans that are painted, points: hours of sound stay quick to
/// paint.
const MIN_WIDTH: f64 = 0.5;

/// Picture of the line with the serial of that line.
pub(super) type Picture = Option<(u64, TextureHandle)>;

/// Strip under the picture: waveform, spectrogram, words, phones and visemes of the sound, with the time that
/// is heard.
pub(super) fn show(ui: &mut Ui, state: &State, picture: &mut Picture, commands: &mut Vec<Command>) {
    let speech = &state.speech;
    ui.add_space(4.0);
    if let Some(mouth) = speech.live_mouth() {
        ui.label("Microphone");
        show_live(ui, mouth);
    } else if let Some(line) = &speech.line {
        ui.horizontal(|ui| {
            let (icon, hint) =
                if speech.playing { (Icon::Pause, "Pause (L)") } else { (Icon::Play, "Talk (L)") };
            if icon::button(ui, icon).on_hover_text(hint).clicked() {
                commands.push(Command::Talk);
            }
            let time = format!("{:6.2} / {:.2} s", speech.time, line.duration());
            ui.label(RichText::new(time).monospace());
            ui.label(&line.name);
            ui.weak(if speech.is_analysing() { "analysing…" } else { line.mode.name() });
            if ui.small_button("×").on_hover_text("Close the sound").clicked() {
                commands.push(Command::CloseSpeech);
            }
        });
        if picture.as_ref().is_none_or(|(serial, _)| *serial != speech.serial) {
            let size = [line.picture.width as usize, line.picture.height as usize];
            let image = ColorImage::from_rgba_unmultiplied(size, &line.picture.rgba);
            let texture = ui.ctx().load_texture("speech", image, TextureOptions::LINEAR);
            *picture = Some((speech.serial, texture));
        }
        if let Some((_, texture)) = picture {
            show_line(ui, line, speech.time, texture, commands);
        }
    } else {
        ui.weak("Analysing the sound…");
    }
    ui.add_space(2.0);
}

/// Rectangle of a strip of this height.
fn allocate(ui: &mut Ui, height: f32, sense: Sense) -> (Rect, egui::Response) {
    ui.allocate_exact_size(vec2(ui.available_width(), height), sense)
}

fn show_line(ui: &mut Ui, line: &Line, time: f64, texture: &TextureHandle, commands: &mut Vec<Command>) {
    let rows = [!line.track.words().is_empty(), line.has_phones()];
    let spans = rows.iter().filter(|known| **known).count() as f32 * SPANS;
    let (strip, mouse) = allocate(ui, PICTURE + spans + VISEMES, Sense::click_and_drag());
    let seconds = line.duration().max(0.01);
    let column = |time: f64| strip.left() + strip.width() * (time / seconds).clamp(0.0, 1.0) as f32;
    let painter = ui.painter_at(strip);
    let mut top = strip.top();
    let mut row = |height: f32| {
        let row = strip.with_min_y(top).with_max_y(top + height);
        top += height;
        row
    };
    let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
    painter.image(texture.id(), row(PICTURE), whole, Color32::WHITE);
    let span = |row: Rect, (start, end): (f64, f64), text: &str, fill: Color32, ink: Color32| {
        let area = row.with_min_x(column(start)).with_max_x(column(end));
        painter.rect_filled(area, 0.0, fill);
        painter.vline(area.left(), area.y_range(), Stroke::new(1.0, Color32::from_black_alpha(60)));
        if area.width() >= MIN_TEXT_WIDTH {
            let clipped = painter.with_clip_rect(area.intersect(strip));
            clipped.text(area.center(), Align2::CENTER_CENTER, text, FontId::proportional(TEXT), ink);
        }
    };
    let (paper, ink) = (Color32::from_gray(236), Color32::from_gray(30));
    let least = MIN_WIDTH * seconds / f64::from(strip.width());
    if rows[0] {
        let row = row(SPANS);
        thinned(line.track.words(), |word| word.end, least)
            .for_each(|word| span(row, (word.start, word.end), &word.word, paper, ink));
    }
    if rows[1] {
        let row = row(SPANS);
        thinned(line.track.phones(), |phone| phone.end, least)
            .for_each(|phone| span(row, (phone.start, phone.end), &phone.label, paper, ink));
    }
    let visemes = row(VISEMES);
    for cue in thinned(&line.cues, |cue| cue.end, least) {
        let color = viseme_colour(cue.viseme);
        span(visemes, (cue.start, cue.end), cue.viseme.name(), rgb(color), rgb(ink_on(color)));
    }
    painter.vline(column(time), strip.y_range(), Stroke::new(2.0, Color32::from_rgb(214, 40, 40)));
    if let Some(pointer) = mouse.interact_pointer_pos().filter(|_| mouse.clicked() || mouse.dragged()) {
        commands.push(Command::SeekSpeech(seconds * f64::from((pointer.x - strip.left()) / strip.width())));
    }
}

/// Spans in order, without those that end less than `least` seconds after the one before.
fn thinned<T>(spans: &[T], end: impl Fn(&T) -> f64, least: f64) -> impl Iterator<Item = &T> {
    let mut last = f64::NEG_INFINITY;
    spans.iter().filter(move |span| {
        let is_shown = end(span) >= last + least;
        last = if is_shown { end(span) } else { last };
        is_shown
    })
}

/// Visemes and opening of the last seconds of live sound, the latest on the right.
fn show_live(ui: &mut Ui, mouth: &LiveMouth) {
    let (strip, _) = allocate(ui, OPENING + VISEMES, Sense::hover());
    let painter = ui.painter_at(strip);
    painter.rect_filled(strip, 0.0, Color32::from_gray(250));
    let width = strip.width() / (HISTORY_SECONDS * TIMELINE_RATE as f32);
    let start = strip.right() - width * mouth.frames().len() as f32;
    let (opening, visemes) = strip.split_top_bottom_at_y(strip.top() + OPENING);
    for (n, frame) in mouth.frames().enumerate() {
        let left = start + width * n as f32;
        let column = |row: Rect| row.with_min_x(left).with_max_x(left + width + 0.5);
        let high = opening.bottom() - OPENING * frame.openness;
        painter.rect_filled(column(opening).with_min_y(high), 0.0, Color32::from_rgb(240, 170, 160));
        painter.rect_filled(column(visemes), 0.0, rgb(viseme_colour(frame.dominant())));
    }
}

fn rgb([r, g, b]: [u8; 3]) -> Color32 {
    Color32::from_rgb(r, g, b)
}
