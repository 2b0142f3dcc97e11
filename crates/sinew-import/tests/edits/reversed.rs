use crate::files::{animated, apart, positions, times};
use sinew::Character;
use sinew::RawClip;
use sinew::glam::Vec3;

/// Positions without root motion.
fn in_place(character: &Character, clip: &RawClip, time: f32) -> Vec<Vec3> {
    positions(character, &RawClip { root_motion: None, ..clip.clone() }, time)
}

#[test]
fn clips_of_files_play_backwards_and_back() {
    let mut worst = [0.0f32; 2];
    for (name, file) in animated() {
        let character = &file.character;
        for clip in &file.clips {
            let (back, sum) = (clip.reversed(), clip.start() + clip.end());
            let twice = back.reversed();
            for time in times(clip, 9) {
                let source = in_place(character, clip, time);
                let off = apart(&in_place(character, &back, sum - time), &source);
                worst[0] = worst[0].max(off);
                assert!(off < 1e-3, "{name} {:?}: {off} m at {time}", clip.name);
                let off = apart(&positions(character, &twice, time), &positions(character, clip, time));
                worst[1] = worst[1].max(off);
                assert!(off < 1e-3, "{name} {:?}: {off} m at {time} after two", clip.name);
            }
            // In the world, the body goes the same way back, seen from where it ends.
            let Some(way) = &clip.root_motion else { continue };
            let last = way.poses()[way.poses().len() - 1].to_affine().inverse();
            for time in times(clip, 9) {
                let seen = positions(character, clip, time);
                let seen: Vec<_> = seen.into_iter().map(|at| last.transform_point3(at)).collect();
                let off = apart(&positions(character, &back, sum - time), &seen);
                assert!(off < 1e-3, "{name} {:?}: {off} m at {time} in the world", clip.name);
            }
        }
    }
    println!("backwards {} m off, and back {} m", worst[0], worst[1]);
}
