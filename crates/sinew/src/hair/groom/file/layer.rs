//! Section `HAIR`: layers and their guides. Their strands are in `STRD`.

use super::GroomFileError;
use super::skin::Surface;
use crate::hair::{
    ControlHair, GroomError, GroomLayer, HairCurve, HairLook, HairSettings, HairShading, MAX_HAIR_POINTS,
};
use crate::pack::{PackError, Reader, Writer};
use crate::surface::SurfacePoint;
use glam::Vec3;

const CURVES: [HairCurve; 2] = [HairCurve::Cubic, HairCurve::CatmullRom];
const SHADINGS: [HairShading; 2] = [HairShading::Kajiya, HairShading::Marschner];
/// Bytes of the root of a guide.
const ROOT: usize = 32;

/// Layer without its strands.
pub(super) struct LayerHead {
    pub(super) name: String,
    pub(super) curve: HairCurve,
    pub(super) look: HairLook,
    pub(super) physics: Option<HairSettings>,
    pub(super) guides: Vec<ControlHair>,
    pub(super) roots: Vec<SurfacePoint>,
    /// Positions of the roots in the reference pose.
    pub(super) root_positions: Vec<Vec3>,
    pub(super) strands: usize,
    pub(super) strand_points: usize,
}

/// Appends a layer. `root_positions` are the positions of its roots in the reference pose.
pub(super) fn write(layer: &GroomLayer, surfaces: &[Surface], root_positions: &[Vec3], out: &mut Writer) {
    out.text(&layer.name);
    out.count(CURVES.iter().position(|curve| *curve == layer.strands.curve()).unwrap_or(CURVES.len()));
    write_look(&layer.look, out);
    out.u32(layer.physics.is_some().into());
    layer.physics.iter().for_each(|settings| write_settings(settings, out));
    out.count(layer.guides.len());
    out.count(layer.points_per_guide());
    out.count(layer.strands.strands().len());
    out.count(layer.strands.points_per_strand());
    for ((guide, root), position) in layer.guides.iter().zip(&layer.roots).zip(root_positions) {
        let surface = surfaces.binary_search(&(root.instance, root.primitive));
        out.count(surface.unwrap_or(surfaces.len()));
        out.u32(root.triangle);
        out.numbers(&root.barycentric.to_array());
        out.numbers(&position.to_array());
        guide.points().iter().for_each(|point| out.numbers(&point.to_array()));
    }
}

pub(super) fn read(from: &mut Reader<'_>, surfaces: &[Surface]) -> Result<LayerHead, GroomFileError> {
    let name = from.text("name")?;
    let curve = choice(from, "curve", &CURVES)?;
    let look = read_look(from)?;
    let physics = (from.u32("physics")? != 0).then(|| read_settings(from)).transpose()?;
    if let Some(settings) = &physics {
        settings.check().map_err(GroomError::from)?;
    }
    let (guide_count, points) = (from.u32("guides")? as usize, from.u32("points per guide")? as usize);
    let (strands, strand_points) = (from.u32("strands")? as usize, from.u32("points per strand")? as usize);
    if points > MAX_HAIR_POINTS {
        return Err(from
            .fail(format!("{points} points per guide; expected at most {MAX_HAIR_POINTS}"))
            .into());
    }
    from.room(guide_count, ROOT + points * 12, "guides")?;
    let (mut guides, mut roots) = (Vec::with_capacity(guide_count), Vec::with_capacity(guide_count));
    let mut root_positions = Vec::with_capacity(guide_count);
    for guide in 0..guide_count {
        let number = from.u32("surface")? as usize;
        let Some((instance, primitive)) = surfaces.get(number).copied() else {
            let message = format!("guide {guide} grows from surface {number}; there are {}", surfaces.len());
            return Err(from.fail(message).into());
        };
        let (triangle, barycentric) = (from.u32("triangle")?, vector(from, "barycentric coordinates")?);
        roots.push(SurfacePoint { instance, primitive, triangle, barycentric });
        root_positions.push(vector(from, "root")?);
        let hair: Vec<Vec3> = (0..points).map(|_| vector(from, "point")).collect::<Result<_, PackError>>()?;
        guides.push(ControlHair::new(hair).map_err(GroomError::from)?);
    }
    Ok(LayerHead { name, curve, look, physics, guides, roots, root_positions, strands, strand_points })
}

fn vector(from: &mut Reader<'_>, what: &str) -> Result<Vec3, PackError> {
    from.numbers(what).map(Vec3::from_array)
}

/// One of a list of values by its number.
fn choice<T: Copy>(from: &mut Reader<'_>, what: &str, all: &[T]) -> Result<T, PackError> {
    let number = from.u32(what)? as usize;
    let unknown = || from.fail(format!("{what} {number}; expected 0 to {}", all.len() - 1));
    all.get(number).copied().ok_or_else(unknown)
}

fn write_look(look: &HairLook, out: &mut Writer) {
    out.count(SHADINGS.iter().position(|shading| *shading == look.shading).unwrap_or(SHADINGS.len()));
    out.numbers(&look.root_color.to_array());
    out.numbers(&look.tip_color.to_array());
    out.numbers(&look.grey_color.to_array());
    out.numbers(&[look.fade.0, look.fade.1, look.grey]);
    out.numbers(&[look.variation, look.width, look.tip_width, look.roughness, look.shift]);
}

fn read_look(from: &mut Reader<'_>) -> Result<HairLook, PackError> {
    let shading = choice(from, "shading", &SHADINGS)?;
    let (root_color, tip_color) = (vector(from, "root colour")?, vector(from, "tip colour")?);
    let grey_color = vector(from, "grey colour")?;
    let [fade_from, fade_to, grey] = from.numbers("look")?;
    let [variation, width, tip_width, roughness, shift] = from.numbers("look")?;
    let fade = (fade_from, fade_to);
    Ok(HairLook {
        root_color,
        tip_color,
        fade,
        variation,
        grey,
        grey_color,
        width,
        tip_width,
        roughness,
        shift,
        shading,
    })
}

fn write_settings(settings: &HairSettings, out: &mut Writer) {
    let HairSettings { stiffness, tip_stiffness, damping, drag, friction, thickness, .. } = *settings;
    out.numbers(&[stiffness, tip_stiffness, damping, drag]);
    out.numbers(&settings.groomed_gravity().to_array());
    let HairSettings { volume, hair_friction, cohesion, shelter, rest, rate, teleport, .. } = *settings;
    out.numbers(&[friction, thickness, volume, hair_friction, cohesion, shelter, rest, rate, teleport]);
}

fn read_settings(from: &mut Reader<'_>) -> Result<HairSettings, PackError> {
    let [stiffness, tip_stiffness, damping, drag] = from.numbers("settings")?;
    let gravity = vector(from, "gravity")?;
    let gravity_scale = gravity.length() / HairSettings::default().groomed_gravity().length();
    let [friction, thickness, volume, hair_friction, cohesion, shelter, rest, rate, teleport] =
        from.numbers("settings")?;
    Ok(HairSettings {
        stiffness,
        tip_stiffness,
        damping,
        drag,
        gravity_scale,
        friction,
        thickness,
        volume,
        hair_friction,
        cohesion,
        shelter,
        rest,
        rate,
        teleport,
    })
}
