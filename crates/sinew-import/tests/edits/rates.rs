use crate::files::{CAPTURES, animated, apart, positions, shared, times};

/// A recording at two or four times its rate, and back, shows the same, and so does one at its rate.
#[test]
fn recordings_come_back_from_a_higher_rate() {
    let mut worst = 0.0f32;
    for name in CAPTURES {
        let Some(file) = shared(name) else { return };
        for source in &file.clips {
            let clip = &source.trimmed(source.start(), source.end().min(source.start() + 20.0)).unwrap();
            let keys = clip.times().map(<[f32]>::len).max().unwrap();
            let rate = (keys - 1) as f32 / (clip.end() - clip.start());
            let again = |factor: f32| clip.resampled(factor * rate).unwrap().resampled(rate).unwrap();
            for resampled in [clip.resampled(rate).unwrap(), again(2.0), again(4.0)] {
                assert_eq!(resampled.times().map(<[f32]>::len).max(), Some(keys), "{name}");
                for time in times(clip, 31) {
                    let expected = positions(&file.character, clip, time);
                    let off = apart(&positions(&file.character, &resampled, time), &expected);
                    worst = worst.max(off);
                    assert!(off < 2e-3, "{name}: {off} m at {time}");
                }
            }
        }
    }
    println!("the worst pose is {worst} m off");
}

#[test]
fn clips_of_files_play_at_another_speed() {
    for (name, file) in animated() {
        for clip in &file.clips {
            let fast = clip.with_speed(2.5).unwrap();
            assert!((fast.end() - clip.end() / 2.5).abs() < 1e-5);
            for time in times(clip, 7) {
                let expected = positions(&file.character, clip, time);
                let off = apart(&positions(&file.character, &fast, time / 2.5), &expected);
                assert!(off < 1e-3, "{name} {:?}: {off} m at {time}", clip.name);
            }
        }
    }
}
