/// A graphics device and its queue.
#[derive(Clone, Debug)]
pub struct Gpu {
    /// Where adapters and surfaces come from.
    pub instance: wgpu::Instance,
    /// The hardware or software device that was chosen.
    pub adapter: wgpu::Adapter,
    /// The opened device.
    pub device: wgpu::Device,
    /// Its queue.
    pub queue: wgpu::Queue,
}

/// Why there is no graphics device.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GpuError {
    /// The machine offers no adapter at all.
    #[error(
        "no graphics device found; Mesa's software Vulkan does: apt-get install -y mesa-vulkan-drivers ({0})"
    )]
    NoAdapter(wgpu::RequestAdapterError),
    /// The adapter would not open.
    #[error("the graphics device would not open: {0}")]
    NoDevice(wgpu::RequestDeviceError),
}

impl Gpu {
    /// Opens a device that draws into memory. The environment variables `WGPU_BACKEND` (`vulkan`, `gl`) and
    /// `WGPU_POWER_PREF` choose among several.
    ///
    /// # Errors
    /// When the machine has none; the message says how to install a software one.
    pub fn off_screen() -> Result<Self, GpuError> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
        pollster::block_on(Self::open(instance, None))
    }

    /// Opens a device that can draw to `surface`, which `instance` made. OpenGL needs an instance that was made
    /// with the display's handle.
    ///
    /// # Errors
    /// When no device can draw to it.
    pub async fn for_surface(
        instance: wgpu::Instance,
        surface: &wgpu::Surface<'_>,
    ) -> Result<Self, GpuError> {
        Self::open(instance, Some(surface)).await
    }

    async fn open(instance: wgpu::Instance, surface: Option<&wgpu::Surface<'_>>) -> Result<Self, GpuError> {
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::from_env()
                .unwrap_or(wgpu::PowerPreference::HighPerformance),
            compatible_surface: surface,
            ..Default::default()
        };
        let adapter = instance.request_adapter(&options).await.map_err(GpuError::NoAdapter)?;
        let (device, queue) = adapter
            .request_device(&wgpu::DeviceDescriptor {
                label: Some("sinew"),
                // All it has: storage buffers for the largest faces, textures for the largest images.
                required_limits: adapter.limits(),
                ..Default::default()
            })
            .await
            .map_err(GpuError::NoDevice)?;
        Ok(Self { instance, adapter, device, queue })
    }

    /// The device in words, such as `llvmpipe (LLVM 15.0.6, 256 bits), Vulkan, Cpu`.
    pub fn description(&self) -> String {
        let info = self.adapter.get_info();
        format!("{}, {:?}, {:?}", info.name, info.backend, info.device_type)
    }
}
