//! `extras` of materials: `"normalSpace": "object"` for a normal map in object space, and `"decal": true` for
//! a decal, which glTF has no fields for. Extras may hold any JSON, so invalid content is only a warning.

use super::bounded_json::read_part;
use super::source::Source;
use crate::ImportError;
use crate::error::quoted;
use sinew::character::NormalMapSpace;

#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
struct Json {
    #[serde(rename = "normalSpace")]
    normal_space: Option<String>,
    decal: bool,
}

/// Properties of a material that its extras have.
#[derive(Debug, Default)]
pub(super) struct MaterialExtras {
    pub(super) normal_space: NormalMapSpace,
    pub(super) is_decal: bool,
}

/// Extras of material `n`.
pub(super) fn read(source: &mut Source<'_>, n: usize) -> Result<MaterialExtras, ImportError> {
    let extras = source.json.materials.get_mut(n).and_then(|json| json.extras.take());
    let Some(raw) = extras.filter(|raw| raw.get().starts_with('{')) else {
        return Ok(MaterialExtras::default());
    };
    let location = format!("/materials/{n}/extras");
    let left = source.budget.left();
    let mut after = left;
    let part: Result<Json, _> = read_part(raw.get(), &mut after);
    source.budget.take(left - after, 1, &location)?;
    let (found, wrong) = match part {
        Ok(Json { normal_space, decal: is_decal }) => {
            let (normal_space, wrong) = match normal_space.as_deref() {
                Some("object") => (NormalMapSpace::Object, None),
                Some("tangent") | None => (NormalMapSpace::Tangent, None),
                Some(other) => {
                    let expected = "expected \"tangent\" or \"object\"";
                    let wrong = format!("{} is no space of normal maps; {expected}", quoted(other));
                    (NormalMapSpace::Tangent, Some(wrong))
                }
            };
            (MaterialExtras { normal_space, is_decal }, wrong)
        }
        Err((_, message)) => (MaterialExtras::default(), Some(message)),
    };
    if let Some(wrong) = wrong {
        let message = format!("{wrong}; the normal map is taken to be in tangent space");
        source.report.warn("material-extras", format!("{location}/normalSpace"), message);
    }
    Ok(found)
}
