//! Marks of decals: from their descriptions to decals on a character at rest, and back.

use super::body_hit::body_hit;
use crate::{DripsDescription, MarkDescription, MarkPointDescription};
use sinew::character::MeshInstanceId;
use sinew::glam::Vec3;
use sinew::surface::{
    CharacterSurface, Decal, DecalLife, DecalPlacer, DecalSettings, DecalShape, Decals, MAX_DECAL_RADIUS,
    MIN_DECAL_RADIUS, PosedSurface, SurfaceEmitter, SurfacePoint,
};
use sinew::{Actor, Character};
use std::sync::Arc;

/// Default radius of a mark on a person of 1.7 m, metres.
const DEFAULT_RADIUS: f32 = 0.05;
/// Height of the person that default sizes are for, metres.
const HUMAN_HEIGHT: f32 = 1.7;

/// Decals of a character, with the marks that it has from the beginning.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MarkedDecals {
    /// Looks, limits, surface.
    pub decals: Arc<Decals>,
    /// Marks, in the order of their text.
    pub marks: Vec<PlacedMark>,
}

/// Mark on the skin of a character.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlacedMark {
    /// The mark.
    pub decal: Decal,
    /// Number of its look.
    pub look: u32,
    /// Drops that run from it.
    pub drips: Option<DripsDescription>,
}

impl PlacedMark {
    /// Mark of a look, by its number.
    #[must_use]
    pub fn new(decal: Decal, look: u32, drips: Option<DripsDescription>) -> Self {
        Self { decal, look, drips }
    }
}

impl MarkedDecals {
    /// Decals with marks.
    #[must_use]
    pub fn new(decals: Arc<Decals>, marks: Vec<PlacedMark>) -> Self {
        Self { decals, marks }
    }

    /// Adds the marks to an actor whose decals are these, or have the same looks at the same numbers. Drops begin
    /// to run.
    pub fn add_marks(&self, actor: &mut Actor) {
        let points: Vec<_> =
            self.marks.iter().map(|mark| actor.frame().surface(&mark.decal.center)).collect();
        let Some(state) = actor.decals_mut() else { return };
        for (mark, point) in self.marks.iter().zip(points) {
            state.set_mut().add(mark.decal.clone(), mark.look, DecalLife::default(), |_| point);
            if let Some(drips) = &mark.drips {
                let wound = SurfaceEmitter::new(mark.decal.center, drips.rate);
                state.add_wound(match drips.duration {
                    Some(seconds) => wound.with_duration(seconds),
                    None => wound,
                });
            }
        }
    }
}

impl MarkDescription {
    /// Description of a decal on a character, in whatever pose it was placed: the same point, size and direction
    /// of the image on the character at rest. `look` is the name of its look.
    #[must_use]
    pub fn of(
        decal: &Decal,
        look: impl Into<String>,
        character: &Arc<Character>,
        surface: &Arc<CharacterSurface>,
    ) -> Self {
        let (_, posed) = at_rest(character, surface);
        let SurfacePoint { instance, primitive, triangle, barycentric } = decal.center;
        let aspect = match decal.settings.shape {
            DecalShape::Rectangle { aspect } => Some(aspect),
            _ => None,
        };
        // Numbers as short as a tenth of a degree and of a millimetre is to be seen.
        let rotation = (rotation(decal, &posed).to_degrees() * 10.0).round() / 10.0;
        Self {
            look: look.into(),
            point: Some(MarkPointDescription {
                instance: instance.0,
                primitive,
                triangle,
                barycentric: barycentric.into(),
            }),
            radius: Some(decal.settings.radius),
            aspect,
            rotation,
            ..Self::default()
        }
    }
}

/// A character at rest, and its surface in that pose.
fn at_rest(character: &Arc<Character>, surface: &Arc<CharacterSurface>) -> (Actor, PosedSurface) {
    let mut actor = Actor::without_clips(character.clone());
    actor.update(0.0);
    let mut posed = PosedSurface::new(surface);
    // The surface is of this character, and the actor has palettes.
    let _ = actor.frame().pose_surface(&mut posed);
    (actor, posed)
}

