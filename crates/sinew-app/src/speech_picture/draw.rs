//! Drawing of the picture.

use super::colours::{ink_on, viseme_colour};
use super::layout::Layout;
use super::spectrum::spectrum_image;
use super::waveform::{peaks, wave_image};
use crate::drawing::canvas::{Area, Canvas};
use crate::drawing::label::Labels;
use sinew::character::Pixels;
use sinew_speech::timeline::{VisemeCue, VisemeTimeline};

/// Height of text, pixels.
const TEXT_SIZE: f32 = 12.0;
const INK: [u8; 3] = [30, 32, 38];
const FAINT: [u8; 3] = [120, 124, 134];
const LINE: [u8; 3] = [206, 209, 216];
const SPAN: [u8; 3] = [240, 241, 244];
const OPENING: [u8; 3] = [214, 74, 62];
const BELOW_OPENING: [u8; 3] = [249, 224, 221];

/// Content of a picture.
pub(crate) struct SpeechPicture<'a> {
    /// Name of the sound.
    pub(crate) title: &'a str,
    /// Sound at 16 kHz.
    pub(crate) samples: &'a [f32],
    pub(crate) timeline: &'a VisemeTimeline,
    pub(crate) cues: &'a [VisemeCue],
}

impl SpeechPicture<'_> {
    /// The picture: 240 pixels per second, at least 640 and at most 4000 pixels wide.
    pub(crate) fn draw(&self) -> Pixels {
        let track = self.timeline.track();
        let seconds = self.timeline.duration().max(0.01);
        let layout = Layout::new(seconds, !track.words().is_empty(), !track.phones().is_empty());
        let mut canvas = Canvas::new(layout.size, Labels::new(TEXT_SIZE));
        canvas.write_left(layout.title, self.title, INK);
        let wave = peaks(self.samples, layout.wave.width as usize);
        canvas.copy(layout.wave, &wave_image(&wave, layout.wave.height));
        self.draw_spectrum(&mut canvas, layout.spectrum);
        if let Some(row) = layout.words {
            let words = track.words().iter().map(|word| (word.start, word.end, word.word.as_str()));
            draw_spans(&mut canvas, &layout, row, "words", words);
        }
        if let Some(row) = layout.phones {
            let phones = track.phones().iter().map(|phone| (phone.start, phone.end, phone.label.as_str()));
            draw_spans(&mut canvas, &layout, row, "phones", phones);
        }
        canvas.write_right(Layout::name(layout.visemes), "visemes", FAINT);
        for cue in self.cues {
            let (area, color) = (layout.span(layout.visemes, cue.start, cue.end), viseme_colour(cue.viseme));
            canvas.fill(area, color);
            canvas.write_inside(area, cue.viseme.name(), ink_on(color));
        }
        self.draw_opening(&mut canvas, layout.opening, seconds);
        draw_axis(&mut canvas, &layout);
        canvas.pixels
    }

    fn draw_spectrum(&self, canvas: &mut Canvas, area: Area) {
        canvas.copy(area, &spectrum_image(self.samples, area.width, area.height));
        for kilohertz in (0..=8).step_by(2) {
            let row = area.top + (area.height - 1) * (8 - kilohertz) / 8;
            canvas.fill(Area { left: area.left - 5, top: row, width: 5, height: 1 }, FAINT);
            let label_area =
                Area { top: row.saturating_sub(10), height: 20, width: area.left - 10, ..Layout::name(area) };
            let text = if kilohertz == 8 { "8 kHz".into() } else { kilohertz.to_string() };
            canvas.write_right(label_area, &text, FAINT);
        }
    }

    fn draw_opening(&self, canvas: &mut Canvas, area: Area, seconds: f64) {
        canvas.write_right(Layout::name(area), "opening", FAINT);
        let row = |share: f32| area.top + ((1.0 - share) * (area.height - 1) as f32).round() as u32;
        for share in [0.0, 0.5, 1.0] {
            canvas.fill(Area { top: row(share), height: 1, ..area }, LINE);
        }
        let mut before = None;
        for n in 0..area.width {
            let time = (f64::from(n) + 0.5) * seconds / f64::from(area.width);
            let now = row(self.timeline.at(time).openness);
            let bottom = area.top + area.height - 1;
            let below = Area { left: area.left + n, top: now, width: 1, height: bottom - now };
            canvas.fill(below, BELOW_OPENING);
            let (top, end) = (now.min(before.unwrap_or(now)), now.max(before.unwrap_or(now)));
            canvas.fill(Area { top, height: (end - top).max(1) + 1, ..below }, OPENING);
            before = Some(now);
        }
    }
}

/// Draws named spans of time.
fn draw_spans<'a>(
    canvas: &mut Canvas,
    layout: &Layout,
    row: Area,
    name: &str,
    spans: impl Iterator<Item = (f64, f64, &'a str)>,
) {
    canvas.write_right(Layout::name(row), name, FAINT);
    for (start, end, text) in spans {
        let area = layout.span(row, start, end);
        canvas.fill(area, SPAN);
        canvas.fill(Area { width: 1, ..area }, FAINT);
        canvas.write_inside(area, text, INK);
    }
}

/// Draws the axis of time.
fn draw_axis(canvas: &mut Canvas, layout: &Layout) {
    let row = layout.axis;
    canvas.fill(Area { height: 1, ..row }, FAINT);
    canvas.write_right(Layout::name(row), "seconds", FAINT);
    for time in layout.marks() {
        let column = layout.column(time);
        canvas.fill(Area { left: column, top: row.top, width: 1, height: 5 }, FAINT);
        let text = if time.fract().abs() < 1e-6 { format!("{time:.0}") } else { format!("{time:.1}") };
        let label_area = Area { left: column - 18, top: row.top + 5, width: 37, height: row.height - 5 };
        canvas.write_inside(label_area, &text, FAINT);
    }
}
