//! Options of the camera: view direction and size.

use crate::drawing::view_direction::{ViewDirection, front};
use crate::options::number::vector;
use crate::scene::kind::SceneKind;
use clap::{Args, ValueEnum};
use sinew::Character;
use sinew::glam::{Vec2, Vec3};
use sinew_render::{Camera, ViewPreset};

/// Direction and size of the view.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct CameraOptions {
    /// View direction (default: three-quarter; scenes have their own). The front of a humanoid is the side
    /// that it faces at rest
    #[arg(long, value_enum, help_heading = "Camera")]
    pub(crate) view: Option<Angle>,
    /// Camera angle around the character in degrees: 0 is in front of it, 90 at its left side, 180 behind it
    /// (default: that of --view)
    #[arg(
        long, value_name = "DEG", value_parser = azimuth, allow_negative_numbers = true,
        help_heading = "Camera",
    )]
    azimuth: Option<f32>,
    /// Camera angle above the horizon in degrees, -90 to 90 (default: that of --view)
    #[arg(
        long, value_name = "DEG", value_parser = elevation, allow_negative_numbers = true,
        help_heading = "Camera",
    )]
    elevation: Option<f32>,
    /// Enlarge the picture about its middle: 2 shows everything twice as large (default: 1)
    #[arg(
        long, value_name = "F", value_parser = zoom, allow_negative_numbers = true, help_heading = "Camera",
    )]
    zoom: Option<f32>,
    /// Point in the middle of the picture, metres in the world; direction and distance of the camera stay
    /// (default: the middle of what is framed)
    #[arg(
        long, value_name = "X,Y,Z", value_parser = position, allow_hyphen_values = true, help_heading = "Camera",
    )]
    target: Option<Vec3>,
    /// Move the camera to its right and upwards, in heights of the picture: 0.5,0 shows the middle at the left
    /// edge of a square picture
    #[arg(
        long, value_name = "RIGHT,UP", value_parser = pan, allow_hyphen_values = true, help_heading = "Camera",
    )]
    pan: Option<Vec2>,
}

/// View direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Angle {
    Front,
    Side,
    Back,
    ThreeQuarter,
    Face,
    Top,
}

impl CameraOptions {
    /// True when an option is given.
    pub(crate) fn any(self) -> bool {
        self.view.is_some()
            || self.azimuth.is_some()
            || self.elevation.is_some()
            || self.zoom.is_some()
            || self.target.is_some()
            || self.pan.is_some()
    }

    /// The options, with the head from the front in place of the whole character where none is given.
    pub(crate) fn or_head(self) -> Self {
        if self.any() {
            self
        } else {
            Self { view: Some(Angle::Face), azimuth: Some(25.0_f32.to_radians()), ..self }
        }
    }

    /// The options, with an angle around the character in degrees where no direction is given.
    pub(crate) fn or_azimuth(self, degrees: f32) -> Self {
        let is_free = self.view.is_none() && self.azimuth.is_none();
        if is_free { Self { azimuth: Some(degrees.to_radians()), ..self } } else { self }
    }

    /// Factor of `--zoom`.
    pub(crate) fn zoom_factor(self) -> f32 {
        self.zoom.unwrap_or(1.0)
    }

    /// True for a view of the head alone.
    pub(crate) fn shows_face(self) -> bool {
        self.view == Some(Angle::Face)
    }

    /// Direction of the camera. A scene has its own default, and its front is +Z.
    pub(crate) fn direction(self, character: &Character, scene: Option<SceneKind>) -> ViewDirection {
        let from = self.direction_ahead(scene);
        if scene.is_none() { from.turned(front(character)) } else { from }
    }

    /// Direction of the camera on a character that faces +Z.
    pub(crate) fn direction_ahead(self, scene: Option<SceneKind>) -> ViewDirection {
        let mut from = match (self.view, scene) {
            (None, Some(scene)) => ViewDirection::towards(best_direction(scene)),
            (view, _) => ViewDirection::of(view.map_or(ViewPreset::ThreeQuarter, Angle::preset)),
        };
        from.azimuth = self.azimuth.unwrap_or(from.azimuth);
        from.elevation = self.elevation.unwrap_or(from.elevation);
        from
    }

    /// The options with this direction, on a character that faces +Z.
    pub(crate) fn from(self, direction: ViewDirection) -> Self {
        Self { azimuth: Some(direction.azimuth), elevation: Some(direction.elevation), ..self }
    }

    /// `camera` with the angle of view of `--zoom`, moved to `--target` and by `--pan`.
    pub(crate) fn adjusted(self, camera: Camera) -> Camera {
        let mut camera = match self.zoom {
            Some(zoom) => camera.with_fov_y(2.0 * ((camera.fov_y * 0.5).tan() / zoom).atan()),
            None => camera,
        };
        let way = self.shift(&camera);
        (camera.eye, camera.target) = (camera.eye + way, camera.target + way);
        camera
    }

    /// Way of a camera by `--target` and `--pan` from where it frames the character.
    pub(crate) fn shift(self, camera: &Camera) -> Vec3 {
        self.target.map_or(Vec3::ZERO, |target| target - camera.target) + self.panned(camera)
    }

    fn panned(self, camera: &Camera) -> Vec3 {
        let Some(pan) = self.pan else { return Vec3::ZERO };
        let back = camera.eye - camera.target;
        let height = 2.0 * back.length() * (camera.fov_y * 0.5).tan();
        let right = camera.up.cross(back).normalize_or_zero();
        let up = back.cross(right).normalize_or_zero();
        (right * pan.x + up * pan.y) * height
    }
}

