//! Requests of `sinew ik`: JSON, parsed field by field so that errors name the request and the field.

use crate::report::choices::suggest;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use sinew::glam::{Quat, Vec3};

/// Solvers by their names in requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Solver {
    TwoBone,
    LookAt,
    Ccd,
    Fabrik,
    Jacobian,
    FullBody,
}

/// Parsed request. Joint names are resolved later, against the character.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) solver: Solver,
    /// Joint names, root first.
    pub(super) chain: Vec<String>,
    pub(super) target: Vec3,
    /// Unit; none where the solver ignores it.
    pub(super) rotation: Option<Quat>,
    pub(super) pole: Option<Vec3>,
    /// 0 to 1.
    pub(super) weight: f32,
    pub(super) swivel: Option<f32>,
    pub(super) softness: Option<f32>,
    pub(super) stretch: Option<f32>,
    pub(super) tolerance: Option<f32>,
    pub(super) iterations: Option<u32>,
    pub(super) rounds: Option<u32>,
    pub(super) restarts: Option<u32>,
    /// Fields that the solver does not use.
    pub(super) ignored: Vec<&'static str>,
}

impl Solver {
    const ALL: [Self; 6] =
        [Self::TwoBone, Self::LookAt, Self::Ccd, Self::Fabrik, Self::Jacobian, Self::FullBody];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::TwoBone => "two_bone",
            Self::LookAt => "look_at",
            Self::Ccd => "ccd",
            Self::Fabrik => "fabrik",
            Self::Jacobian => "jacobian",
            Self::FullBody => "full_body",
        }
    }

    /// True for solvers that turn the named joints only.
    pub(super) fn turns_named_only(self) -> bool {
        // Two bones are given by three joints; a full body turns all joints.
        !matches!(self, Self::TwoBone | Self::FullBody)
    }

    /// True for an optional field that the solver uses.
    fn uses(self, field: &str) -> bool {
        let fields: &[&str] = match self {
            Self::TwoBone => &["rotation", "pole", "swivel", "softness", "stretch"],
            Self::LookAt => &["softness"],
            Self::Ccd | Self::Fabrik => &["rotation", "tolerance", "iterations", "rounds", "restarts"],
            Self::Jacobian => &["rotation", "tolerance", "iterations", "restarts"],
            Self::FullBody => &["rotation", "tolerance", "iterations", "restarts"],
        };
        fields.contains(&field)
    }
}

impl Request {
    /// Largest number of restarts.
    pub(super) const MAX_RESTARTS: u32 = 5;

    /// All requests in `text`. The error names the request.
    pub(super) fn read(text: &str) -> Result<Vec<Self>, String> {
        // Some shells write a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let requests = match serde_json::from_str(text) {
            Ok(Value::Array(requests)) => requests,
            Ok(_) => return Err("expected a list of requests, in square brackets".into()),
            Err(error) => return Err(format!("invalid JSON: {error}")),
        };
        let request =
            |(number, value)| Self::one(value).map_err(|error: String| format!("request {number}{error}"));
        requests.into_iter().enumerate().map(request).collect()
    }

    fn one(value: Value) -> Result<Self, String> {
        let Value::Object(mut fields) = value else {
            return Err(": expected an object such as {\"solver\":\"ccd\", …}".into());
        };
        // The earlier name of the field.
        if let Some(restarts) = fields.remove("tries") {
            fields.entry("restarts").or_insert(restarts);
        }
        let mut fields = Fields { fields, seen: Vec::new() };
        let solver = fields.solver()?;
        let request = Self {
            solver,
            chain: fields.required("chain", "a list of joints' names, root first")?,
            target: fields.position("target")?.ok_or(": missing field target; expected [x,y,z]")?,
            // Without a rotation goal there is no rotation error.
            rotation: fields.rotation()?.filter(|_| solver.uses("rotation")),
            pole: fields.position("pole")?,
            weight: fields.number("weight", 0.0, 1.0)?.unwrap_or(1.0),
            swivel: fields.number("swivel", f32::MIN, f32::MAX)?,
            softness: fields.number("softness", 0.0, 1.0)?,
            stretch: fields.number("stretch", 1.0, f32::MAX)?,
            tolerance: fields.number("tolerance", 0.0, f32::MAX)?,
            iterations: fields.count("iterations", 10_000)?,
            // More rounds than iterations have no effect.
            rounds: fields.count("rounds", u32::MAX)?,
            restarts: fields.count("restarts", Self::MAX_RESTARTS)?,
            ignored: fields.ignored(solver),
        };
        fields.end()?;
        Ok(request)
    }
}

