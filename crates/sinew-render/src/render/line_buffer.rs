use crate::overlay::Line;
use bytemuck::{Pod, Zeroable};

/// Overlay line as instance data; the same layout as `Line` in shaders/lines.wgsl.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct LineInstance {
    start_width: [f32; 4],
    end: [f32; 4],
    color: [f32; 4],
}

impl From<&Line> for LineInstance {
    fn from(line: &Line) -> Self {
        Self {
            start_width: line.start.extend(line.width).to_array(),
            end: line.end.extend(0.0).to_array(),
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

/// Instance buffer of the overlay lines, which grows as needed.
#[derive(Debug)]
pub(super) struct LineBuffer {
    pub(super) buffer: wgpu::Buffer,
    pub(super) count: u32,
    /// Scratch memory of uploads.
    instances: Vec<LineInstance>,
}

impl LineBuffer {
    pub(super) fn new(device: &wgpu::Device) -> Self {
        Self { buffer: create_buffer(device, 256), count: 0, instances: Vec::new() }
    }

    /// Replaces the lines.
    pub(super) fn upload(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, lines: &[Line]) {
        self.instances.clear();
        self.instances.extend(lines.iter().map(LineInstance::from));
        self.count = lines.len() as u32;
        let bytes: &[u8] = bytemuck::cast_slice(&self.instances);
        if bytes.len() as u64 > self.buffer.size() {
            self.buffer = create_buffer(device, lines.len().next_power_of_two());
        }
        queue.write_buffer(&self.buffer, 0, bytes);
    }
}

fn create_buffer(device: &wgpu::Device, line_count: usize) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("lines"),
        size: (line_count * size_of::<LineInstance>()) as u64,
        usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}
