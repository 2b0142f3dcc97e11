use crate::overlay::Line;
use bytemuck::{Pod, Zeroable};

/// A line as the device reads it: the twin of `Line` in shaders/lines.wgsl.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct LineInstance {
    from_width: [f32; 4],
    to: [f32; 4],
    color: [f32; 4],
}

impl From<&Line> for LineInstance {
    fn from(line: &Line) -> Self {
        Self {
            from_width: line.from.extend(line.width).to_array(),
            to: line.to.extend(0.0).to_array(),
            color: line.color.to_array(),
        }
    }
}

impl LineInstance {
    pub(super) fn layout() -> wgpu::VertexBufferLayout<'static> {
        const ATTRIBUTES: [wgpu::VertexAttribute; 3] =
            wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x4, 2 => Float32x4];
        wgpu::VertexBufferLayout {
            array_stride: size_of::<Self>() as u64,
            step_mode: wgpu::VertexStepMode::Instance,
            attributes: &ATTRIBUTES,
        }
    }
}

/// The overlay's lines on the device, in a buffer that grows when it must.
#[derive(Debug)]
pub(super) struct Lines {
    pub(super) buffer: wgpu::Buffer,
    pub(super) count: u32,
    /// Kept between pictures for its memory.
    instances: Vec<LineInstance>,
}

impl Lines {
    pub(super) fn new(device: &wgpu::Device) -> Self {
        Self { buffer: buffer(device, 256), count: 0, instances: Vec::new() }
    }

    pub(super) fn upload(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, lines: &[Line]) {
        self.instances.clear();
        self.instances.extend(lines.iter().map(LineInstance::from));
        self.count = lines.len() as u32;
        let bytes: &[u8] = bytemuck::cast_slice(&self.instances);
        if bytes.len() as u64 > self.buffer.size() {
            self.buffer = buffer(device, lines.len().next_power_of_two());
        }
        queue.write_buffer(&self.buffer, 0, bytes);
    }
}

fn buffer(device: &wgpu::Device, lines: usize) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("lines"),
        size: (lines * size_of::<LineInstance>()) as u64,
        usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}