impl Angle {
    fn preset(self) -> ViewPreset {
        match self {
            Self::Front => ViewPreset::Front,
            Self::Side => ViewPreset::Left,
            Self::Back => ViewPreset::Back,
            Self::ThreeQuarter => ViewPreset::ThreeQuarter,
            Self::Face => ViewPreset::Face,
            Self::Top => ViewPreset::Top,
        }
    }
}

/// Direction, from the target to the eye, in which a scene is seen best.
fn best_direction(scene: SceneKind) -> Vec3 {
    match scene {
        SceneKind::Door => Vec3::new(-0.62, 0.28, -0.78).normalize(),
        SceneKind::Ladder => Vec3::new(0.8, 0.15, -0.6).normalize(),
        SceneKind::Stairs | SceneKind::Slope => Vec3::new(0.9, 0.2, 0.35).normalize(),
        SceneKind::Rifle | SceneKind::Aim => ViewPreset::ThreeQuarter.direction_to_camera(),
    }
}

/// Angle in degrees, as radians.
fn azimuth(text: &str) -> Result<f32, String> {
    let degrees = text.parse().ok().filter(|degrees: &f32| degrees.is_finite());
    degrees.map(|degrees| (degrees % 360.0).to_radians()).ok_or_else(|| "expected a number of degrees".into())
}

/// Angle of -90 to 90 degrees, as radians.
fn elevation(text: &str) -> Result<f32, String> {
    let degrees = text.parse().ok().filter(|degrees: &f32| (-90.0..=90.0).contains(degrees));
    degrees.map(f32::to_radians).ok_or_else(|| "expected a number of degrees, -90 to 90".into())
}

/// Position in metres.
fn position(text: &str) -> Result<Vec3, String> {
    vector(text).ok_or_else(|| "expected three numbers of metres, such as 0,1.4,0".into())
}

/// Heights of the picture to the right and upwards, -100 to 100.
fn pan(text: &str) -> Result<Vec2, String> {
    let numbers =
        text.split_once(',').and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?)));
    let pan = numbers
        .map(|(x, y)| Vec2::new(x, y))
        .filter(|pan| pan.is_finite() && pan.abs().max_element() <= 100.0);
    pan.ok_or_else(|| "expected two heights of the picture, such as 0.2,-0.1".into())
}

/// Enlargement, 0.1 to 100.
fn zoom(text: &str) -> Result<f32, String> {
    let zoom = text.parse().ok().filter(|zoom: &f32| (0.1..=100.0).contains(zoom));
    zoom.ok_or_else(|| "expected a number, 0.1 to 100".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_files::{built_in, turned_around};

    #[test]
    fn angles_replace_those_of_the_view_and_count_from_the_front() {
        let side = CameraOptions { view: Some(Angle::Side), ..CameraOptions::default() };
        let raised = CameraOptions { elevation: Some(0.5), ..side };
        let turned = CameraOptions { azimuth: Some(-1.0), ..raised };
        let built_in = built_in();
        let on = |options: CameraOptions| options.direction(built_in.character(), None);
        let [side, raised, turned] = [side, raised, turned].map(on);
        assert!((raised.azimuth, raised.elevation) == (side.azimuth, 0.5) && side.azimuth > 1.5);
        assert_eq!((turned.azimuth, turned.elevation), (-1.0, 0.5));
        let turned = turned_around();
        let front = CameraOptions { view: Some(Angle::Front), ..CameraOptions::default() };
        let eye = front.direction(&turned, None).towards_eye();
        let in_scene = front.direction(&turned, Some(SceneKind::Stairs)).towards_eye();
        assert!(eye.z < -0.9 && in_scene.z > 0.9, "{eye} {in_scene}");
    }

    #[test]
    fn zoom_enlarges_the_picture() {
        let camera = Camera::look_at(Vec3::Z * 5.0, Vec3::ZERO);
        let seen = |camera: Camera| camera.clip_from_world(1.0).project_point3(Vec3::new(0.1, 0.2, 0.0));
        let zoomed = |zoom| CameraOptions { zoom: Some(zoom), ..CameraOptions::default() }.adjusted(camera);
        for factor in [0.1, 1.0, 3.0] {
            assert!((seen(zoomed(factor)) / seen(camera) - factor).truncate().length() < 1e-4, "{factor}");
        }
    }

    #[test]
    fn panning_and_targets_move_the_camera_sideways() {
        let camera = Camera::look_at(Vec3::new(0.0, 1.0, 5.0), Vec3::Y);
        let at = |options: CameraOptions, point| {
            options.adjusted(camera).clip_from_world(1.0).project_point3(point).truncate()
        };
        let plain = CameraOptions::default();
        let panned = CameraOptions { pan: Some(Vec2::new(0.5, -0.25)), ..plain };
        // What was in the middle goes to the left edge, and up by a quarter of the picture.
        assert!(at(panned, Vec3::Y).distance(Vec2::new(-1.0, 0.5)) < 1e-4, "{}", at(panned, Vec3::Y));
        let aimed = CameraOptions { target: Some(Vec3::new(0.7, 0.2, -1.0)), ..plain };
        assert!(at(aimed, Vec3::new(0.7, 0.2, -1.0)).length() < 1e-4);
        assert!(aimed.any() && panned.any() && !plain.any());
        assert!(pan("1,2").is_ok() && pan("1").is_err() && pan("nan,0").is_err() && position("1,2").is_err());
    }

    #[test]
    fn numbers_have_a_range() {
        assert!(
            azimuth("-450").is_ok_and(|a| (a + 90f32.to_radians()).abs() < 1e-6) && azimuth("nan").is_err()
        );
        assert!(elevation("-90").is_ok() && elevation("91").is_err());
        assert!(zoom("0").is_err() && zoom("-1").is_err() && zoom("2").is_ok());
    }
}
