//! Sheets of places on the skin, seen from nearby: several moments of a clip in a row each, or one moment.

use super::contact_sheet::play;
use super::sheet::SheetCamera;
use super::{CLOSE_UP_RADII, Render};
use crate::drawing::framing::Framing;
use crate::drawing::view_direction::ViewDirection;
use crate::encode::Kind;
use crate::player::scene_player::ScenePlayer;
use crate::report::failure::{Failure, Outcome};
use crate::report::plural::count;
use crate::report::progress::Progress;
use sinew::glam::{Mat3, Vec3};
use sinew::surface::SurfacePoint;
use sinew_render::Camera;

/// Default width and height of a moment, pixels.
const MOMENT_SIZE: [u32; 2] = [180, 180];
/// The same where each row has one moment only.
const SINGLE_SIZE: [u32; 2] = [480, 480];

/// Distance before the place from which on things are shown, in radii of the picture.
const CLEARANCE: f32 = 1.0;

/// Place on the skin that a row of a sheet shows.
#[derive(Clone, Debug)]
pub(crate) struct CloseUp {
    /// Text below the row.
    pub(crate) name: String,
    pub(crate) point: SurfacePoint,
    /// Radius of what is there, metres in the world.
    pub(crate) radius: f32,
}

impl Render {
    /// Draws a sheet of [`Render::close_ups`].
    pub(super) fn close_up_sheet(&self, mut player: ScenePlayer, kind: Kind, name: &str) -> Outcome {
        let clip = player.actor.playback().map(|playback| playback.clip());
        let times = match (self.contact_sheet, clip) {
            (Some(moments), Some(clip)) => play(&mut player, clip, moments, name)?,
            (Some(_), None) => {
                let message = "--contact-sheet: the file has no clips; give one of another file with --clip";
                return Err(Failure::unsuited(name, message));
            }
            (None, _) => vec![self.playback.time.unwrap_or(0.0)],
        };
        let size = self.size.unwrap_or(if times.len() == 1 { SINGLE_SIZE } else { MOMENT_SIZE });
        let rows = self.close_ups.len();
        let (mut sheet, encoder) = self.sheet(kind, (rows, "places"), times.len() as u32, size)?;
        let mut sheet_camera = SheetCamera::new(self, &player)?;
        let progress =
            Progress::new(times.len(), "moments").announced(format!("rendering {}", count(rows, "place")));
        for (moment, time) in (0..).zip(&times) {
            player.seek(*time);
            for (row, close_up) in (0..).zip(&self.close_ups) {
                let camera = close_up.camera(&player, size[0] as f32 / size[1] as f32);
                let image = sheet_camera.picture(self, &player, camera, *time, size)?;
                sheet.paste(&image, row, moment);
            }
            progress.step();
        }
        (0..).zip(&self.close_ups).for_each(|(row, close_up)| sheet.write(&close_up.name, row));
        progress.finish();
        sheet.finish(encoder)
    }
}

impl CloseUp {
    /// Camera in front of the place as it stands, along its normal.
    fn camera(&self, player: &ScenePlayer, aspect: f32) -> Camera {
        let frame = player.actor.frame();
        let posed = frame.surface(&self.point);
        let world = frame.world_from_model();
        let normal = Mat3::from(world.matrix3).inverse().transpose() * posed.normal;
        let from = ViewDirection::towards(normal.normalize_or(Vec3::Z));
        let (center, reach) = (world.transform_point3(posed.position), self.radius * CLOSE_UP_RADII);
        let mut framing = Framing::new(from, aspect);
        framing.add_sphere(center, reach);
        let camera = framing.camera();
        // An arm or a cape before the place is cut away.
        let distance = camera.eye.distance(center);
        camera.with_clip_planes((distance - reach * CLEARANCE).max(distance * 0.01), distance * 100.0)
    }
}
