//! Value of `--attach`: a file, a joint, and where the file is on it.

use crate::options::number::vector;
use sinew::glam::Vec3;
use sinew_setup::TransformDescription;
use std::path::PathBuf;
use std::str::FromStr;

/// Value of `--attach`: `FILE@JOINT[:offset=X,Y,Z][:turn=X,Y,Z][:scale=S][:grip=none|auto|NODE]`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Attach {
    pub(crate) file: PathBuf,
    pub(crate) joint: String,
    /// Offset, turn and scale.
    pub(crate) at: TransformDescription,
    pub(crate) grip: AttachGrip,
}

/// Handle by which a hand holds an attached file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum AttachGrip {
    /// None: the origin of the file is on the joint.
    None,
    /// That of its nodes or shape. `is_asked` where the option says so.
    Auto { is_asked: bool },
    /// A node of the file.
    Node(String),
}

const EXPECTED: &str = "expected FILE@JOINT, such as sword.glb@rightHand, or with options: \
                        sword.glb@rightHand:offset=0.02,0,0.01:turn=0,90,0:scale=1.2:grip=none";

/// Names of the options.
const OPTIONS: [&str; 4] = ["offset", "turn", "scale", "grip"];

fn unknown(name: &str) -> String {
    format!("no option called {name:?}; there are offset, turn, scale and grip")
}

impl FromStr for Attach {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // Names of files, joints and nodes may have @ and colons: `mixamorig:RightHand`.
        let is_known =
            |at: usize| option_of(&text[at + 1..]).is_some_and(|(name, _)| OPTIONS.contains(&name));
        let end = text.match_indices(':').map(|(at, _)| at).find(|at| is_known(*at));
        let (head, options) = match end {
            Some(at) => (&text[..at], Some(&text[at + 1..])),
            None => (text, None),
        };
        let (file, joint) = head.rsplit_once('@').ok_or(EXPECTED)?;
        if let Some((_, (name, _))) = joint.split_once(':').and_then(|(a, b)| Some((a, option_of(b)?))) {
            return Err(unknown(name));
        }
        if file.is_empty() || joint.is_empty() || joint.contains('=') {
            return Err(EXPECTED.into());
        }
        let mut attach = Self {
            file: file.into(),
            joint: joint.into(),
            at: TransformDescription::default(),
            grip: AttachGrip::Auto { is_asked: false },
        };
        let mut given = Vec::new();
        for option in options.into_iter().flat_map(split) {
            let (name, value) = option_of(option).ok_or_else(|| format!("{option:?}: {EXPECTED}"))?;
            if given.contains(&name) {
                return Err(format!("{name}: it is there twice; expected it once"));
            }
            given.push(name);
            let triple =
                |what: &str| vector(value).ok_or_else(|| format!("{name}: expected {what}, not {value:?}"));
            match name {
                "offset" => attach.at.position = triple("X,Y,Z in metres, such as 0.02,0,0.01")?,
                "turn" => attach.at.rotation = triple("X,Y,Z in degrees, such as 0,90,0")?,
                "scale" => {
                    let scale = value.parse().ok().filter(|scale: &f32| scale.is_finite() && *scale > 0.0);
                    attach.at.scale =
                        scale.ok_or_else(|| format!("scale: expected a number above 0, not {value:?}"))?;
                }
                "grip" => {
                    attach.grip = match value {
                        "" => return Err("grip: expected none, auto or a node of the file".into()),
                        "none" => AttachGrip::None,
                        "auto" => AttachGrip::Auto { is_asked: true },
                        node => AttachGrip::Node(node.into()),
                    };
                }
                _ => return Err(unknown(name)),
            }
        }
        let is_placed = attach.at.position != Vec3::ZERO || attach.at.rotation != Vec3::ZERO;
        if is_placed && !given.contains(&"grip") {
            attach.grip = AttachGrip::None;
        }
        Ok(attach)
    }
}

/// Name and value of the option with which a text begins: a word before a `=`.
fn option_of(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once('=')?;
    (!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic())).then_some((name, value))
}

/// Options between colons. Names of nodes may have colons too.
fn split(options: &str) -> Vec<&str> {
    let (mut parts, mut rest) = (Vec::new(), options);
    while let Some((at, _)) = rest.match_indices(':').find(|(at, _)| option_of(&rest[at + 1..]).is_some()) {
        parts.push(&rest[..at]);
        rest = &rest[at + 1..];
    }
    parts.push(rest);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_follow_the_joint() {
        let parsed = |text: &str| text.parse::<Attach>().unwrap();
        let plain = parsed("x@y.glb@hand");
        assert_eq!((plain.file.to_str(), plain.joint.as_str()), (Some("x@y.glb"), "hand"));
        assert_eq!(
            (plain.at, &plain.grip),
            (TransformDescription::default(), &AttachGrip::Auto { is_asked: false })
        );
        assert_eq!(parsed("a.glb@mixamorig:RightHand").joint, "mixamorig:RightHand");
        let full = parsed("a.glb@mixamorig:RightHand:offset=0.02,0,-0.01:turn=0,90,0:scale=1.2");
        assert_eq!((full.joint.as_str(), full.grip), ("mixamorig:RightHand", AttachGrip::None));
        let at = TransformDescription {
            position: Vec3::new(0.02, 0.0, -0.01),
            rotation: Vec3::new(0.0, 90.0, 0.0),
            scale: 1.2,
        };
        assert_eq!(full.at, at);
        assert_eq!(parsed("a@b:scale=2").grip, AttachGrip::Auto { is_asked: false });
        assert_eq!(parsed("a@b:turn=0,0,9:grip=auto").grip, AttachGrip::Auto { is_asked: true });
        let at_node = parsed("b@c.glb@hand:grip=node@0:scale=2");
        assert_eq!((at_node.file.to_str(), at_node.joint.as_str()), (Some("b@c.glb"), "hand"));
        assert_eq!((at_node.grip, at_node.at.scale), (AttachGrip::Node("node@0".into()), 2.0));
        assert_eq!(parsed("a@b:grip=sword:handle:scale=2").grip, AttachGrip::Node("sword:handle".into()));
    }

    #[test]
    fn errors_name_what_was_expected() {
        for (wrong, expected) in [
            ("sword.glb", "FILE@JOINT"),
            ("@hand", "FILE@JOINT"),
            ("sword.glb@", "FILE@JOINT"),
            ("a@b:offset=1,2", "X,Y,Z in metres"),
            ("a@b:turn=x", "X,Y,Z in degrees"),
            ("a@b:scale=0", "a number above 0"),
            ("a@b:scale=NaN", "a number above 0"),
            ("a@b:size=2", "offset, turn, scale and grip"),
            ("a@b:grip=", "none, auto or a node"),
            ("a@b:scale=2:size=2", "offset, turn, scale and grip"),
            ("a@b:scale=2:turn=0,0,9:scale=3", "scale: it is there twice"),
            ("a:grip=b@c", "FILE@JOINT"),
        ] {
            let error = wrong.parse::<Attach>().unwrap_err();
            assert!(error.contains(expected), "{wrong}: {error}");
        }
    }
}
