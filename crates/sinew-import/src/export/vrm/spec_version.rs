/// Version of all VRM extensions.
pub(super) const SPEC_VERSION: &str = "1.0";
