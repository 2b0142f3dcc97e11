//! Files that the page reads for the module.

use js_sys::{Function, Uint8Array};
use sinew_import::Resolver;
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};

thread_local! {
    /// Function of the page that returns the bytes of a path, or throws.
    static READ: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Files of the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct PageFiles;

impl PageFiles {
    /// Reads by a function of the page from now on.
    pub(super) fn set(read: Function) {
        READ.set(Some(read));
    }
}

impl Resolver for PageFiles {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let read = READ.with_borrow(Clone::clone).ok_or("no files")?;
        let bytes = read.call1(&JsValue::NULL, &path.into()).map_err(|error| message(&error))?;
        let bytes = bytes.dyn_into::<Uint8Array>().map_err(|_| "no bytes".to_owned())?;
        Ok(bytes.to_vec())
    }
}

fn message(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => format!("{error:?}"),
    }
}
