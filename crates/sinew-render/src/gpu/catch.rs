//! Errors of the device, caught where they happen.

use super::context::Gpu;
use super::device_error::DeviceError;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

impl Gpu {
    /// Takes the first error that the device has reported since the last call, outside of functions that
    /// return errors themselves; a loss is reported again each time. Devices opened by [`Gpu::off_screen`]
    /// and [`Gpu::for_surface`] keep it here; errors of a device given to [`Gpu::new`] go to its own handler
    /// ([`wgpu::Device::on_uncaptured_error`]).
    ///
    /// A program that draws to a window asks once per frame.
    #[must_use]
    pub fn take_error(&self) -> Option<DeviceError> {
        self.caches.pending_error.take()
    }

    /// Waits until the device has done everything that was submitted.
    ///
    /// # Errors
    /// When the device is lost, now or before.
    pub fn wait(&self) -> Result<(), DeviceError> {
        if let Some(error) = self.caches.pending_error.loss() {
            return Err(error);
        }
        // wgpu panics where a device fails while it is waited for, and offers no other way to wait.
        let wait = AssertUnwindSafe(|| self.device.poll(wgpu::PollType::wait_indefinitely()));
        match catch_unwind(wait) {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(DeviceError::Lost(error.to_string())),
            Err(_) => {
                let unknown = || DeviceError::Lost("it failed while its work was waited for".into());
                Err(self.caches.pending_error.loss().unwrap_or_else(unknown))
            }
        }
    }

    /// Runs `work` and returns the error that the device reports meanwhile on this thread.
    pub(crate) fn catch<T>(&self, work: impl FnOnce() -> T) -> Result<T, DeviceError> {
        use wgpu::ErrorFilter::{Internal, OutOfMemory, Validation};
        let scopes = [Internal, Validation, OutOfMemory].map(|filter| self.device.push_error_scope(filter));
        let result = work();
        let mut found = None;
        // The scope opened last is closed first; what lacks memory fails validation later.
        for scope in scopes.into_iter().rev() {
            found = found.or(now(scope.pop()).flatten());
        }
        // A lost device refuses everything in silence.
        match self.caches.pending_error.loss().or_else(|| found.map(DeviceError::from)) {
            Some(error) => Err(error),
            None => Ok(result),
        }
    }
}

/// Result of a future that is ready, as those of error scopes are but in a browser.
fn now<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => Some(result),
        Poll::Pending => None,
    }
}
