//! Parts of SIMD kernels: the proof that the processor has the instructions, fused sums, transposes, matrices
//! in registers, arithmetic on several numbers at once.
//!
//! A kernel is a function over an instruction set `S: Simd` of the crate `fearless_simd`. Its first argument
//! is the token of that set, a value that exists only where the processor has the instructions, so that no
//! safe function can run into missing ones. [`native`] gives the token of this target: AVX2 with FMA
//! (x86-64-v3) on x86-64, NEON on 64-bit ARM, simd128 on WebAssembly. Where it gives none, the scalar
//! function beside the kernel runs.
//!
//! [`kernel!`] declares a kernel; everything that it calls is `#[inline(always)]`.
//!
//! Every sum is in the order of the scalar code, so that both give the same bits. x86-64 and ARM give the
//! same ones as each other; WebAssembly rounds [`fused`] sums twice.

mod columns;
mod kernel;
mod lane;
mod lookup;
mod product_work;
mod quaternion;
mod shuffle;
mod transforms;
mod vector;
mod words;

pub(crate) use columns::Columns;
pub(crate) use fearless_simd::prelude::*;
pub(crate) use fearless_simd::{f32x4, f32x8, i32x8, mask32x8, u32x8};
pub(crate) use kernel::kernel;
pub(crate) use lane::{Lane, Lanes};
pub(crate) use lookup::{lookup, prefix_sums, small_product};
pub use product_work::{ProductWork, with_product};
pub(crate) use quaternion::QuatLanes;
pub(crate) use shuffle::{from_lanes, join_halves, load_vectors, quads, store_vectors, to_lanes, transpose};
pub(crate) use transforms::{matrices, rotations};
pub(crate) use vector::Vec3Lanes;
pub(crate) use words::{WordBytes, Words};

/// Lanes of an [`f32x8`]: the transforms, vertices or channels of one step of a kernel.
pub(crate) const LANES: usize = 8;

/// The instruction set of kernels on this target.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) type Native = fearless_simd::x86::Avx2;
#[cfg(target_arch = "aarch64")]
pub(crate) type Native = fearless_simd::aarch64::Neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) type Native = fearless_simd::wasm32::WasmSimd128;
#[cfg(not(any(
    target_arch = "x86",
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
pub(crate) type Native = fearless_simd::Fallback;

/// The proof that this processor has the [`Native`] instructions; none where it lacks them. Detected once,
/// then read: about a nanosecond.
#[inline(always)]
pub(crate) fn native() -> Option<Native> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    return fearless_simd::Level::new().as_avx2();
    #[cfg(target_arch = "aarch64")]
    return fearless_simd::Level::new().as_neon();
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return fearless_simd::Level::new().as_wasm_simd128();
    #[allow(unreachable_code, reason = "for targets without instructions of their own")]
    None
}

/// a · b + c of each lane, rounded once; rounded twice on WebAssembly. The kernels' form of [`super::fused`].
#[inline(always)]
pub(crate) fn fused<S: Simd, V: SimdFloat<S>>(a: V, b: V, c: V) -> V {
    if cfg!(target_family = "wasm") { a * b + c } else { a.mul_add_precise(b, c) }
}

/// Sums of four products in each lane; -0 only by underflow.
#[inline(always)]
pub(crate) fn dot<S: Simd>(a: [f32x8<S>; 4], b: [f32x8<S>; 4]) -> f32x8<S> {
    let first = fused(a[0], b[0], f32x8::splat(a[0].simd, 0.0));
    fused(a[2], b[2], first) + fused(a[3], b[3], a[1] * b[1])
}

/// Runs a test with 128-bit registers (SSE2 on x86-64, which stands for NEON and simd128) and with the
/// [`Native`] instructions. The set `Fallback` is left out: no target runs a kernel with it, and the arrays
/// that stand for its registers took nine tenths of the time in which these tests compiled.
#[cfg(test)]
macro_rules! each_level {
    ($simd:ident => $body:expr) => {{
        #[cfg(target_arch = "x86_64")]
        if let Some($simd) = fearless_simd::Level::new().as_sse2() {
            $body;
        }
        if let Some($simd) = $crate::math::simd::native() {
            $body;
        }
    }};
}

#[cfg(test)]
pub(crate) use each_level;
