use std::sync::{Arc, Mutex, PoisonError};

/// Error of the graphics device, as the device reports it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// The device has no memory left for a texture or buffer.
    #[error("the graphics device is out of memory")]
    OutOfMemory,
    /// The device refused a command.
    #[error("the graphics device refused a command: {0}")]
    Validation(String),
    /// The driver failed, or a limit of the system is reached.
    #[error("the graphics device failed: {0}")]
    Internal(String),
    /// The device is gone: unplugged, reset, or its driver crashed. Open another one.
    #[error("the graphics device was lost: {0}")]
    Lost(String),
}

impl From<wgpu::Error> for DeviceError {
    fn from(error: wgpu::Error) -> Self {
        match error {
            wgpu::Error::OutOfMemory { .. } => Self::OutOfMemory,
            wgpu::Error::Validation { description, .. } => Self::Validation(description),
            wgpu::Error::Internal { description, .. } => Self::Internal(description),
        }
    }
}

/// First error that a device has reported and nobody has taken yet; its loss stays.
#[derive(Clone, Debug, Default)]
pub(crate) struct PendingError(Arc<Mutex<Option<DeviceError>>>);

impl PendingError {
    /// Listens to the errors of `device` in place of wgpu, which would panic.
    pub(super) fn listen(&self, device: &wgpu::Device) {
        let errors = self.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| errors.put(error.into())));
        let errors = self.clone();
        device.set_device_lost_callback(move |reason, message| {
            let message = if message.is_empty() { format!("{reason:?}") } else { message };
            errors.put(DeviceError::Lost(message));
        });
    }

    fn put(&self, error: DeviceError) {
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // The loss explains the errors before it.
        if first.is_none() || matches!(error, DeviceError::Lost(_)) {
            *first = Some(error);
        }
    }

    pub(super) fn take(&self) -> Option<DeviceError> {
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        first.take().inspect(|error| {
            if matches!(error, DeviceError::Lost(_)) {
                *first = Some(error.clone());
            }
        })
    }

    /// The loss of the device.
    pub(super) fn loss(&self) -> Option<DeviceError> {
        let first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        first.clone().filter(|error| matches!(error, DeviceError::Lost(_)))
    }
}
