//! Whether an asset is switched on already.

use std::sync::Arc;

/// Whether a system has an asset already, or is off already: then it stays as it is.
pub(super) fn is_same<T>(new: Option<&Arc<T>>, now: Option<&Arc<T>>) -> bool {
    new.map(Arc::as_ptr) == now.map(Arc::as_ptr)
}
