use sinew::Actor;
use sinew::glam::{Affine3A, Quat, Vec3, Vec4};
use sinew::skinning::SkinnedVertices;

/// Running hash of the bits of numbers (FNV-1a, 64 bits, taken word by word). Zeros of either sign are one
/// number.
#[derive(Clone, Copy)]
pub(crate) struct Fnv(pub u64);

impl Fnv {
    pub(crate) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) fn number(&mut self, number: f32) {
        let bits = if number == 0.0 { 0 } else { number.to_bits() };
        self.0 = (self.0 ^ u64::from(bits)).wrapping_mul(0x0000_0100_0000_01b3);
    }

    fn numbers<const N: usize>(&mut self, numbers: [f32; N]) {
        numbers.into_iter().for_each(|number| self.number(number));
    }

    pub(crate) fn rotation(&mut self, rotation: Quat) {
        self.numbers(rotation.to_array());
    }

    pub(crate) fn point(&mut self, point: Vec3) {
        self.numbers(point.to_array());
    }

    pub(crate) fn matrix(&mut self, matrix: &Affine3A) {
        self.numbers(matrix.to_cols_array());
    }

    /// Everything that a frame of an actor gives: poses, root motion, events, palettes, morph weights,
    /// bounds.
    pub(crate) fn frame(&mut self, actor: &Actor) {
        let (frame, character) = (actor.frame(), actor.character());
        for joint in frame.local() {
            self.point(joint.translation);
            self.rotation(joint.rotation);
            self.point(joint.scale);
        }
        frame.model().iter().for_each(|joint| self.matrix(joint));
        self.point(frame.root_motion().translation);
        self.rotation(frame.root_motion().rotation);
        frame.events().iter().for_each(|event| self.number(event.weight));
        for skin in character.skin_ids() {
            frame.palette(skin).iter().flat_map(|joint| joint.rows).for_each(|row| self.numbers(row));
            for joint in frame.dual_quaternions(skin) {
                [joint.real, joint.dual].into_iter().chain(joint.stretch).for_each(|part| self.numbers(part));
            }
        }
        for instance in character.mesh_instance_ids() {
            frame.morph_weights(instance).iter().for_each(|weight| self.number(*weight));
        }
        frame.expression_weights().iter().for_each(|weight| self.number(*weight));
        self.point(frame.bounds().min);
        self.point(frame.bounds().max);
    }

    /// Skinned vertices.
    pub(crate) fn vertices(&mut self, vertices: &SkinnedVertices) {
        vertices.positions.iter().for_each(|p| self.point(*p));
        vertices.normals.iter().for_each(|n| self.point(*n));
        vertices.tangents.iter().for_each(|t: &Vec4| self.numbers(t.to_array()));
    }
}
