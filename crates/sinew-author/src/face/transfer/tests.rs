//! Tests of warps and of landmarks as text.

use super::warp::Warp;
use super::*;
use glam::Vec3;

fn landmarks() -> FaceLandmarks {
    FaceLandmarks {
        nose_bridge: Vec3::new(0.0, 1.57, 0.095),
        nose_tip: Vec3::new(0.0, 1.547, 0.105),
        nose_base: Vec3::new(0.0, 1.533, 0.087),
        upper_lip: Vec3::new(0.0, 1.508, 0.094),
        mouth: Vec3::new(0.0, 1.505, 0.093),
        lower_lip: Vec3::new(0.0, 1.502, 0.095),
        chin: Vec3::new(0.0, 1.478, 0.089),
        mouth_left: Vec3::new(0.02, 1.507, 0.089),
        mouth_right: Vec3::new(-0.02, 1.507, 0.089),
        eye_left: Vec3::new(0.035, 1.569, 0.095),
        eye_right: Vec3::new(-0.035, 1.569, 0.095),
    }
}

fn points(landmarks: &FaceLandmarks) -> Vec<Vec3> {
    landmarks.iter().map(|(_, point)| point).collect()
}

#[test]
fn a_warp_brings_points_onto_points_and_extends_an_affine_map() {
    let from = points(&landmarks());
    let affine = |p: Vec3| Vec3::new(p.y * 2.0, 3.0 - p.x * 1.5, p.z + 0.1 * p.x);
    let to: Vec<Vec3> = from.iter().map(|p| affine(*p)).collect();
    let warp = Warp::new(&from, &to).unwrap();
    let far = Vec3::new(0.3, 1.2, -0.4);
    assert!(warp.apply(far).distance(affine(far)) < 1e-3, "{}", warp.apply(far));
    let step = Vec3::new(0.01, -0.02, 0.005);
    assert!(warp.offset(far, step).distance(affine(far + step) - affine(far)) < 1e-4);
    // No affine map: one landmark moves by itself.
    let mut curved = to.clone();
    curved[6] += Vec3::new(0.0, 0.0, 0.01);
    let warp = Warp::new(&from, &curved).unwrap();
    for (from, to) in from.iter().zip(&curved) {
        assert!(warp.apply(*from).distance(*to) < 5e-4);
    }
}

#[test]
fn points_in_a_plane_and_points_that_coincide_have_no_warp() {
    let flat: Vec<Vec3> = points(&landmarks()).iter().map(|p| p.with_z(0.0)).collect();
    assert!(Warp::new(&flat, &flat).is_none());
    assert!(Warp::new(&[Vec3::ONE; 8], &[Vec3::ONE; 8]).is_none());
    assert!(Warp::new(&[], &[]).is_none());
}

#[cfg(feature = "ron")]
#[test]
fn landmarks_come_back_from_their_text_and_errors_have_locations() {
    let text = landmarks().to_ron().unwrap();
    assert_eq!(FaceLandmarks::from_ron(&text).unwrap(), landmarks());
    for (text, expected) in [
        (String::new(), "line 1: the text is empty"),
        (text.replace("chin", "chim"), "no field \"chim\""),
        (text.replace("1.478", "nan"), "chin: expected a number; found nan"),
        (text.replace("1.478", "1e30"), "line 8, column 5: chin: expected below the mouth"),
        (text.replace("(0.0, 1.57,", "(0.0, 1e30,"), "nose_bridge: expected within ten widths of the mouth"),
        (text.replace("(0.02,", "(-0.03,"), "mouth_left: expected at larger x"),
        (text.replace("(0.0, 1.478, 0.089)", "(0.0, 1.478)"), "line 8"),
    ] {
        let error = FaceLandmarks::from_ron(&text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error:?} lacks {expected:?}");
    }
}

#[cfg(feature = "ron")]
#[test]
fn damaged_texts_are_landmarks_or_errors_with_a_location() {
    let text = landmarks().to_ron().unwrap();
    let (mut read, mut refused) = (0, 0);
    let mut take = |damaged: &str| match FaceLandmarks::from_ron(damaged) {
        Ok(found) => {
            read += 1;
            let written = found.to_ron().unwrap();
            assert_eq!(FaceLandmarks::from_ron(&written).unwrap(), found, "{damaged}");
        }
        Err(FaceTransferError::Text { location, message }) => {
            refused += 1;
            assert!(!location.is_empty() && !message.is_empty(), "{damaged}");
        }
        Err(error) => panic!("{damaged}: {error}"),
    };
    for end in 0..text.len() {
        take(&text[..end]);
        for letter in ["(", ")", "-", "9", "e", ".", ",", "é", "\0"] {
            let mut damaged = text.clone();
            damaged.replace_range(end..=end, letter);
            take(&damaged);
        }
    }
    take(&"(".repeat(100_000));
    for number in ["inf", "-inf", "NaN", "1e39", "-0.0", "1e-45", "340282350000000000000000000000000000000"] {
        take(&text.replace("1.478", number));
    }
    assert!(read > 100 && refused > 1000, "{read} {refused}");
}
