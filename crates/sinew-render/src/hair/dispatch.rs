//! Dispatch of the compute kernels of hair.

/// Invocations of a workgroup, as in all shaders of hair.
const GROUP_SIZE: u32 = 64;

/// Runs a kernel `count` times, in rows of at most the number of groups that every device takes.
pub(crate) fn dispatch(pass: &mut wgpu::ComputePass<'_>, pipeline: &wgpu::ComputePipeline, count: u32) {
    const MAX_ROW: u32 = 65_535;
    let groups = count.div_ceil(GROUP_SIZE);
    if groups == 0 {
        return;
    }
    pass.set_pipeline(pipeline);
    let row = groups.min(MAX_ROW);
    pass.dispatch_workgroups(row, groups.div_ceil(row), 1);
}
