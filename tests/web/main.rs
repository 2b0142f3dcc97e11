//! The npm packages in Chromium without a window, once with WebGPU and once with WebGL2.
//!
//! `drive.mjs` runs a session of a page and keeps what it did; here it is compared with the same work done natively. Needs
//! Chromium, Node.js with puppeteer-core, and the packages of `cargo xtask web`; skipped with a message where one of them is
//! missing (`cargo xtask test` sets them up).

mod large;
mod native;
mod pictures;
mod session;
mod sizes;
mod speech;

use pictures::Difference;
use session::{AVATARS, BROKEN, FBX, Mode, Session, packages};

/// Largest share of the pixels inside of both silhouettes that may be off by more than 8 of 255, and least overlap of the
/// silhouettes.
const MAX_OFF: f32 = 0.02;
const MIN_OVERLAP: f32 = 0.99;

#[test]
fn webgl2_draws_what_the_native_renderer_draws() {
    let Some(session) = Session::run(Mode::WebGl2) else { return };
    check_avatar(&session);
    check_life(&session);
    check_mouth(&session);
    speech::check(&session);
    check_builds(&session);
    check_hair(&session);
    check_large(&session);
    check_memory(&session);
    check_viewer(&session);
}

#[test]
fn webgpu_draws_what_the_native_renderer_draws() {
    let Some(session) = Session::run(Mode::WebGpu) else { return };
    check_avatar(&session);
    check_life(&session);
}

fn check_avatar(session: &Session) {
    for (number, file) in AVATARS.into_iter().enumerate() {
        let result = &session.results[file];
        assert_eq!(result["errors"].as_array().map(Vec::len), Some(0), "{file}: {result}");
        let native = native::standing(file, session);
        let camera = result["camera"].as_array().unwrap_or_else(|| panic!("{file}: {result}"));
        for (web, native) in camera.iter().zip(native.camera) {
            assert!((web.as_f64().unwrap() - f64::from(native)).abs() < 1e-3, "{file}: {camera:?}");
        }
        let difference = Difference::between(&session.picture(&result["picture"]), &native.picture);
        session.keep(&format!("avatar{number}"), &native.picture);
        println!("{file}: {difference:?}");
        assert!(difference.off <= MAX_OFF && difference.overlap >= MIN_OVERLAP, "{file}: {difference:?}");
    }
    for file in BROKEN {
        let (code, message) = native::error(file, session);
        let error = &session.results[file];
        assert_eq!(
            (error["code"].as_str(), error["message"].as_str()),
            (Some(&*code), Some(&*message)),
            "{error}"
        );
        assert_eq!(error["name"], "AvatarError");
    }
}

/// A motion, and a device that is lost.
fn check_life(session: &Session) {
    // A motion of another file, on the first avatar.
    let motion = &session.results["motion"];
    let native = native::in_motion(AVATARS[0], "vrm/idle_loop.vrma", 0.5, session);
    let difference = Difference::between(&session.picture(&motion["picture"]), &native.picture);
    println!("motion: {difference:?}");
    assert!(difference.off <= MAX_OFF && difference.overlap >= MIN_OVERLAP, "motion: {difference:?}");
    assert_eq!(motion["ended"].to_string(), "[false,true]", "{motion}");

    let lost = &session.results["lost"];
    let again = Difference::between(&session.picture(&lost["before"]), &session.picture(&lost["after"]));
    assert!(again.off < 0.001 && again.overlap > 0.999, "the picture comes back: {again:?}");
}

