//! Import and pose of a file with checks of time and memory limits.

#[cfg(feature = "decode-images")]
use sinew::character::Image;
use sinew::skinning::SkinnedVertices;
use sinew::{Actor, ClipId};
use sinew_author::hair::{CurveRibbons, CurveStrands, strands_from_curves};
use sinew_import::{HairFileOptions, NoFiles, Resolver, export_hair, export_tfx, import, import_hair};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

thread_local! {
    /// Bytes currently allocated by this thread, and their maximum.
    static HELD: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

fn count(bytes: isize) {
    let (now, max) = HELD.get();
    HELD.set((now + bytes, max.max(now + bytes)));
}

struct Counting;

// SAFETY: every call is forwarded to the system allocator unchanged.
#[allow(unsafe_code, reason = "an allocator can only be counted by being one")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both copies may exist at the same time.
        count(size as isize);
        count(-(layout.size() as isize));
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Longest an import and a pose may take: several times what the slowest file takes on a slow machine in the
/// test profile. What this guards against takes minutes.
const TIME: Duration = Duration::from_secs(15);

/// Run time of this thread if the system provides it, else wall-clock time.
enum Clock {
    Run(Duration),
    Wall(Instant),
}

impl Clock {
    fn start() -> Self {
        Self::run_time().map_or_else(|| Self::Wall(Instant::now()), Self::Run)
    }

    fn elapsed(&self) -> Duration {
        match self {
            Self::Run(start) => Self::run_time().unwrap_or_default().saturating_sub(*start),
            Self::Wall(start) => start.elapsed(),
        }
    }

    /// Run time on Linux, which is stored in nanoseconds.
    fn run_time() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
    }
}

/// Imports and poses `bytes`. `input` is the size of the file including referenced files.
pub(crate) fn within_limits(what: &str, bytes: &[u8], input: usize, resolver: &dyn Resolver) {
    let max = bytes.len() + measured(what, || work(bytes, resolver));
    assert!(max <= 16 * input + (64 << 20), "{what}: {} MB for {} MB", max >> 20, input >> 20);
}

/// Imports hair, writes it, and makes ribbons and strands of it. Returns the number of curves; `None` for an
/// error.
pub(crate) fn hair_within_limits(what: &str, bytes: &[u8]) -> Option<usize> {
    let (mut count, options) = (None, HairFileOptions::default());
    let max = measured(what, || match import_hair(bytes, &NoFiles, &options) {
        Ok(hair) => {
            assert!(hair.curves.points().iter().all(|point| point.is_finite()));
            let _ = hair.curves.resampled(3).map(|even| export_tfx(&even, &options).unwrap());
            assert!(!export_hair(&hair.curves, &options).unwrap().is_empty());
            let _ = hair.curves.ribbons(&CurveRibbons::default());
            let _ = strands_from_curves(&hair.curves, &CurveStrands::default().with_guides(8));
            count = Some(hair.curves.len());
        }
        Err(error) => {
            assert!(!error.location.is_empty() && !error.message.is_empty() && !error.code.is_empty());
        }
    });
    let max = max + bytes.len();
    assert!(max <= 16 * bytes.len() + (64 << 20), "{what}: {} MB for {} bytes", max >> 20, bytes.len());
    count
}

/// Decodes an image, which may take sixteen bytes for each pixel that its header states and is allowed to.
#[cfg(feature = "decode-images")]
pub(crate) fn decodes_within_limits(what: &str, bytes: &[u8]) {
    let image = Image { name: what.into(), mime: String::new(), encoded: Some(bytes.into()) };
    let mut pixels = 0;
    let max = measured(what, || match sinew_import::decode_image(&image) {
        Ok(decoded) => pixels = decoded.width as usize * decoded.height as usize,
        Err(error) => assert!(!error.message.is_empty() && error.name == what),
    });
    assert!(max <= 16 * pixels + (64 << 20), "{what}: {} MB for {pixels} pixels", max >> 20);
}

/// Runs `work` within the time limit and without a panic. Returns the largest number of bytes that it held.
fn measured(what: &str, work: impl FnOnce()) -> usize {
    let (before, _) = HELD.get();
    HELD.set((before, before));
    let start = Clock::start();
    let outcome = catch_unwind(AssertUnwindSafe(work));
    let time = start.elapsed();
    let max = (HELD.get().1 - before) as usize;
    assert!(outcome.is_ok(), "{what}: panic");
    assert!(time < TIME, "{what}: {time:?}");
    max
}

fn work(bytes: &[u8], resolver: &dyn Resolver) {
    let imported = match import(bytes, resolver) {
        Ok(imported) => imported,
        Err(error) => {
            assert!(!error.location.is_empty() && !error.message.is_empty() && !error.code.is_empty());
            return;
        }
    };
    let clips: Vec<_> = imported.clips;
    let Ok(mut actor) = Actor::new(Arc::new(imported.character), clips) else { return };
    if !actor.clips().is_empty() {
        actor.play(ClipId(0)).unwrap().seek(0.25);
    }
    actor.update(0.0);
    let frame = actor.frame();
    let mut vertices = SkinnedVertices::default();
    for (i, instance) in
        frame.character().mesh_instance_ids().zip(frame.character().mesh_instances()).take(50)
    {
        for p in 0..frame.character().meshes()[instance.mesh].primitives.len() {
            frame.skin_vertices(i, p, &mut vertices);
        }
    }
}
