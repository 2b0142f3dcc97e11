use super::bind_group_layouts::BindGroupLayouts;
use super::device_error::PendingError;
use super::hair_kernels::HairKernels;
use super::hair_solver_kernel::HairSolverKernel;
use super::mipmap_generator::MipmapGenerator;
use super::no_wrinkles::no_wrinkles;
use super::texel_array::{TexelArray, TexelFormat};
use super::vertex_data_binding::{TexelStorage, VertexDataBinding};
use std::sync::{Arc, OnceLock};

/// Graphics device, its queue and the caches that all models and renderers on the device share.
///
/// Clones are cheap and refer to the same device. A [`Model`](crate::Model), its instances and the
/// [`Renderer`](crate::Renderer) that draws them are made with the same `Gpu` or with clones of it; with
/// another one, drawing is a validation error.
///
/// Errors of a device opened here never panic: functions that return a `Result` return them, and
/// [`Gpu::take_error`] has those of all others.
///
/// ```no_run
/// use sinew_render::{Gpu, RenderSettings, Renderer};
///
/// let gpu = Gpu::off_screen()?;
/// println!("{}", gpu.description());
/// let renderer = Renderer::new(&gpu, RenderSettings::default());
/// # Ok::<(), sinew_render::GpuError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Gpu {
    /// Adapter that the device was opened on.
    pub adapter: wgpu::Adapter,
    /// Logical device.
    pub device: wgpu::Device,
    /// Command queue of the device.
    pub queue: wgpu::Queue,
    pub(crate) caches: Arc<GpuCaches>,
}

/// Objects that are made once per device.
#[derive(Debug)]
pub(crate) struct GpuCaches {
    pub(crate) texel_storage: TexelStorage,
    pub(crate) layouts: BindGroupLayouts,
    pub(crate) mipmaps: MipmapGenerator,
    /// Bind group 3 of surfaces without a wrinkle map.
    pub(crate) no_wrinkles: wgpu::BindGroup,
    /// Layouts and kernels of hair, created at its first use; `None` where the device cannot draw hair.
    hair: OnceLock<Option<HairKernels>>,
    /// Kernel of simulated hair, likewise.
    hair_solver: OnceLock<Option<HairSolverKernel>>,
    /// Whether the device is one of OpenGL, WebGL2 included: wgpu 30 cannot translate sample masks to it, and depth
    /// textures are read through samplers.
    pub(crate) is_gl: bool,
    /// Anisotropic filtering of textures whose filters are all linear; 1 is off.
    pub(crate) max_anisotropy: u16,
    /// Error reported outside of functions that return errors.
    pub(crate) pending_error: PendingError,
}

/// Error of opening a graphics device.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GpuError {
    /// The machine has no adapter that fits.
    #[error(
        "no graphics device found ({0}); Mesa's software Vulkan is enough: install the package \
         mesa-vulkan-drivers on Debian, Ubuntu (apt-get install -y mesa-vulkan-drivers) and Fedora, \
         vulkan-swrast on Arch"
    )]
    NoAdapter(wgpu::RequestAdapterError),
    /// The adapter did not open a device.
    #[error("cannot open the graphics device: {0}")]
    NoDevice(wgpu::RequestDeviceError),
}

