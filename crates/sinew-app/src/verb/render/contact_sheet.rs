//! `sinew render --contact-sheet`: all clips of a file in one picture, or a graph that plays; several moments
//! each.

use super::Render;
use super::sheet::{Sheet, SheetCamera};
use crate::asset::size::is_motion_only;
use crate::asset::vertices::for_each_vertex;
use crate::drawing::framing::Framing;
use crate::encode::Kind;
use crate::player::scene_player::ScenePlayer;
use crate::player::script::Script;
use crate::report::failure::{Failure, Outcome};
use crate::report::plural::count;
use crate::report::progress::Progress;
use sinew::glam::Vec3;
use sinew::{Bounds, ClipId, WrapMode};
use sinew_render::{Camera, overlay};

/// Default width and height of a moment, pixels.
const MOMENT_SIZE: [u32; 2] = [120, 160];

impl Render {
    /// Draws a sheet of the clips of `player`: of the chosen one, or of all; or of its graph where a duration,
    /// a graph or parameters are given.
    pub(super) fn contact_sheet(
        &self,
        mut player: ScenePlayer,
        moments: u32,
        kind: Kind,
        name: &str,
    ) -> Outcome {
        if self.is_of_graph() {
            return match player.script.as_ref().is_some_and(Script::has_graph) {
                true => self.graph_sheet(player, moments, kind),
                false => Err(Failure::Call(
                    "--contact-sheet --seconds is for graphs, of a set-up or of --graph; a clip is shown whole"
                        .into(),
                )),
            };
        }
        let chosen = player.actor.playback().map(|playback| playback.clip());
        let clips: Vec<ClipId> = match chosen {
            Some(clip) => vec![clip],
            None => (0..player.actor.clips().len() as u32).map(ClipId).collect(),
        };
        if clips.is_empty() {
            return Err(Failure::unsuited(name, "--contact-sheet: the file has no clips"));
        }
        // A row is a clip alone, whatever graph the set-up has.
        player.script = None;
        let size = self.size.unwrap_or(MOMENT_SIZE);
        let (mut sheet, encoder) = self.sheet(kind, (clips.len(), "clips"), moments, size)?;
        let mut camera_man = SheetCamera::new(self, &player)?;
        let progress = Progress::new(clips.len(), "clips")
            .announced(format!("rendering a contact sheet of {}", count(clips.len(), "clip")));
        for (row, &clip) in (0..).zip(&clips) {
            let times = play(&mut player, clip, moments, name)?;
            self.draw_row(&mut player, &times, (&mut sheet, row), &mut camera_man)?;
            let shown = &player.actor.clips()[clip];
            sheet.write(&format!("{}   {:.2} s", caption(clip.0, shown.name()), shown.end()), row);
            progress.step();
        }
        progress.finish();
        sheet.finish(encoder)
    }

    /// True for a sheet of the graph that plays, in place of the clips.
    fn is_of_graph(&self) -> bool {
        self.frames.seconds.is_some() || self.playback.graph.is_some() || !self.playback.set.is_empty()
    }

    /// Draws a sheet of the graph that `player` plays: moments at even distances, from its start to the end of
    /// the duration.
    fn graph_sheet(&self, mut player: ScenePlayer, moments: u32, kind: Kind) -> Outcome {
        let planned = player.script.as_ref().map_or(0.0, Script::duration);
        let seconds = self.frames.seconds.unwrap_or(planned);
        player.script.iter().for_each(|script| script.report_late_changes(seconds));
        let size = self.size.unwrap_or(MOMENT_SIZE);
        let (mut sheet, encoder) = self.sheet(kind, (1, "graph"), moments, size)?;
        let mut camera_man = SheetCamera::new(self, &player)?;
        let times = spread(0.0, seconds, moments, false);
        self.draw_row(&mut player, &times, (&mut sheet, 0), &mut camera_man)?;
        sheet.write(&format!("graph   {seconds:.2} s"), 0);
        sheet.finish(encoder)
    }

    /// Draws the moments of a row.
    fn draw_row(
        &self,
        player: &mut ScenePlayer,
        times: &[f64],
        (sheet, row): (&mut Sheet, u32),
        camera_man: &mut SheetCamera,
    ) -> Result<(), Failure> {
        let size = sheet.moment_size();
        let camera = self.sheet_camera(player, times, size[0] as f32 / size[1] as f32);
        for (moment, time) in (0..).zip(times) {
            player.seek(*time);
            let (at, mut camera) = (origin(player), camera);
            camera.eye += at;
            camera.target += at;
            let image = camera_man.picture(self, player, camera, *time, size)?;
            sheet.paste(&image, row, moment);
        }
        Ok(())
    }

    /// Camera that has the character in view at all times, with the position at each moment at the origin.
    fn sheet_camera(&self, player: &mut ScenePlayer, times: &[f64], aspect: f32) -> Camera {
        let mut framing = Framing::new(self.view.direction(player.actor.character(), None), aspect);
        for time in times {
            player.seek(*time);
            framing.set_origin(origin(player));
            player.actors().for_each(|actor| framing.add_actor(actor));
        }
        self.view.adjusted(framing.camera())
    }
}

/// Number and name of a clip; the number alone, such as `#3`, where it has no name.
fn caption(number: u32, name: &str) -> String {
    if name.is_empty() { format!("#{number}") } else { format!("{number} {name}") }
}

/// Plays a clip and returns moments of it: from its first key to its last, or to just before it where the
/// clip ends as it begins. A clip without duration has one moment.
pub(super) fn play(
    player: &mut ScenePlayer,
    clip: ClipId,
    moments: u32,
    name: &str,
) -> Result<Vec<f64>, Failure> {
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

/// True for two poses that differ by less than can be seen in a small picture, wherever on the ground they
/// stand.
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
        let positions =
            joints.map(|joint| world.transform_point3(frame.model()[joint.index()].translation.into()));
        points = positions.collect();
    }
    points.retain(|point| point.is_finite());
    points
}

/// Position of the character on the ground: the middle of what is seen of it.
fn origin(player: &ScenePlayer) -> Vec3 {
    let bounds = Bounds::from_points(points(player));
    if bounds.is_empty() { Vec3::ZERO } else { bounds.center().with_y(0.0) }
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
}
