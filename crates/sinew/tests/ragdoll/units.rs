//! Masses of characters whose files are in other units than metres.

use crate::made::scaled_chain;
use crate::{Affine3A, Ragdoll, Run, Vec3};
use sinew::Character;
use sinew::ragdoll::{RagdollDescription, RagdollSettings, StabilityNote};
use std::sync::Arc;

/// Mass of the bodies of a ragdoll of a character that the world shows `scale` times as large as its model.
fn mass_in_world(character: &Arc<Character>, ragdoll: &Arc<Ragdoll>, scale: f32) -> f32 {
    let mut run = Run::of(character.clone(), ragdoll.clone(), Affine3A::from_scale(Vec3::splat(scale)));
    run.state.start();
    run.frame();
    run.world.mass()
}

fn is_near(a: f32, b: f32) -> bool {
    (a / b - 1.0).abs() < 1e-3
}

/// A mass in kilograms is that of the whole ragdoll, of its text, and of its bodies in a world in metres,
/// whatever the file is in.
#[test]
fn kilograms_are_kilograms_in_any_unit() {
    let settings = RagdollSettings::default().with_mass(Some(7.0));
    for units in [1.0, 100.0, 1000.0] {
        let character = scaled_chain(4, units);
        let ragdoll = Arc::new(Ragdoll::fit_with(&character, &settings).unwrap());
        assert_eq!(ragdoll.units_per_metre(), units);
        assert!(is_near(ragdoll.mass(), 7.0), "{units}: {}", ragdoll.mass());
        let description = RagdollDescription::of(&ragdoll, &character);
        assert_eq!(description.units_per_metre, Some(units).filter(|units| *units != 1.0));
        let total: f32 = description.parts.iter().map(|part| part.mass).sum();
        assert!(is_near(total, 7.0), "{units}: {total}");
        let read = Arc::new(Ragdoll::from_description(&description, &character).unwrap());
        for ragdoll in [&ragdoll, &read] {
            let mass = mass_in_world(&character, ragdoll, 1.0 / units);
            assert!(is_near(mass, 7.0), "{units}: {mass}");
            // A giant of twice the size weighs eight times as much.
            let mass = mass_in_world(&character, ragdoll, 2.0 / units);
            assert!(is_near(mass, 56.0), "{units}: {mass}");
        }
    }
}

/// Measured masses are those of the body of natural size.
#[test]
fn measured_masses_do_not_depend_on_the_unit() {
    let [mass, other] = [1.0, 100.0].map(|units| Ragdoll::fit(&scaled_chain(4, units)).unwrap().mass());
    assert!(is_near(mass, other), "{mass} {other}");
}

/// Texts without the number of units, and with another one than the likely one.
#[test]
fn units_are_guessed_unless_a_text_has_them() {
    let character = scaled_chain(4, 100.0);
    let mut description = RagdollDescription::of(&Ragdoll::fit(&character).unwrap(), &character);
    let units_of = |units: Option<f32>, description: &mut RagdollDescription| {
        description.units_per_metre = units;
        let ragdoll = Arc::new(Ragdoll::from_description(description, &character).unwrap());
        let again = RagdollDescription::of(&ragdoll, &character);
        assert_eq!(again.units_per_metre, Some(ragdoll.units_per_metre()));
        (ragdoll.units_per_metre(), mass_in_world(&character, &ragdoll, 1.0) / ragdoll.mass())
    };
    for (units, expected) in [(None, 100.0), (Some(1.0), 1.0), (Some(39.37), 39.37)] {
        let (found, factor) = units_of(units, &mut description);
        assert!(is_near(found, expected) && is_near(factor, expected.powi(3)), "{units:?}: {found} {factor}");
    }
    description.units_per_metre = Some(0.0);
    let error = Ragdoll::from_description(&description, &character).unwrap_err().to_string();
    assert!(error.starts_with("units_per_metre: expected a number of units from"), "{error}");
}

/// Notes say which unit is assumed, with lengths and masses of the body of natural size.
#[test]
fn notes_name_the_unit() {
    let notes = |units: f32| Ragdoll::fit(&scaled_chain(4, units)).unwrap().notes().to_vec();
    let is_unit = |note: &StabilityNote| matches!(note, StabilityNote::Units { .. });
    assert!(!notes(1.0).iter().any(is_unit));
    let found = notes(100.0);
    let note = found.iter().find(|note| is_unit(note)).unwrap().to_string();
    assert!(note.contains("117 units large: 100 of them are taken for a metre"), "{note}");
    assert!(!found.iter().any(|note| matches!(note, StabilityNote::UnusualMass { .. })), "{found:?}");
}
