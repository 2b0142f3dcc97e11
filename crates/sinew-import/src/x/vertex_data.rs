//! Vertex attributes in Direct3D 9 layouts: DeclData with a list of elements, FVFData with a flexible vertex
//! format code (Microsoft, *D3DVERTEXELEMENT9* and *D3DFVF*, DirectX 9 documentation).

use super::mirror;
use super::source::Source;
use crate::ImportError;
use crate::polygon::PolygonMesh;
use sinew::glam::{Vec2, Vec3, Vec4};

/// Values of `D3DDECLUSAGE`.
const NORMAL: usize = 3;
const TEXCOORD: usize = 5;
const TANGENT: usize = 6;
const COLOR: usize = 10;
/// Value of `D3DDECLTYPE`: a colour of four bytes.
const D3DCOLOR: usize = 4;

/// Vertex element: usage, offset and size in words of 32 bits, and whether it is a packed colour.
struct Element {
    usage: usize,
    offset: usize,
    words: usize,
    packed: bool,
}

/// Adds the attributes of a DeclData or FVFData object to the corners of the mesh.
pub(super) fn read(
    source: &mut Source<'_>,
    number: usize,
    mesh: &mut PolygonMesh,
    location: &str,
) -> Result<(), ImportError> {
    let Some(object) = source.tree.get(number) else { return Ok(()) };
    let fail = |message: &str| ImportError::new("x", location, message);
    // Every number is a 32-bit word.
    let word = |n: &f64| if *n >= 0.0 && *n <= f64::from(u32::MAX) { *n as u32 } else { *n as i32 as u32 };
    let first = object.numbers.first().map_or(0, word) as usize;
    let (elements, data) = if object.is("DeclData") {
        let list = object
            .numbers
            .get(1..1 + 4 * first.min(64))
            .ok_or_else(|| fail("the list of elements is incomplete"))?;
        let data = object.numbers.get(1 + list.len()..).unwrap_or_default();
        (decl_elements(list.as_chunks().0), data)
    } else {
        (fvf_elements(first), object.numbers.get(1..).unwrap_or_default())
    };
    let stride = elements.iter().map(|e| e.offset + e.words).max().unwrap_or(0);
    let count = data.first().map_or(0, word) as usize;
    let data = data.get(1..).and_then(|d| d.get(..count)).ok_or_else(|| fail("the data is incomplete"))?;
    if stride == 0 || data.len() < stride * mesh.positions.len() {
        return Err(fail("the data does not cover all vertices"));
    }
    let vertices = mesh.corners.vertices.clone();
    let at = |vertex: u32, element: &Element, n: usize| {
        let number = data.get(vertex as usize * stride + element.offset + n);
        let value = f32::from_bits(number.map_or(0, word));
        if value.is_finite() { value } else { 0.0 }
    };
    for element in &elements {
        match element.usage {
            NORMAL if element.words == 3 => {
                let normal = |&v: &u32| mirror::point(Vec3::from_array([0, 1, 2].map(|n| at(v, element, n))));
                mesh.corners.normals = vertices.iter().map(normal).map(|n| n.normalize_or(Vec3::Y)).collect();
            }
            // Mirroring inverts the handedness.
            TANGENT if element.words == 3 => {
                let tangent =
                    |&v: &u32| mirror::point(Vec3::from_array([0, 1, 2].map(|n| at(v, element, n))));
                let unit = |t: Vec3| t.normalize_or(Vec3::X).extend(-1.0);
                mesh.corners.tangents = vertices.iter().map(tangent).map(unit).collect();
            }
            TEXCOORD if element.words >= 2 => {
                let uv = |&v: &u32| Vec2::new(at(v, element, 0), at(v, element, 1));
                mesh.corners.uvs.push(vertices.iter().map(uv).collect());
            }
            COLOR if element.packed => {
                let color = |&v: &u32| {
                    let bits = data.get(v as usize * stride + element.offset).map_or(0, word);
                    let [b, g, r, a] = bits.to_le_bytes().map(|byte| f64::from(byte) / 255.0);
                    super::material::vertex_color([r, g, b, a])
                };
                mesh.corners.colors = vertices.iter().map(color).collect::<Vec<Vec4>>();
            }
            _ => {}
        }
    }
    Ok(())
}

/// Elements of a DeclData list of type, method, usage and usage index. The elements are tightly packed.
fn decl_elements(list: &[[f64; 4]]) -> Vec<Element> {
    let mut offset = 0;
    list.iter()
        .map(|&[kind, _, usage, _]| {
            let kind = kind.max(0.0) as usize;
            // One to four floats; 64-bit types; colours, bytes and two shorts or halves.
            let words = match kind {
                0..=3 => kind + 1,
                7 | 10 | 12 | 16 => 2,
                _ => 1,
            };
            let element = Element { usage: usage.max(0.0) as usize, offset, words, packed: kind == D3DCOLOR };
            offset += words;
            element
        })
        .collect()
}

/// Elements of a flexible vertex format code, without the position, which the mesh object contains.
fn fvf_elements(code: usize) -> Vec<Element> {
    let mut elements = Vec::new();
    let mut offset = 0;
    let mut add = |usage: usize, words: usize, packed: bool| {
        elements.push(Element { usage, offset, words, packed });
        offset += words;
    };
    if code & 0x010 != 0 {
        add(NORMAL, 3, false);
    }
    if code & 0x040 != 0 {
        add(COLOR, 1, true);
    }
    if code & 0x080 != 0 {
        add(usize::MAX, 1, false);
    }
    for set in 0..(code >> 8 & 0xF).min(8) {
        let words = match code >> (16 + 2 * set) & 3 {
            1 => 3,
            2 => 4,
            3 => 1,
            _ => 2,
        };
        add(TEXCOORD, words, false);
    }
    elements
}
