//! The modules of `sinew-lipsync`: sound to visemes.
//!
//! They export plain functions on numbers and memory, without generated JavaScript, so that they run wherever
//! WebAssembly does: in an `AudioWorklet`, which has neither `fetch` nor `TextDecoder`, in workers, in Node.js. Each
//! instance of a module has one stream, whose JavaScript side is `web/sinew-lipsync`.

#[cfg(feature = "align")]
mod align;
#[cfg(feature = "lipsync")]
mod live;
#[cfg(feature = "lipsync")]
mod shapes;
#[cfg(feature = "lipsync")]
mod whole;

/// Numbers per frame: the weights of the 15 visemes, then the opening of the lips.
#[cfg(any(feature = "lipsync", feature = "align"))]
pub(crate) const FRAME: usize = sinew_viseme::Viseme::COUNT + 1;

/// Appends a frame as numbers.
#[cfg(any(feature = "lipsync", feature = "align"))]
fn push_frame(out: &mut Vec<f32>, frame: &sinew_speech::timeline::VisemeFrame) {
    out.extend_from_slice(&frame.weights);
    out.push(frame.openness);
}
