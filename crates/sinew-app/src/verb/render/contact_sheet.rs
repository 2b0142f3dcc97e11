//! `sinew render --contact-sheet`: all clips of a file in one picture, several moments each.

use super::Render;
use super::options::{Surroundings, sheet_background};
use crate::asset::size::is_motion_only;
use crate::asset::vertices::for_each_vertex;
use crate::drawing::FILL_LIGHT;
use crate::drawing::framing::Framing;
use crate::drawing::instances;
use crate::drawing::label::Labels;
use crate::encode::{self, Kind};
use crate::player::scene_player::ScenePlayer;
use crate::report::failure::{Failure, Outcome};
use crate::report::plural::count;
use crate::report::progress::Progress;
use sinew::character::Pixels;
use sinew::glam::Vec3;
use sinew::{Bounds, ClipId, WrapMode};
use sinew_render::{
    Background, Camera, Gpu, GroundPlane, ModelInstance, RenderSettings, Renderer, Scene, overlay,
};
use std::process::ExitCode;

/// Default width and height of a moment, pixels.
const MOMENT_SIZE: [u32; 2] = [120, 160];
/// Height of text, pixels.
const TEXT_SIZE: f32 = 14.0;
/// Space around clips, pixels.
const GAP: u32 = 10;
/// Width over height that the sheet comes near to.
const SHAPE: f32 = 1.6;
/// Largest number of pixels of a sheet, and largest side, which pictures of a format may have.
const MAX_PIXELS: u64 = 1 << 27;
const MAX_SIDE: u32 = 16_383;

/// Places of clips on a sheet: rows of as many columns as make it wide.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Layout {
    columns: u32,
    rows: u32,
    /// Size of a clip with its text and the space around it, pixels.
    cell: [u32; 2],
}

impl Layout {
    fn new(clips: u32, moments: u32, [width, height]: [u32; 2], line: u32) -> Self {
        let cell = [moments * width + GAP, height + line + GAP];
        let even = (SHAPE * clips as f32 * cell[1] as f32 / cell[0] as f32).sqrt();
        let columns = (even.round() as u32).clamp(1, clips);
        Self { columns, rows: clips.div_ceil(columns), cell }
    }

    /// Size of the sheet; none for one that is too large.
    fn size(&self) -> Option<[u32; 2]> {
        let sides = [self.columns.checked_mul(self.cell[0])?, self.rows.checked_mul(self.cell[1])?];
        let [width, height] = [sides[0].checked_add(GAP)?, sides[1].checked_add(GAP)?];
        let fits = width <= MAX_SIDE && height <= MAX_SIDE;
        (fits && u64::from(width) * u64::from(height) <= MAX_PIXELS).then_some([width, height])
    }

    /// Upper left corner of clip `number`.
    fn corner(&self, number: u32) -> [u32; 2] {
        let (column, row) = (number % self.columns, number / self.columns);
        [GAP + column * self.cell[0], GAP + row * self.cell[1]]
    }
}