/// The mouth of an avatar that speaks.
fn check_mouth(session: &Session) {
    let speaks = &session.results["speaks"];
    let moved = Difference::between(&session.picture(&speaks["still"]), &session.picture(&speaks["open"]));
    assert!(moved.off > 0.0005, "the mouth opens: {moved:?}");
    assert_eq!(speaks["events"].to_string(), r#"["speechstart","speechend"]"#);
}

/// The small build draws the same, and says what it leaves out.
fn check_builds(session: &Session) {
    let small = &session.results["small"];
    let complete = &session.results[AVATARS[0]];
    let difference =
        Difference::between(&session.picture(&small["picture"]), &session.picture(&complete["picture"]));
    assert!(difference.off < 0.001 && difference.overlap > 0.999, "{difference:?}");
    assert_eq!(
        (&small["falls"], small["refused"].to_string().as_str()),
        (&false.into(), r#"["build","build"]"#)
    );
    let refused = r#"["build","hero.ron: this build reads no set-ups; sinew-avatar does"]"#;
    assert_eq!(small["setup"].to_string(), refused);
    // Made where clang is.
    let fbx = &session.results["fbx"];
    if packages().is_some_and(|packages| packages.join("sinew-avatar/fbx").is_dir()) {
        let imported = sinew_import::import_file(session.path(FBX)).unwrap();
        let meshes = imported.character.meshes().iter().flat_map(|mesh| &mesh.primitives);
        let triangles: usize = meshes.map(|primitive| primitive.indices.len() / 3).sum();
        assert_eq!(
            (&fbx["triangles"], &fbx["motions"][0]["name"]),
            (&triangles.into(), &imported.clips[0].name.as_str().into())
        );
        let seconds = fbx["motions"][0]["seconds"].as_f64().unwrap();
        assert!(
            (seconds - f64::from(imported.clips[0].end() - imported.clips[0].start())).abs() < 1e-5,
            "{fbx}"
        );
        session.picture(&fbx["picture"]);
    }
}

/// WebGL2 draws hair as cards, on a character that goes on with its motion.
fn check_hair(session: &Session) {
    let hair = &session.results["hair"];
    let picture = |name: &str| session.picture(&hair[name]);
    let worn = Difference::between(&picture("before"), &picture("open"));
    assert!(worn.off > 0.02, "the hair is other: {worn:?}");
    let taken_off = Difference::between(&picture("before"), &picture("after"));
    assert!(taken_off.off < 0.01 && taken_off.overlap > 0.99, "its own hair comes back: {taken_off:?}");
    assert_eq!(hair["state"]["motion"]["clip"], hair["added"]["clip"], "{hair}");
    let wrong = r#"["hair","argument","argument","size","argument","argument"]"#;
    assert_eq!(hair["wrong"].to_string(), wrong);
}

/// Largest number of milliseconds for which the page stands still while a large file loads. On an idle machine it does not
/// at all; other tests run beside this one.
const MAX_TASK: f64 = 400.0;

/// A file of 60 MB loads while the page goes on.
fn check_large(session: &Session) {
    let large = &session.results["large"];
    println!("60 MB: longest task of the page {} ms", large["longest"]);
    assert!(large["longest"].as_f64().is_some_and(|longest| longest < MAX_TASK), "{large}");
    let whole = |part: &str| large["parts"][part][0] == large["parts"][part][1];
    let size = large["parts"]["character"][1].as_u64().unwrap_or(0);
    assert!(size > 60_000_000 && whole("character") && whole("module"), "{large}");
    session.picture(&large["picture"]);
}

/// The viewer page opens what is given to it, and asks nobody else for anything.
fn check_viewer(session: &Session) {
    let viewer = &session.results["viewer"];
    assert_eq!(viewer["errors"].to_string(), "[]", "{viewer}");
    let panels: Vec<_> =
        viewer["panels"].as_array().unwrap().iter().filter_map(|panel| panel.as_str()).collect();
    for panel in ["Clips", "Expressions", "Speech", "View", "Hair", "Ragdoll"] {
        assert!(panels.contains(&panel), "{panel} in {panels:?}");
    }
    assert!(viewer["clips"].as_u64() > Some(10) && viewer["emotions"].as_u64() > Some(3), "{viewer}");
    assert_eq!(viewer["playing"], "idle_loop.vrma");
    assert_eq!(viewer["title"], "Godette_vrm_v4.vrm", "the character stays after an error");
    assert!(viewer["notice"].as_str().unwrap().ends_with("[glb]"), "{}", viewer["notice"]);
    let picture = session.picture(&viewer["picture"]);
    let colors: std::collections::HashSet<_> = picture.rgba.as_chunks::<4>().0.iter().collect();
    assert!(colors.len() > 100, "the canvas shows a character: {} colours", colors.len());
    for request in viewer["requests"].as_array().unwrap().iter().map(|request| request.as_str().unwrap()) {
        let is_own =
            request.starts_with("GET http://127.0.0.1:") || request.starts_with("GET blob:http://127.0.0.1:");
        assert!(is_own || request.starts_with("GET data:"), "{request}");
    }
}

/// Memory after 20 loads and disposals.
fn check_memory(session: &Session) {
    let of = |when: &str, what: &str| session.results[when][what].as_f64().unwrap_or(f64::NAN);
    for what in ["heap", "resident"] {
        let (before, after) = (of("before", what), of("after", what));
        println!("{what}: {:.1} to {:.1} MB", before / 1e6, after / 1e6);
        assert!(after <= before * 1.05, "{what} grows from {before} to {after}");
    }
    assert_eq!(of("after", "workers"), of("before", "workers"), "workers end");
}
