//! Commands that mend the motion of a file.

use crate::report::shell;
use sinew_author::motion_check::MotionFix;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Edits of the clips of a file that remove its faults, one of each kind for a clip.
#[derive(Debug, Default)]
pub(super) struct Mending {
    /// Times between which clips have no fault that a trim removes.
    trims: BTreeMap<usize, (f32, f32)>,
    smooth: BTreeSet<usize>,
    plant_feet: BTreeSet<usize>,
    close_loop: BTreeSet<usize>,
    /// Frame rates; of several the lowest.
    rates: BTreeMap<usize, f32>,
}

impl Mending {
    pub(super) fn add(&mut self, clip: usize, fix: MotionFix) {
        match fix {
            MotionFix::Trim { start, end } => {
                let trim = self.trims.entry(clip).or_insert((start, end));
                *trim = (trim.0.max(start), trim.1.min(end));
            }
            MotionFix::Smooth => drop(self.smooth.insert(clip)),
            MotionFix::PlantFeet => drop(self.plant_feet.insert(clip)),
            MotionFix::CloseLoop => drop(self.close_loop.insert(clip)),
            MotionFix::Fps(rate) => {
                let lowest = self.rates.entry(clip).or_insert(rate);
                *lowest = lowest.min(rate);
            }
            _ => {}
        }
    }

    /// Options of `convert`.
    pub(super) fn options(&self) -> Vec<String> {
        let clips = |option: &str, clips: &BTreeSet<usize>| -> Vec<String> {
            clips.iter().map(|clip| format!("--{option}={clip}")).collect()
        };
        let trims =
            self.trims.iter().map(|(clip, (start, end))| format!("--trim {clip}={start:.3}..{end:.3}"));
        let rates = self.rates.iter().map(|(clip, rate)| format!("--fps {clip}={rate:.0}"));
        let smooth = clips("smooth", &self.smooth);
        let planted = clips("plant-feet", &self.plant_feet);
        let loops = clips("close-loop", &self.close_loop);
        trims.chain(smooth).chain(planted).chain(loops).chain(rates).collect()
    }

    /// Command line that writes a file beside the source, if there is something to mend. No path stands for the
    /// built-in character.
    pub(super) fn command(&self, path: Option<&Path>) -> Option<String> {
        let options = self.options().join(" ");
        if options.is_empty() {
            return None;
        }
        let Some(path) = path else { return Some(format!("sinew convert {options} -o mended.glb")) };
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let output = path.with_file_name(format!("{stem}-mended.glb"));
        Some(format!(
            "sinew convert {} {options} -o {}",
            shell::quoted_path(path),
            shell::quoted_path(&output)
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_of_all_clips_are_mended_by_one_command() {
        let mut mending = Mending::default();
        assert_eq!(mending.command(None), None);
        mending.add(2, MotionFix::PlantFeet);
        let path = Path::new("my files/walk.bvh");
        assert_eq!(
            mending.command(Some(path)).unwrap(),
            "sinew convert 'my files/walk.bvh' --plant-feet=2 -o 'my files/walk-mended.glb'"
        );
        mending.add(0, MotionFix::PlantFeet);
        mending.add(2, MotionFix::PlantFeet);
        mending.add(0, MotionFix::Trim { start: 0.5, end: 3.0 });
        mending.add(0, MotionFix::Trim { start: 0.0, end: 2.0 });
        mending.add(1, MotionFix::Fps(30.0));
        mending.add(1, MotionFix::Fps(24.0));
        assert_eq!(
            mending.command(None).unwrap(),
            "sinew convert --trim 0=0.500..2.000 --plant-feet=0 --plant-feet=2 --fps 1=24 -o mended.glb"
        );
    }
}