impl Render {
    /// Draws a sheet of the clips of `player`: of the chosen one, or of all.
    pub(super) fn contact_sheet(
        &self,
        mut player: ScenePlayer,
        moments: u32,
        kind: Kind,
        name: &str,
    ) -> Outcome {
        let chosen = player.actor.playback().map(|playback| playback.clip());
        let clips: Vec<ClipId> = match chosen {
            Some(clip) => vec![clip],
            None => (0..player.actor.clips().len() as u32).map(ClipId).collect(),
        };
        if clips.is_empty() {
            return Err(Failure::input(name, "--contact-sheet: the file has no clips"));
        }
        let size = self.size.unwrap_or(MOMENT_SIZE);
        let mut labels = Labels::new(TEXT_SIZE);
        let layout = Layout::new(clips.len() as u32, moments, size, labels.line_height());
        let [width, height] = layout.size().ok_or_else(|| {
            let message = format!(
                "--contact-sheet: {} clips make too large a picture; use a smaller --size",
                clips.len()
            );
            Failure::Call(message)
        })?;
        self.playback.input.check_kept(&self.output, [self.output.as_path()])?;
        let clip = encode::Clip { width, height, frames: 1, fps: self.fps };
        let mut encoder = kind.start(&self.output, clip)?;
        let gpu = Gpu::off_screen().map_err(|e| Failure::Machine(e.to_string()))?;
        let mut renderer = Renderer::new(&gpu, RenderSettings::default());
        let mut models = instances::create_instances(&renderer, player.actors())?;
        let progress = Progress::new(clips.len(), "clips")
            .announced(format!("rendering a contact sheet of {}", count(clips.len(), "clip")));
        let background = self.background.unwrap_or(Background::Color(sheet_background()));
        let (paper, ink) = colours(background);
        let rgba = paper.repeat(width as usize * height as usize);
        let mut sheet = Pixels { width, height, rgba };
        for (number, &clip) in clips.iter().enumerate() {
            let [left, top] = layout.corner(number as u32);
            let times = play(&mut player, clip, moments, name)?;
            let camera = self.sheet_camera(&mut player, &times, size[0] as f32 / size[1] as f32);
            for (moment, time) in times.iter().enumerate() {
                player.seek(*time);
                instances::update_instances(&mut models, &renderer, player.actors());
                let actors: Vec<&ModelInstance> = models.iter().collect();
                let lines = self.lines(&player);
                let (at, mut camera) = (place(&player), camera);
                camera.eye += at;
                camera.target += at;
                let mut drawing = Scene::new(camera, &actors)
                    .with_fill_light(FILL_LIGHT)
                    .with_lines(&lines)
                    .with_time(*time);
                drawing.background = background;
                drawing.shading = self.shading.0;
                drawing.ground = (self.scene == Some(Surroundings::Ground)).then_some(GroundPlane::default());
                let image = renderer.render_to_image(&drawing, size[0], size[1]);
                let image = image.map_err(|e| Failure::Machine(e.to_string()))?;
                paste(&image, [left + moment as u32 * size[0], top], &mut sheet);
            }
            let own = &player.actor.clips()[clip];
            let text = format!("{}   {:.2} s", caption(clip.0, own.name()), own.end());
            labels.write(&text, [left + 2, top + size[1]], moments * size[0] - 2, ink, &mut sheet);
            progress.step();
        }
        progress.finish();
        encoder.frame(&sheet)?;
        encoder.finish()?;
        Ok(ExitCode::SUCCESS)
    }

    /// Camera that has the character in view at all times, with the place of each moment at the origin.
    fn sheet_camera(&self, player: &mut ScenePlayer, times: &[f64], aspect: f32) -> Camera {
        let mut framing = Framing::new(self.view.direction(player.actor.character(), None), aspect);
        for time in times {
            player.seek(*time);
            framing.set_origin(place(player));
            player.actors().for_each(|actor| framing.add_actor(actor));
        }
        self.view.zoomed(framing.camera())
    }
}

/// Number and name of a clip; the number alone, such as `#3`, where it has no name.
fn caption(number: u32, name: &str) -> String {
    if name.is_empty() { format!("#{number}") } else { format!("{number} {name}") }
}

/// Plays a clip and returns moments of it: from its first key to its last, or to just before it where the clip ends as it
/// begins. A clip without duration has one moment.
fn play(player: &mut ScenePlayer, clip: ClipId, moments: u32, name: &str) -> Result<Vec<f64>, Failure> {
    let playback = player.actor.play(clip).map_err(|e| Failure::input(name, e))?;
    playback.wrap(WrapMode::Clamp).speed(0.0);
    let (first, last) = player.playing().map_or((0.0, 0.0), |(_, first, last)| (first, last));
    if last <= first {
        return Ok(vec![first]);
    }
    let mut points_at = |time: f64| {
        player.seek(time);
        points(player)
    };
    let is_loop = looks_alike(&points_at(first), &points_at(last));
    Ok(spread(first, last, moments, is_loop))
}

/// `moments` times at equal distances, without the last one of a loop, which looks like the first.
fn spread(first: f64, last: f64, moments: u32, is_loop: bool) -> Vec<f64> {
    let steps = if is_loop { moments } else { (moments - 1).max(1) };
    (0..moments).map(|moment| first + (last - first) * f64::from(moment) / f64::from(steps)).collect()
}

/// True for two poses that differ by less than can be seen in a small picture, wherever on the ground they stand.
fn looks_alike(a: &[Vec3], b: &[Vec3]) -> bool {
    /// Largest distance of a point between the poses, relative to the size of the character.
    const TOLERANCE: f32 = 0.02;
    let bounds = |points: &[Vec3]| Bounds::from_points(points.iter().copied());
    let (from, to) = (bounds(a), bounds(b));
    if from.is_empty() || to.is_empty() {
        return a.len() == b.len();
    }
    let shift = (to.center() - from.center()).with_y(0.0);
    let limit = TOLERANCE * from.size().max_element();
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (*a + shift).distance(*b) <= limit)
}