/// Angle of the top of a decal's image on a posed surface, from upwards, counter-clockwise seen from outside.
fn rotation(decal: &Decal, posed: &PosedSurface) -> f32 {
    let Some(triangle) = decal.triangles.first() else { return 0.0 };
    let Some((part, corners)) = posed.surface().corners(triangle.triangle) else { return 0.0 };
    let positions = posed.positions(&posed.surface().parts()[part]);
    let [a, b, c] = corners.map(|corner| positions[corner]);
    let (edge, arm, normal) = (b - a, c - a, (b - a).cross(c - a).normalize_or_zero());
    let (u, v) = (triangle.uvs[1] - triangle.uvs[0], triangle.uvs[2] - triangle.uvs[0]);
    let area = u.perp_dot(v);
    // Rows of the image run downwards.
    let top = (arm * u.x - edge * v.x) * -area.signum();
    let flat = |up: Vec3| (up - normal * normal.dot(up)).try_normalize();
    let up = if normal.y.abs() > 0.999 { Vec3::Z } else { Vec3::Y };
    let (Some(up), Some(top)) = (flat(up), flat(top)) else { return 0.0 };
    up.cross(top).dot(normal).atan2(up.dot(top))
}

/// Decals of marks on a character at rest. `looks` are the numbers of their looks.
///
/// # Errors
/// When a mark does not fit the character: the path of the field, such as `[0].on`, and a message.
pub(super) fn place_marks(
    marks: &[MarkDescription],
    looks: &[u32],
    character: &Arc<Character>,
    surface: &Arc<CharacterSurface>,
) -> Result<Vec<PlacedMark>, (String, String)> {
    if marks.is_empty() {
        return Ok(Vec::new());
    }
    let (actor, posed) = at_rest(character, surface);
    let height = character.reference_bounds().size().y;
    let scale = if height.is_finite() && height > 0.0 { height / HUMAN_HEIGHT } else { 1.0 };
    let mut placer = DecalPlacer::new();
    let place = |(n, (mark, look)): (usize, (&MarkDescription, &u32))| {
        let failed = |field: &str, message: String| (format!("[{n}]{field}"), message);
        let center = center(mark, &actor, &posed).map_err(|(field, message)| failed(field, message))?;
        let radius =
            mark.radius.unwrap_or((DEFAULT_RADIUS * scale).clamp(MIN_DECAL_RADIUS, MAX_DECAL_RADIUS));
        let shape = mark.aspect.map_or(DecalShape::Disc, |aspect| DecalShape::Rectangle { aspect });
        let settings = DecalSettings::new(radius).with_shape(shape).with_rotation(mark.rotation.to_radians());
        let decal = placer.place(&posed, &center, &settings);
        if let Some(drips) = &mark.drips {
            let is_rate = |rate: f32| (0.0..=MAX_DRIP_RATE).contains(&rate);
            if !is_rate(drips.rate) || drips.duration.is_some_and(|seconds| seconds.is_nan() || seconds < 0.0)
            {
                let message = format!(
                    "expected a rate of 0 to {MAX_DRIP_RATE} drops per second and a duration of 0 or more"
                );
                return Err(failed(".drips", message));
            }
        }
        let decal = decal.map_err(|error| failed("", error.to_string()))?;
        Ok(PlacedMark { decal, look: *look, drips: mark.drips })
    };
    marks.iter().zip(looks).enumerate().map(place).collect()
}

/// Most drops per second.
const MAX_DRIP_RATE: f32 = 1000.0;

/// Point of the surface that a mark is put on.
fn center(
    mark: &MarkDescription,
    actor: &Actor,
    posed: &PosedSurface,
) -> Result<SurfacePoint, (&'static str, String)> {
    match (&mark.point, mark.on.as_str()) {
        (Some(_), on) if !on.is_empty() => Err((".point", "expected `on` or `point`, not both".to_owned())),
        (Some(point), _) => {
            let shares = Vec3::from(point.barycentric);
            if !shares.is_finite() || (shares.element_sum() - 1.0).abs() > 0.01 {
                return Err((".point.barycentric", "expected three shares with the sum 1".to_owned()));
            }
            Ok(SurfacePoint {
                instance: MeshInstanceId(point.instance),
                primitive: point.primitive,
                triangle: point.triangle,
                barycentric: shares,
            })
        }
        (None, "") => Err(("", "expected `on`, such as on: \"chest\", or a `point`".to_owned())),
        (None, on) => {
            let from = mark.from.map(|(azimuth, elevation)| [azimuth, elevation].map(f32::to_radians));
            let (_, hit) = body_hit(actor, posed, on, from).map_err(|message| (".on", message))?;
            let missed = || (".on", format!("no skin is seen at {on:?} from this side; change `from`"));
            hit.map(|hit| hit.point).ok_or_else(missed)
        }
    }
}
