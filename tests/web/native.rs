//! The work of a session, done natively.

use super::session::{Session, packages};
use sinew::character::{Image, Pixels};
use sinew_import::{FolderFiles, ImageDecoder};
use sinew_render::{ActorInstance, ActorModel, Gpu, RenderSettings, Renderer, SceneContent};
use sinew_setup::SetupFiles;
use sinew_web::avatar::{Backdrop, Body, MotionSettings, Shot};
use std::path::Path;

const AT_ONCE: MotionSettings = MotionSettings { loops: true, fade: 0.0, speed: 1.0 };

/// Picture of a character, with eye, target and field of view of its camera.
pub(crate) struct Native {
    pub(crate) picture: Pixels,
    pub(crate) camera: [f32; 7],
}

fn open(path: &Path) -> Result<Body, sinew_web::avatar::AvatarError> {
    let file = path.file_name().unwrap().to_string_lossy();
    Body::open(&file, SetupFiles::beside(path), true)
}

/// A character as a page shows it at first, with the idle motion of the package where it has none.
fn body(address: &str, session: &Session) -> Body {
    let mut body = open(&session.path(address)).unwrap();
    if body.needs_idle() {
        let idle = packages().unwrap().join("sinew-avatar/idle.vrma");
        let added =
            body.add_motions("idle.vrma", &std::fs::read(&idle).unwrap(), &FolderFiles::beside(&idle));
        body.play(added.unwrap()[0].clip, &AT_ONCE).unwrap();
    }
    body
}

/// The character as it stands when it is loaded.
pub(crate) fn standing(address: &str, session: &Session) -> Native {
    draw(&mut body(address, session), session.size, |_, _| ())
}

/// The character after `seconds` of a motion that plays once.
pub(crate) fn in_motion(address: &str, motion: &str, seconds: f32, session: &Session) -> Native {
    draw(&mut body(address, session), session.size, |body, eye| {
        let path = session.asset(motion);
        let added = body.add_motions(motion, &std::fs::read(&path).unwrap(), &FolderFiles::beside(&path));
        body.play(added.unwrap()[0].clip, &MotionSettings { loops: false, ..AT_ONCE }).unwrap();
        (0..(seconds / 0.05).round() as u32).for_each(|_| body.step(0.05, eye));
    })
}

/// Draws a character whose camera is aimed before `act` moves it.
fn draw(body: &mut Body, size: u32, act: impl FnOnce(&mut Body, sinew::glam::Vec3)) -> Native {
    let gpu = Gpu::off_screen().unwrap();
    let mut renderer = Renderer::new(&gpu, RenderSettings::default());
    body.step(0.0, sinew::glam::Vec3::new(0.0, 1.2, 4.0));
    let mut decoder = ImageDecoder::new();
    let model = ActorModel::new(&gpu, body.actor(), &mut |image: &Image| decoder.decode(image).ok()).unwrap();
    let mut drawn = ActorInstance::new(&gpu, &model).unwrap();
    drawn.update(&gpu, body.actor());
    let camera = Shot::Body.framing(body.actor(), &drawn.bounds()).camera(1.0);
    act(body, camera.eye);
    body.step(0.0, camera.eye);
    drawn.set_detail(&camera, size);
    drawn.update(&gpu, body.actor());
    let content = SceneContent::new([&drawn]);
    let backdrop = Backdrop::default();
    let picture = renderer.render_to_image(&backdrop.scene(camera, &content, 0.0), size, size).unwrap();
    let [eye, target] = [camera.eye, camera.target];
    Native { picture, camera: [eye.x, eye.y, eye.z, target.x, target.y, target.z, camera.fov_y] }
}

/// Code and message of the error of a file; a page knows its name, not its folder.
pub(crate) fn error(address: &str, session: &Session) -> (String, String) {
    let path = session.path(address);
    let error = open(&path).unwrap_err();
    let folder = format!("{}/", path.parent().unwrap().display());
    (error.code.to_owned(), error.message.replace(&folder, ""))
}
