//! Suppression of messages that graphics drivers write to the terminal.

/// Keeps graphics drivers from writing to the terminal that there is no Wayland session. Call it before any
/// other thread starts.
///
/// Without `XDG_RUNTIME_DIR`, as in containers and over SSH, Mesa's Vulkan layer that selects a device and
/// its EGL still look for a Wayland display, and the Wayland library prints an error because the variable is
/// missing. There is no such display then: the layer is switched off, and the variable names a folder that
/// does not exist, in which the library finds none without a word.
pub(crate) fn silence() {
    if cfg!(target_os = "linux") && std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        let nowhere = std::env::temp_dir().join(format!("sinew-{}-has-no-session", std::process::id()));
        #[allow(unsafe_code, reason = "the libraries read their switches from the environment")]
        // SAFETY: no other thread runs yet that could read the environment meanwhile.
        unsafe {
            std::env::set_var("NODEVICE_SELECT", "1");
            std::env::set_var("XDG_RUNTIME_DIR", nowhere);
        }
    }
}
