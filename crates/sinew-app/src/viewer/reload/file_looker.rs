//! Looks at the files of all uses, apart from what they are used for.

use super::watched_file::{FileLook, WatchedFile};
use std::collections::BTreeSet;

/// Most looks for which a change waits for further files of the use that are still changing.
const MAX_WAIT: usize = 12;

/// Files of all uses, by the number of the use.
#[derive(Debug, Default)]
pub(super) struct FileLooker {
    uses: Vec<LookedUse>,
    /// True where the last look found files that are changing.
    is_changing: bool,
}

#[derive(Debug)]
struct LookedUse {
    number: u64,
    files: Vec<WatchedFile>,
    /// Names of files that have changed, which wait for the others.
    changed: BTreeSet<String>,
    /// Looks for which they have waited.
    waited: usize,
}

/// Order to a looker.
#[derive(Debug)]
pub(super) enum LookOrder {
    /// Look at the files of a new use.
    Begin(u64, Vec<WatchedFile>),
    /// Look at further files of a use. Those that are looked at already stay: of them the looker knows more than the
    /// reading that found them.
    Extend(u64, Vec<WatchedFile>),
    /// Look at the files of these uses alone.
    Keep(BTreeSet<u64>),
}

/// Use whose files have changed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ChangedFiles {
    pub(super) number: u64,
    /// Names of the files, sorted.
    pub(super) names: BTreeSet<String>,
}

impl FileLooker {
    /// Follows an order.
    pub(super) fn follow(&mut self, order: LookOrder) {
        match order {
            LookOrder::Begin(number, files) => {
                self.uses.push(LookedUse { number, files, changed: BTreeSet::new(), waited: 0 });
            }
            LookOrder::Extend(number, files) => {
                let Some(extended) = self.uses.iter_mut().find(|one| one.number == number) else { return };
                for file in files {
                    if extended.files.iter().all(|known| known.path != file.path) {
                        extended.files.push(file);
                    }
                }
            }
            LookOrder::Keep(numbers) => self.uses.retain(|one| numbers.contains(&one.number)),
        }
    }

    /// True where the last look found files that are changing: another one soon tells more.
    pub(super) fn is_changing(&self) -> bool {
        self.is_changing
    }

    /// Looks at all files. A use has changed once none of its files is changing: several that belong together are
    /// saved one after the other.
    pub(super) fn look(&mut self) -> Vec<ChangedFiles> {
        let mut all = Vec::new();
        self.is_changing = false;
        for LookedUse { number, files, changed, waited } in &mut self.uses {
            let mut is_changing = false;
            for file in files {
                match file.look() {
                    FileLook::Same => {}
                    FileLook::Changing => is_changing = true,
                    FileLook::Changed => {
                        let name = file.path.file_name().unwrap_or_default();
                        changed.insert(name.to_string_lossy().into_owned());
                    }
                }
            }
            self.is_changing |= is_changing;
            if changed.is_empty() {
                continue;
            }
            *waited += 1;
            if !is_changing || *waited > MAX_WAIT {
                *waited = 0;
                all.push(ChangedFiles { number: *number, names: std::mem::take(changed) });
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::read_files::ReadFiles;

    #[test]
    fn an_order_of_an_earlier_reading_is_no_change() {
        let path = std::env::temp_dir().join(format!("sinew-earlier-{}", std::process::id()));
        let watched = |text: &str| {
            let read = ReadFiles::default();
            read.note(&path, Some(text.as_bytes()));
            vec![WatchedFile::new(path.clone(), read.files()[&path]).unwrap()]
        };
        std::fs::write(&path, "good").unwrap();
        let mut looker = FileLooker::default();
        looker.follow(LookOrder::Begin(0, watched("good")));
        // Broken, and mended before the error about it is known.
        let found = ["broken", "mended"].map(|text| {
            std::fs::write(&path, text).unwrap();
            looker.look().len() + looker.look().len()
        });
        looker.follow(LookOrder::Extend(0, watched("broken")));
        assert_eq!((found, looker.look().len() + looker.look().len()), ([1, 1], 0));
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_change_waits_for_the_other_files_of_its_use() {
        let folder = std::env::temp_dir().join(format!("sinew-looker-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let [gltf, bin] = ["a.gltf", "a.bin"].map(|name| folder.join(name));
        let read = ReadFiles::default();
        for path in [&gltf, &bin] {
            std::fs::write(path, "one").unwrap();
            read.note(path, Some(b"one"));
        }
        let files = read.files().into_iter();
        let files = files.filter_map(|(path, read)| WatchedFile::new(path, read)).collect();
        let mut looker = FileLooker::default();
        looker.follow(LookOrder::Begin(3, files));
        assert_eq!(looker.look(), []);
        std::fs::write(&gltf, "two").unwrap();
        assert_eq!(looker.look(), []);
        // The second file is saved while the first one has just become stable.
        std::fs::write(&bin, "tw").unwrap();
        assert_eq!(looker.look(), []);
        std::fs::write(&bin, "two").unwrap();
        assert_eq!(looker.look(), []);
        let names = ["a.bin", "a.gltf"].map(str::to_owned).into();
        assert_eq!(looker.look(), [ChangedFiles { number: 3, names }]);
        assert_eq!(looker.look(), []);
        // A file that is written for ever does not hold the other one for ever.
        std::fs::write(&gltf, "three").unwrap();
        let mut written = (0..2 * MAX_WAIT).map(|n| {
            std::fs::write(&bin, n.to_string()).unwrap();
            looker.look().len()
        });
        assert!(written.any(|changed| changed == 1));
        looker.follow(LookOrder::Keep(BTreeSet::new()));
        std::fs::write(&gltf, "four").unwrap();
        assert!((0..3).all(|_| looker.look().is_empty()));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
