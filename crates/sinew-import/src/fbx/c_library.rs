//! The functions of the C library that ufbx calls, for WebAssembly, which has none.
//!
//! ufbx names them when it is compiled with `UFBX_NO_LIBC` (see its header comment); `cargo xtask web` does so.
#![allow(unsafe_code, reason = "C calls these by their names, with pointers to its own memory")]

use std::alloc::{Layout, alloc, dealloc, realloc};
use std::ffi::{c_char, c_int, c_void};

/// Alignment that C code may expect of any allocation.
const ALIGNMENT: usize = 16;

macro_rules! math {
    ($($name:ident = $function:ident($($argument:ident),+);)+) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $name($($argument: f64),+) -> f64 {
            libm::$function($($argument),+)
        }
    )+};
}

math! {
    ufbx_sqrt = sqrt(x);
    ufbx_sin = sin(x);
    ufbx_cos = cos(x);
    ufbx_tan = tan(x);
    ufbx_asin = asin(x);
    ufbx_acos = acos(x);
    ufbx_atan = atan(x);
    ufbx_atan2 = atan2(y, x);
    ufbx_pow = pow(x, y);
    ufbx_fmin = fmin(a, b);
    ufbx_fmax = fmax(a, b);
    ufbx_fabs = fabs(x);
    ufbx_copysign = copysign(x, y);
    ufbx_nextafter = nextafter(x, y);
    ufbx_rint = rint(x);
    ufbx_floor = floor(x);
    ufbx_ceil = ceil(x);
}

#[unsafe(no_mangle)]
extern "C" fn ufbx_isnan(x: f64) -> c_int {
    c_int::from(x.is_nan())
}

/// Layout of an allocation; `None` for sizes that no memory has.
fn layout(size: usize) -> Option<Layout> {
    Layout::from_size_align(size.max(1), ALIGNMENT).ok()
}

#[unsafe(no_mangle)]
extern "C" fn ufbx_malloc(size: usize) -> *mut c_void {
    // SAFETY: the size of the layout is not 0.
    layout(size).map_or(std::ptr::null_mut(), |layout| unsafe { alloc(layout) }.cast())
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ufbx_realloc(pointer: *mut c_void, old_size: usize, new_size: usize) -> *mut c_void {
    if pointer.is_null() {
        return ufbx_malloc(new_size);
    }
    match (layout(old_size), layout(new_size)) {
        // SAFETY: ufbx passes back what it was given, with the size that it asked for.
        (Some(old), Some(new)) => unsafe { realloc(pointer.cast(), old, new.size()) }.cast(),
        _ => std::ptr::null_mut(),
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ufbx_free(pointer: *mut c_void, size: usize) {
    if let (false, Some(layout)) = (pointer.is_null(), layout(size)) {
        // SAFETY: ufbx passes back what it was given, with the size that it asked for.
        unsafe { dealloc(pointer.cast(), layout) }
    }
}

/// Bytes of C.
///
/// # Safety
/// `count` bytes from `start` have to be readable.
unsafe fn bytes<'a>(start: *const c_void, count: usize) -> &'a [u8] {
    if count == 0 {
        return &[];
    }
    // SAFETY: as the caller says.
    unsafe { std::slice::from_raw_parts(start.cast(), count) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ufbx_memcpy(to: *mut c_void, from: *const c_void, count: usize) -> *mut c_void {
    // SAFETY: C promises two ranges of `count` bytes that do not overlap.
    unsafe { std::ptr::copy_nonoverlapping(from.cast::<u8>(), to.cast::<u8>(), count) };
    to
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ufbx_memmove(to: *mut c_void, from: *const c_void, count: usize) -> *mut c_void {
    // SAFETY: C promises two ranges of `count` bytes.
    unsafe { std::ptr::copy(from.cast::<u8>(), to.cast::<u8>(), count) };
    to
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ufbx_memset(to: *mut c_void, byte: c_int, count: usize) -> *mut c_void {
    // SAFETY: C promises `count` bytes.
    unsafe { std::ptr::write_bytes(to.cast::<u8>(), byte as u8, count) };
    to
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ufbx_memchr(start: *const c_void, byte: c_int, count: usize) -> *const c_void {
    // SAFETY: C promises `count` bytes.
    let at = unsafe { bytes(start, count) }.iter().position(|other| *other == byte as u8);
    // SAFETY: the byte is among them.
    at.map_or(std::ptr::null(), |at| unsafe { start.byte_add(at) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ufbx_memcmp(a: *const c_void, b: *const c_void, count: usize) -> c_int {
    // SAFETY: C promises two ranges of `count` bytes.
    unsafe { bytes(a, count).cmp(bytes(b, count)) as c_int }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ufbx_strlen(text: *const c_char) -> usize {
    // SAFETY: C promises a text that ends with a zero.
    unsafe { std::ffi::CStr::from_ptr(text) }.count_bytes()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ufbx_strcmp(a: *const c_char, b: *const c_char) -> c_int {
    // SAFETY: C promises two texts that end with a zero.
    unsafe { ufbx_strncmp(a, b, usize::MAX) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ufbx_strncmp(a: *const c_char, b: *const c_char, count: usize) -> c_int {
    for at in 0..count {
        // SAFETY: both texts go on up to here: no zero came yet.
        let (x, y) = unsafe { (*a.add(at) as u8, *b.add(at) as u8) };
        if x != y || x == 0 {
            return c_int::from(x) - c_int::from(y);
        }
    }
    0
}
