use super::Renderer;
use super::picture::{PictureError, read, read_target};
use crate::model::Vertex;
use crate::puppet::ModelInstance;
use sinew::glam::{Vec3, Vec4};
use sinew::skinning::SkinnedVertices;

/// Widest row of the picture that vertices are written into.
const ROW: u32 = 1024;

impl Renderer {
    /// The vertices of one primitive of mesh instance `instance` as the device last posed them, in model space: what
    /// [`sinew::Frame::skin_vertices`] computes on the processor, by the shader functions that pictures are drawn
    /// with. For tools and tests; builds a pipeline and waits for the device.
    ///
    /// # Errors
    /// When there is no such part, or the device is lost.
    pub fn skinned_vertices(
        &self,
        puppet: &ModelInstance,
        instance: usize,
        primitive: usize,
    ) -> Result<SkinnedVertices, PictureError> {
        let is_it = |p: &&crate::puppet::Part| p.instance == instance && p.primitive == primitive;
        let missing = PictureError::NoSuchPart { instance, primitive };
        let part = puppet.parts.iter().find(is_it).ok_or(missing)?;
        let model = &puppet.model.data;
        let source = &model.primitives[model.instances[instance].mesh][primitive];
        let count = source.vertex_count;
        let mut out = SkinnedVertices::default();
        if count == 0 {
            return Ok(out);
        }
        let size = [count.min(ROW), count.div_ceil(ROW)];
        let format = wgpu::TextureFormat::Rgba32Uint;
        let textures = [(); 3].map(|()| read_target(&self.device, format, size));
        let pipeline = self.read_pipeline(format);
        let group = self.size_group(size);
        let views = textures.each_ref().map(|t| t.create_view(&wgpu::TextureViewDescriptor::default()));
        let mut commands = self.device.create_command_encoder(&Default::default());
        let mut pass = commands.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("read vertices"),
            color_attachments: &views.each_ref().map(|view| {
                Some(wgpu::RenderPassColorAttachment {
                    view,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                        store: wgpu::StoreOp::Store,
                    },
                })
            }),
            ..Default::default()
        });
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.set_bind_group(2, &part.bind_group, &[]);
        pass.set_vertex_buffer(0, source.vertices.slice(..));
        pass.draw(0..count, 0..1);
        drop(pass);
        self.queue.submit([commands.finish()]);

        let read = |t: &wgpu::Texture| -> Result<Vec<Vec4>, PictureError> {
            let bytes = read(&self.device, &self.queue, t)?;
            let texel = |b: &[u8; 16]| Vec4::from_array(bytemuck::pod_read_unaligned(b));
            Ok(bytes.as_chunks::<16>().0.iter().take(count as usize).map(texel).collect())
        };
        let [positions, normals, tangents] = textures;
        out.positions = read(&positions)?.iter().map(|v| v.truncate()).collect::<Vec<Vec3>>();
        out.normals = read(&normals)?.iter().map(|v| v.truncate()).collect();
        out.tangents = read(&tangents)?;
        Ok(out)
    }

    /// Group 0 of the read-back: the size of the picture.
    fn size_group(&self, size: [u32; 2]) -> wgpu::BindGroup {
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("size"),
            size: 16,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let uniform = [size[0] as f32, size[1] as f32, 0.0, 0.0];
        self.queue.write_buffer(&buffer, 0, bytemuck::bytes_of(&uniform));
        self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("size"),
            layout: &self.layouts.frame,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }],
        })
    }

    fn read_pipeline(&self, format: wgpu::TextureFormat) -> wgpu::RenderPipeline {
        let module = &self.shaders.read_vertices;
        self.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("read vertices"),
            layout: Some(&self.layouts.vertex_pipeline),
            vertex: wgpu::VertexState {
                module,
                entry_point: Some("read_vertex"),
                compilation_options: Default::default(),
                buffers: &[Some(Vertex::layout())],
            },
            primitive: wgpu::PrimitiveState {
                topology: wgpu::PrimitiveTopology::PointList,
                ..Default::default()
            },
            depth_stencil: None,
            multisample: Default::default(),
            fragment: Some(wgpu::FragmentState {
                module,
                entry_point: Some("read_fragment"),
                compilation_options: Default::default(),
                targets: &[(); 3].map(|()| Some(format.into())),
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}