/// Visible points of the character in world space: its vertices, or the joints of motion without meshes.
fn points(player: &ScenePlayer) -> Vec<Vec3> {
    let frame = player.actor.frame();
    let mut points = Vec::new();
    for_each_vertex(&frame, |_, _, _, vertex| points.push(vertex));
    if is_motion_only(&player.actor) {
        let world = frame.world_from_model();
        let joints = overlay::skeleton_joints(player.actor.character()).into_iter();
        let places =
            joints.map(|joint| world.transform_point3(frame.model()[joint.index()].translation.into()));
        points = places.collect();
    }
    points.retain(|point| point.is_finite());
    points
}

/// Place of the character on the ground: the middle of what is seen of it.
fn place(player: &ScenePlayer) -> Vec3 {
    let bounds = Bounds::from_points(points(player));
    if bounds.is_empty() { Vec3::ZERO } else { bounds.center().with_y(0.0) }
}

/// Colours of the sheet and of text on it, sRGB.
fn colours(background: Background) -> ([u8; 4], [u8; 3]) {
    let Background::Color(light) = background else { return ([0; 4], [128; 3]) };
    let byte = |v: f32| {
        let v = v.clamp(0.0, 1.0);
        let encoded = if v <= 0.003_130_8 { 12.92 * v } else { 1.055 * v.powf(1.0 / 2.4) - 0.055 };
        (encoded * 255.0).round() as u8
    };
    let alpha = (light.w.clamp(0.0, 1.0) * 255.0).round() as u8;
    let is_bright = light.truncate().dot(Vec3::new(0.2126, 0.7152, 0.0722)) > 0.18;
    ([byte(light.x), byte(light.y), byte(light.z), alpha], if is_bright { [24; 3] } else { [235; 3] })
}

/// Copies a picture onto the sheet.
fn paste(image: &Pixels, [left, top]: [u32; 2], sheet: &mut Pixels) {
    let row = image.width as usize * 4;
    for (y, pixels) in image.rgba.chunks_exact(row).enumerate() {
        let start = ((top as usize + y) * sheet.width as usize + left as usize) * 4;
        sheet.rgba[start..start + row].copy_from_slice(pixels);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_moment_of_a_loop_is_not_its_first() {
        assert_eq!(spread(1.0, 3.0, 5, false), [1.0, 1.5, 2.0, 2.5, 3.0]);
        assert_eq!(spread(1.0, 3.0, 4, true), [1.0, 1.5, 2.0, 2.5]);
        assert_eq!((spread(1.0, 3.0, 1, true), spread(1.0, 3.0, 1, false)), (vec![1.0], vec![1.0]));
        let pose = [Vec3::ZERO, Vec3::Y, Vec3::new(0.3, 1.0, 0.0)];
        let moved = |by: Vec3| pose.map(|point| point + by);
        assert!(looks_alike(&pose, &moved(Vec3::new(3.0, 0.0, -2.0))), "the clip travels");
        assert!(!looks_alike(&pose, &moved(Vec3::Y * 0.1)), "it has jumped");
        assert!(!looks_alike(&pose, &[Vec3::ZERO, Vec3::Y, Vec3::new(-0.3, 1.0, 0.0)]));
    }

    #[test]
    fn clips_without_a_name_are_called_by_their_numbers() {
        assert_eq!((caption(3, ""), caption(3, "Run")), ("#3".into(), "3 Run".into()));
    }

    #[test]
    fn clips_lie_in_rows_of_a_wide_sheet() {
        let one = Layout::new(1, 5, [120, 160], 18);
        assert_eq!((one.columns, one.rows, one.size()), (1, 1, Some([620, 198])));
        let many = Layout::new(76, 5, [120, 160], 18);
        let [width, height] = many.size().unwrap();
        assert!((1.2..2.1).contains(&(width as f32 / height as f32)), "{many:?} {width} × {height}");
        let corners: Vec<_> = (0..76).map(|n| many.corner(n)).collect();
        assert_eq!((corners[0], corners[1]), ([10, 10], [620, 10]));
        let [cell_width, cell_height] = many.cell;
        assert!(corners.iter().all(|[x, y]| x + cell_width <= width && y + cell_height <= height));
        assert_eq!(Layout::new(u32::MAX, 100, [8192, 8192], 18).size(), None);
    }
}
