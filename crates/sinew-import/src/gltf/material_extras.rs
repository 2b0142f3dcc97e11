//! `extras` of materials: `"normalSpace": "object"` for a normal map in object space, which glTF has no field for. Extras may hold
//! any JSON, so invalid content is only a warning.

use super::bounded_json::read_part;
use super::source::Source;
use crate::ImportError;
use crate::error::quoted;
use sinew::character::NormalMapSpace;

#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
struct MaterialExtras {
    #[serde(rename = "normalSpace")]
    normal_space: Option<String>,
}

/// Space of the normal map of material `n`.
pub(super) fn read_normal_space(source: &mut Source<'_>, n: usize) -> Result<NormalMapSpace, ImportError> {
    let extras = source.json.materials.get_mut(n).and_then(|json| json.extras.take());
    let Some(raw) = extras.filter(|raw| raw.get().starts_with('{')) else {
        return Ok(NormalMapSpace::Tangent);
    };
    let location = format!("/materials/{n}/extras");
    let left = source.budget.left();
    let mut after = left;
    let part: Result<MaterialExtras, _> = read_part(raw.get(), &mut after);
    source.budget.take(left - after, 1, &location)?;
    let wrong = match part.map(|extras| extras.normal_space) {
        Ok(Some(space)) => match space.as_str() {
            "object" => return Ok(NormalMapSpace::Object),
            "tangent" => return Ok(NormalMapSpace::Tangent),
            _ => format!("{} is no space of normal maps; expected \"tangent\" or \"object\"", quoted(&space)),
        },
        Ok(None) => return Ok(NormalMapSpace::Tangent),
        Err((_, message)) => message,
    };
    let message = format!("{wrong}; the normal map is taken to be in tangent space");
    source.report.warn("material-extras", format!("{location}/normalSpace"), message);
    Ok(NormalMapSpace::Tangent)
}