impl Gpu {
    /// Opens a device for drawing into memory, without a window. The environment variables `WGPU_BACKEND`
    /// (`vulkan`, `gl`, …) and `WGPU_POWER_PREF` (`low`, `high`) select one of several adapters.
    ///
    /// # Errors
    /// When the machine has no graphics device; the message names the package of a software one. When the
    /// device cannot be opened.
    pub fn off_screen() -> Result<Self, GpuError> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
        pollster::block_on(Self::open(&instance, None))
    }

    /// Opens a device that can present to `surface`, a surface of `instance`. OpenGL needs an instance that
    /// was made with the display handle of the window system.
    ///
    /// # Errors
    /// When no adapter can present to `surface`, or its device cannot be opened.
    pub async fn for_surface(
        instance: &wgpu::Instance,
        surface: &wgpu::Surface<'_>,
    ) -> Result<Self, GpuError> {
        Self::open(instance, Some(surface)).await
    }

    /// Uses a device that is already open, such as the one of an engine or a user interface. Its handlers of
    /// uncaptured errors and of its loss stay as they are.
    #[must_use]
    pub fn new(adapter: wgpu::Adapter, device: wgpu::Device, queue: wgpu::Queue) -> Self {
        Self::with_errors(adapter, device, queue, PendingError::default())
    }

    fn with_errors(
        adapter: wgpu::Adapter,
        device: wgpu::Device,
        queue: wgpu::Queue,
        errors: PendingError,
    ) -> Self {
        let caches = GpuCaches::new(&adapter, &device, VertexDataBinding::Auto, errors);
        Self { adapter, device, queue, caches: Arc::new(caches) }
    }

    async fn open(instance: &wgpu::Instance, surface: Option<&wgpu::Surface<'_>>) -> Result<Self, GpuError> {
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
                // The adapter's full limits: faces with many morph targets need large buffers, large images
                // large textures.
                required_limits: adapter.limits(),
                ..Default::default()
            })
            .await
            .map_err(GpuError::NoDevice)?;
        let errors = PendingError::default();
        errors.listen(&device);
        Ok(Self::with_errors(adapter, device, queue, errors))
    }

    /// The same device with another binding of joint, influence and morph target data. Models made before the
    /// call keep the old binding and cannot be drawn together with the new `Gpu`.
    #[must_use]
    pub fn with_vertex_data_binding(mut self, binding: VertexDataBinding) -> Self {
        let errors = self.caches.pending_error.clone();
        self.caches = Arc::new(GpuCaches::new(&self.adapter, &self.device, binding, errors));
        self
    }

    /// Name, backend and type of the device, such as `llvmpipe (LLVM 15.0.6, 256 bits), Vulkan, Cpu`.
    #[must_use]
    pub fn description(&self) -> String {
        let info = self.adapter.get_info();
        format!("{}, {:?}, {:?}", info.name, info.backend, info.device_type)
    }

    /// True for a device that draws strands of hair; on others, such as those of OpenGL, hair is drawn as cards or
    /// strips in a mesh.
    #[must_use]
    pub fn draws_strands(&self) -> bool {
        self.hair_kernels().is_some()
    }

    /// Layouts and kernels of hair; `None` where the device lacks what they need, or
    /// [`VertexDataBinding::Texture`] is set.
    pub(crate) fn hair_kernels(&self) -> Option<&HairKernels> {
        let caches = &self.caches;
        let make = || {
            let is_supported = caches.texel_storage == TexelStorage::Buffer
                && HairKernels::are_supported(&self.adapter, &self.device.limits());
            is_supported.then(|| HairKernels::new(&self.device))
        };
        caches.hair.get_or_init(make).as_ref()
    }

    /// Kernel of simulated hair; `None` where the device draws no hair or lacks what the kernel needs.
    pub(crate) fn hair_solver_kernel(&self) -> Option<&HairSolverKernel> {
        let make = || {
            let is_supported =
                self.hair_kernels().is_some() && HairSolverKernel::is_supported(&self.device.limits());
            is_supported.then(|| HairSolverKernel::new(&self.device))
        };
        self.caches.hair_solver.get_or_init(make).as_ref()
    }

    /// The largest number of texels that [`Gpu::create_texel_array`] takes.
    pub(crate) fn max_texels(&self) -> usize {
        TexelArray::max_texels(&self.device, self.caches.texel_storage)
    }

    /// Creates an array of `texel_count` texels, or of one if the count is 0.
    pub(crate) fn create_texel_array(
        &self,
        format: TexelFormat,
        texel_count: usize,
        label: &str,
    ) -> TexelArray {
        TexelArray::new(&self.device, self.caches.texel_storage, format, texel_count, label)
    }

    /// Creates a buffer that holds `contents`; its size is at least 4 bytes.
    pub(crate) fn create_buffer(
        &self,
        label: &str,
        contents: &[u8],
        usage: wgpu::BufferUsages,
    ) -> wgpu::Buffer {
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size: contents.len().max(4) as u64,
            usage: usage | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        self.queue.write_buffer(&buffer, 0, contents);
        buffer
    }
}

impl GpuCaches {
    fn new(
        adapter: &wgpu::Adapter,
        device: &wgpu::Device,
        binding: VertexDataBinding,
        pending_error: PendingError,
    ) -> Self {
        let texel_storage = TexelStorage::select(binding, adapter, &device.limits());
        // Software rasterizers pay for every texel read.
        let is_software = adapter.get_info().device_type == wgpu::DeviceType::Cpu;
        let layouts = BindGroupLayouts::new(device, texel_storage);
        Self {
            texel_storage,
            no_wrinkles: no_wrinkles(device, texel_storage, &layouts),
            layouts,
            hair: OnceLock::new(),
            hair_solver: OnceLock::new(),
            mipmaps: MipmapGenerator::new(device),
            is_gl: adapter.get_info().backend == wgpu::Backend::Gl,
            max_anisotropy: if is_software { 1 } else { 8 },
            pending_error,
        }
    }
}
