/// Keeps graphics drivers from writing to the terminal that there is no Wayland session. Call it before any other thread starts.
///
/// Without `XDG_RUNTIME_DIR`, as in containers and over SSH, Mesa's layer that selects a device still asks Wayland which one drives
/// the screen, and the Wayland library prints an error for it. There is no such screen then, so the layer has nothing to select.
pub(crate) fn silence() {
    if cfg!(target_os = "linux") && std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        #[allow(unsafe_code, reason = "the layer reads its switch from the environment")]
        // SAFETY: no other thread runs yet that could read the environment meanwhile.
        unsafe {
            std::env::set_var("NODEVICE_SELECT", "1");
        }
    }
}
