//! Curves as line primitives, and line primitives as curves.

use super::line_curves::LineCurves;
use super::{HairCurves, HairCurvesError};
use glam::{Vec2, Vec3};
use sinew::character::{Character, MeshInstance, Primitive, Topology};

impl HairCurves {
    /// Lines between the points of each curve, as a primitive without a skin. Texture coordinates run from
    /// the root (y = 0) to the tip (y = 1) by the number of points. Colour and opacity become vertex colours;
    /// thickness is lost, since lines have none.
    #[must_use]
    pub fn lines(&self) -> Primitive {
        let count = self.points.len();
        let mut indices = Vec::with_capacity(2 * count.saturating_sub(self.len()));
        let mut uvs = Vec::with_capacity(count);
        for curve in 0..self.len() {
            let range = self.range(curve);
            let last = (range.len() - 1) as f32;
            uvs.extend((0..range.len()).map(|n| Vec2::new(0.5, n as f32 / last)));
            indices.extend((range.start as u32..range.end as u32 - 1).flat_map(|first| [first, first + 1]));
        }
        let has_colors = !self.colors.is_empty() || !self.opacity.is_empty();
        let color = |n: usize| {
            let rgb = self.colors.get(n).copied().unwrap_or(Vec3::ONE);
            rgb.extend(self.opacity.get(n).copied().unwrap_or(1.0))
        };
        Primitive {
            topology: Topology::Lines,
            positions: self.points.clone(),
            uvs: vec![uvs],
            colors: if has_colors { (0..count).map(color).collect() } else { Vec::new() },
            indices,
            file_vertices: (0..count as u32).collect(),
            file_vertex_count: count,
            ..Primitive::default()
        }
    }

    /// Curves along the lines of a primitive, where its vertices are.
    ///
    /// Lines that share a vertex are joined; a curve ends where one line ends, or three and more meet, and
    /// runs in the direction of most of its lines, from root to tip. Where no two lines share a vertex, those
    /// with vertices at the same position do. Chains without length are left out. Vertex colours become
    /// colours and opacity, clamped to 0..=1.
    ///
    /// # Errors
    /// When the primitive has no lines, a line refers to a vertex which does not exist, or a limit of
    /// [`HairCurves::new`] is exceeded.
    pub fn of_primitive(primitive: &Primitive) -> Result<Self, HairCurvesError> {
        let mut curves = LineCurves::default();
        if primitive.topology == Topology::Lines {
            curves.add(primitive, &primitive.positions)?;
        }
        curves.finish()
    }

    /// Curves along all lines of a character in the reference pose, in model space. Vertex colours stay where
    /// all its line primitives have them.
    ///
    /// # Errors
    /// As [`HairCurves::of_primitive`].
    pub fn of_character(character: &Character) -> Result<Self, HairCurvesError> {
        let mut curves = LineCurves::default();
        let shown = |instance: &&MeshInstance| character.skeleton().in_scene(instance.node);
        for instance in character.mesh_instances().iter().filter(shown) {
            add(&mut curves, character, instance)?;
        }
        curves.finish()
    }
}

/// Adds the line primitives of an instance in the reference pose.
fn add(
    curves: &mut LineCurves,
    character: &Character,
    instance: &MeshInstance,
) -> Result<(), HairCurvesError> {
    let model = character.reference_model();
    let node = &model[instance.node.index()];
    let skin = instance.skin.map(|skin| &character.skins()[skin]);
    let primitives = character.meshes()[instance.mesh].primitives.iter();
    for primitive in primitives.filter(|primitive| primitive.topology == Topology::Lines) {
        let posed = |vertex: usize| {
            let position = primitive.positions[vertex];
            let mut influences = primitive.influences_of(vertex).peekable();
            let Some(skin) = skin.filter(|_| influences.peek().is_some()) else {
                return node.transform_point3(position);
            };
            let moved = |(slot, weight): (usize, f32)| {
                let bound = skin.inverse_binds[slot].transform_point3(position);
                model[skin.joints[slot].index()].transform_point3(bound) * weight
            };
            influences.map(moved).sum()
        };
        let positions: Vec<Vec3> = (0..primitive.positions.len()).map(posed).collect();
        curves.add(primitive, &positions)?;
    }
    Ok(())
}