/// Fields of a request that are not parsed yet, and names of all that were looked up.
struct Fields {
    fields: Map<String, Value>,
    seen: Vec<(&'static str, bool)>,
}

impl Fields {
    /// Value of an optional field; none where it is missing or null.
    fn optional<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
        expected: &str,
    ) -> Result<Option<T>, String> {
        let value = self.fields.remove(name).filter(|value| !value.is_null());
        self.seen.push((name, value.is_some()));
        let read = |value| {
            serde_json::from_value(value).map_err(|error| format!(", {name}: expected {expected}; {error}"))
        };
        value.map(read).transpose()
    }

    fn required<T: DeserializeOwned>(&mut self, name: &'static str, expected: &str) -> Result<T, String> {
        self.optional(name, expected)?.ok_or_else(|| format!(": missing field {name}; expected {expected}"))
    }

    fn solver(&mut self) -> Result<Solver, String> {
        let expected = format!("one of {}", Solver::ALL.map(Solver::name).join(", "));
        let name: String = self.required("solver", &expected)?;
        Solver::ALL.into_iter().find(|solver| solver.name() == name).ok_or_else(|| {
            let instead = suggest(&name, Solver::ALL.map(Solver::name));
            format!(", solver: no solver called {name:?}; {instead}")
        })
    }

    fn numbers<const N: usize>(&mut self, name: &'static str) -> Result<Option<[f32; N]>, String>
    where
        [f32; N]: DeserializeOwned,
    {
        let numbers: Option<[f32; N]> = self.optional(name, &format!("{N} numbers"))?;
        match numbers {
            // JSON numbers may exceed single precision.
            Some(numbers) if !numbers.iter().all(|n| n.is_finite()) => {
                Err(format!(", {name}: expected finite numbers"))
            }
            numbers => Ok(numbers),
        }
    }

    fn position(&mut self, name: &'static str) -> Result<Option<Vec3>, String> {
        Ok(self.numbers(name)?.map(Vec3::from_array))
    }

    fn rotation(&mut self) -> Result<Option<Quat>, String> {
        let Some(numbers) = self.numbers::<4>("rotation")? else { return Ok(None) };
        // Quaternions of any length are accepted; scaling by the largest component avoids overflow.
        let max = numbers.iter().fold(0.0f32, |max, n| max.max(n.abs()));
        let turn = Quat::from_array(numbers.map(|n| n / max));
        if max < f32::MIN_POSITIVE || !turn.is_finite() {
            return Err(", rotation: the quaternion has no length; the identity is [0,0,0,1]".into());
        }
        Ok(Some(turn.normalize()))
    }

    /// Number from `min` to `max`.
    fn number(&mut self, name: &'static str, min: f32, max: f32) -> Result<Option<f32>, String> {
        let number: Option<f32> = self.optional(name, "a number")?;
        match number {
            Some(number) if !(min..=max).contains(&number) => Err(match max < f32::MAX {
                true => format!(", {name}: expected {min} to {max}, not {number}"),
                false if min > f32::MIN => format!(", {name}: expected a finite number, {min} or more"),
                false => format!(", {name}: expected a finite number"),
            }),
            number => Ok(number),
        }
    }

    fn count(&mut self, name: &'static str, max: u32) -> Result<Option<u32>, String> {
        let count: Option<u32> = self.optional(name, "a whole number")?;
        match count {
            Some(count) if count > max => Err(format!(", {name}: expected {max} at most, not {count}")),
            count => Ok(count),
        }
    }

    fn ignored(&self, solver: Solver) -> Vec<&'static str> {
        const USED_BY_ALL: [&str; 4] = ["solver", "chain", "target", "weight"];
        let given = self.seen.iter().filter(|(_, given)| *given).map(|(name, _)| *name);
        given.filter(|name| !USED_BY_ALL.contains(name) && !solver.uses(name)).collect()
    }

    fn end(&self) -> Result<(), String> {
        match self.fields.keys().next() {
            None => Ok(()),
            Some(wrong) => {
                let instead = suggest(wrong, self.seen.iter().map(|(name, _)| *name));
                Err(format!(": no field called {wrong:?}; {instead}"))
            }
        }
    }
}
