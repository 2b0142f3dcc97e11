//! Bodies that are pushed over get up within the bounds of the bench `get_up`, on every surface.

use sinew_suite::getting_up::{BODIES, FallingBody, GetUpFigures, Surface, Trial, pushes};

/// Every `step`th push of a body on a surface.
fn figures(body: &FallingBody, surface: Surface, step: usize) -> GetUpFigures {
    let mut all = GetUpFigures::default();
    for (n, push) in pushes().iter().enumerate().skip(step / 2).step_by(step) {
        all = all.merged(&Trial::new(body, surface, push, n as u64).run(push, |_, _| {}));
    }
    all
}

#[test]
fn the_built_in_character_gets_up_on_every_surface() {
    let body = FallingBody::open(std::path::Path::new(""), "built-in", "");
    for surface in Surface::ALL {
        let own = figures(&body, surface, 8);
        println!("{}: {own:?}", surface.name());
        assert!(own.tried == 8 && own.stood >= 7, "{}: {} of {}", surface.name(), own.stood, own.tried);
        if surface == Surface::Floor {
            assert_eq!(own.stood, 8);
            assert!(own.rise < 2.0 && own.speed < 6.0 && own.fall_back < 0.06, "{own:?}");
            assert!(own.slide < 0.05 && own.sunk < 0.1, "{own:?}");
            assert!(own.jump[0] < 0.05 && own.jump[1] < 10.0 && own.turn < 10.0, "{own:?}");
        }
        if surface == Surface::Slope {
            assert!(own.rise < 2.0 && own.speed < 6.0 && own.fall_back < 0.08 && own.slide < 0.08, "{own:?}");
        }
    }
}

#[test]
fn other_bodies_get_up_from_a_floor() {
    let Some(folder) = sinew_suite::assets() else { return };
    for (name, file) in BODIES.into_iter().filter(|own| !own.1.is_empty()) {
        let body = FallingBody::open(&folder, name, file);
        let own = figures(&body, Surface::Floor, 16);
        println!("{name}: {own:?}");
        assert_eq!((own.tried, own.stood), (4, 4), "{name}");
        assert!(own.rise < 2.5 && own.speed < 7.0 && own.turn < 30.0, "{name}: {own:?}");
    }
}
