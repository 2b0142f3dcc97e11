use super::build::{Build, Paint};
use super::surface::Surface;
use sinew::Character;
use sinew::character::CharacterError;
use sinew::glam::{Affine3A, Quat, Vec2, Vec3};

const BODY: Paint = Paint { name: "body", color: [88, 92, 98], roughness: 0.6, metallic: 0.0 };
const STOCK: Paint = Paint { name: "stock", color: [164, 122, 82], roughness: 0.65, metallic: 0.0 };
const STEEL: Paint = Paint { name: "steel", color: [64, 66, 71], roughness: 0.45, metallic: 0.2 };

/// How far the pistol grip leans back at its lower end, radians.
const RAKE: f32 = 0.28;
/// Height of the barrel's line, and the ends of what is seen along it.
const LINE: f32 = 0.078;
const BREECH: f32 = 0.2;
const MUZZLE: f32 = 0.51;
const BUTT: Vec3 = Vec3::new(0.0, 0.025, -0.3);
/// Thickness of the pad at the butt.
const PAD: f32 = 0.015;
/// From where to where the fore-end reaches, and its height in the middle.
const FORE_END: [f32; 2] = [BREECH, 0.4];
const HOLD: f32 = 0.069;

/// A plain rifle 0.81 m long, before `scale`: its barrel points along +Z, its sight is up, the origin lies in the
/// middle of the pistol grip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rifle {
    /// Factor on every length, 1 for a body of 1.7 m.
    pub(crate) scale: f32,
}

impl Default for Rifle {
    fn default() -> Self {
        Self { scale: 1.0 }
    }
}

impl Rifle {
    /// What is drawn.
    pub(crate) fn character(&self) -> Result<Character, CharacterError> {
        let mut build = Build::new(self.scale);
        let node = build.node("rifle", None, Vec3::ZERO);
        build.part(node, BODY, body());
        build.part(node, STOCK, stock());
        build.part(node, STEEL, steel());
        build.finish()
    }

    /// The middle of the pistol grip, for the right hand: Y points up along the grip, Z forwards, X left.
    pub(crate) fn grip(&self) -> Affine3A {
        Affine3A::from_quat(Quat::from_rotation_x(RAKE))
    }

    /// The middle of the fore-end, for the left hand, in the rifle's own axes.
    pub(crate) fn fore_end(&self) -> Affine3A {
        Affine3A::from_translation(Vec3::new(0.0, HOLD, (FORE_END[0] + FORE_END[1]) * 0.5) * self.scale)
    }

    /// The muzzle and the unit vector along which the barrel points.
    pub(crate) fn barrel(&self) -> (Vec3, Vec3) {
        (Vec3::new(0.0, LINE, MUZZLE) * self.scale, Vec3::Z)
    }

    /// The middle of the butt, which rests against the shoulder.
    pub(crate) fn butt(&self) -> Vec3 {
        BUTT * self.scale
    }
}

/// An outline of points (z, y).
fn outline<const N: usize>(points: [[f32; 2]; N]) -> [Vec2; N] {
    points.map(Vec2::from_array)
}

/// Housing, pistol grip, magazine, trigger guard.
fn body() -> Surface {
    let housing = outline([[-0.085, 0.05], [-0.06, 0.042], [BREECH, 0.042], [BREECH, 0.102], [-0.07, 0.102]]);
    let magazine = outline([[0.115, -0.105], [0.168, -0.095], [0.15, 0.05], [0.092, 0.05]]);
    let guard = Vec3::new(0.006, 0.003, 0.032);
    Surface::default()
        .prism(&housing, 0.02)
        .prism(&magazine, 0.013)
        .cuboid(Vec3::ZERO, Vec3::new(0.016, 0.06, 0.021), Quat::from_rotation_x(RAKE))
        .cuboid(Vec3::new(0.0, 0.008, 0.052), guard, Quat::IDENTITY)
        .cuboid(Vec3::new(0.0, 0.026, 0.08), Vec3::new(0.006, 0.021, 0.003), Quat::from_rotation_x(0.2))
        .cuboid(Vec3::new(0.0, 0.028, 0.047), Vec3::new(0.003, 0.016, 0.004), Quat::from_rotation_x(-0.25))
}

/// Stock, in two parts since it has a waist, and fore-end, which tapers towards the muzzle.
fn stock() -> Surface {
    let pad = BUTT.z + PAD;
    let butt = outline([[pad, -0.035], [-0.185, 0.022], [-0.185, 0.093], [pad, 0.088]]);
    let waist = outline([[-0.185, 0.022], [-0.07, 0.054], [-0.07, 0.096], [-0.185, 0.093]]);
    let [near, far] = FORE_END;
    let fore_end = outline([[near, 0.043], [far, 0.05], [far, 0.09], [near, 0.096]]);
    Surface::default().prism(&butt, 0.0165).prism(&waist, 0.0165).prism(&fore_end, 0.019)
}

/// Barrel, sight, butt pad.
fn steel() -> Surface {
    let along = |y: f32, z: f32| Vec3::new(0.0, y, z);
    let pad = [Vec3::new(-0.018, -0.04, BUTT.z), Vec3::new(0.018, 0.09, BUTT.z + PAD)];
    let post = |z: f32| [Vec3::new(-0.006, 0.102, z), Vec3::new(0.006, 0.128, z + 0.016)];
    Surface::default()
        .rod(along(LINE, BREECH), along(LINE, MUZZLE), 0.009)
        .rod(along(LINE, MUZZLE - 0.055), along(LINE, MUZZLE - 0.005), 0.0135)
        .rod(along(0.138, -0.03), along(0.138, 0.12), 0.015)
        .rod(along(0.138, 0.09), along(0.138, 0.14), 0.02)
        .rod(along(0.138, -0.055), along(0.138, -0.02), 0.018)
        .block(post(0.0)[0], post(0.0)[1])
        .block(post(0.07)[0], post(0.07)[1])
        .block(pad[0], pad[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prop::probe;

    #[test]
    fn places_for_hands_lie_in_what_they_hold() {
        for scale in [1.0, 0.5] {
            let rifle = Rifle { scale };
            let character = rifle.character().unwrap();
            let bounds = character.rest_bounds();
            assert!((bounds.size().z - 0.81 * scale).abs() < 1e-5);
            let (muzzle, forwards) = rifle.barrel();
            assert!((muzzle.z - bounds.max.z).abs() < 1e-5 && forwards == Vec3::Z);
            assert!((rifle.butt().z - bounds.min.z).abs() < 1e-5);
            for hand in [rifle.grip(), rifle.fore_end()] {
                let place = Vec3::from(hand.translation);
                assert!(probe::surrounds(&character, place), "{place} lies outside");
                assert!(hand.transform_vector3(Vec3::Y).y > 0.9 && hand.transform_vector3(Vec3::Z).z > 0.9);
            }
            assert!(rifle.fore_end().translation.z > 0.2 * scale);
        }
    }

    #[test]
    fn the_grip_leans_forward_with_its_upper_end() {
        let rifle = Rifle::default();
        let up = rifle.grip().transform_vector3(Vec3::Y);
        assert!(up.z > 0.2 && up.x == 0.0);
        let character = rifle.character().unwrap();
        for end in [-0.05, 0.05] {
            assert!(probe::surrounds(&character, up * end), "{end}");
        }
    }
}
