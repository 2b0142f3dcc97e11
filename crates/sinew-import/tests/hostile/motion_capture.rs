//! Damaged and malicious files of motion capture: Acclaim and C3D.

use crate::damage;
use crate::made_c3d::{File, Machine, Value};
use crate::measure::within_limits;
use sinew_import::NoFiles;

/// Number of damaged copies of each file.
const COPIES: usize = 400;

/// A chain of 30 bones.
fn skeleton() -> String {
    let bone = |n: usize| {
        format!(
            "  begin\n     id {n}\n     name b{n}\n     direction 0.6 0.8 0\n     length 1.{n}\n     axis 0 {n} 20 XYZ\n    \
             dof rx ry rz\n    limits (-20.0 45.0)\n           (-30.0 30.0)\n           (-30.0 30.0)\n  end\n"
        )
    };
    let bones: String = (0..30).map(bone).collect();
    let links: String = (1..30).map(|n| format!("    b{} b{n}\n", n - 1)).collect();
    format!(
        "# test\n:version 1.10\n:name VICON\n:units\n  mass 1.0\n  length 0.45\n  angle deg\n:root\n   order TX TY TZ RX RY RZ\n   \
         axis XYZ\n   position 0 0 0\n   orientation 0 0 0\n:bonedata\n{bones}:hierarchy\n  begin\n    root b0\n{links}  end\n"
    )
}

/// 40 frames of the chain.
fn motion() -> String {
    let frame = |f: usize| {
        let bones: String = (0..30).map(|n| format!("b{n} {f}.5 -{n} 0.25\n")).collect();
        format!("{}\nroot {f} 17.8 -3.1 0 {f} 0\n{bones}", f + 1)
    };
    let frames: String = (0..40).map(frame).collect();
    format!("#!OML:ASF C:\\a.ASF\n:FULLY-SPECIFIED\n:DEGREES\n{frames}")
}

fn markers(machine: Machine, scale: f32) -> Vec<u8> {
    let mut file = File::new(machine, scale)
        .with("EVENT", "LABELS", Value::Texts(11, vec!["Foot Strike", "Foot Off"]))
        .with("EVENT", "CONTEXTS", Value::Texts(5, vec!["Left", "Right"]))
        .with("EVENT", "TIMES", Value::Floats(vec![0.0, 0.02, 0.0, 0.06]))
        .with("POINT", "ANGLES", Value::Texts(4, vec!["none"]))
        .with("TRIAL", "ACTUAL_START_FIELD", Value::Integers(vec![1, 0]))
        .with("TRIAL", "ACTUAL_END_FIELD", Value::Integers(vec![60, 0]));
    file.frames = (0..60u8).map(|n| vec![([100.0, f32::from(n), 3.0], 0.5); 12]).collect();
    file.bytes()
}

#[test]
fn damaged_copies() {
    let (skeleton, motion) = (skeleton(), motion());
    let whole = |_: &str| Ok(skeleton.clone().into_bytes());
    for mut random in damage::copies("acclaim", COPIES) {
        let copy = random.seed();
        let (what, damaged) = damage::damage(skeleton.as_bytes(), copy, &mut random);
        let input = damaged.len() + motion.len();
        within_limits(&format!("asf, copy {copy}: {what}"), &damaged, damaged.len(), &NoFiles);
        let beside = |_: &str| Ok(damaged.clone());
        within_limits(&format!("amc of it, copy {copy}: {what}"), motion.as_bytes(), input, &beside);
        let (what, damaged) = damage::damage(motion.as_bytes(), copy, &mut random);
        within_limits(&format!("amc, copy {copy}: {what}"), &damaged, damaged.len() + skeleton.len(), &whole);
    }
    for (name, machine, scale) in
        [("intel", Machine::Intel, -0.1), ("dec", Machine::Dec, 0.1), ("mips", Machine::Mips, -0.1)]
    {
        let bytes = markers(machine, scale);
        for mut random in damage::copies(name, COPIES) {
            let copy = random.seed();
            let (what, mut damaged) = damage::damage(&bytes, copy, &mut random);
            // The header and the parameters are small, and seldom hit otherwise.
            for _ in 0..copy % 4 {
                let end = damaged.len().min(1600);
                let at = random.below(end);
                if let Some(byte) = damaged.get_mut(at) {
                    *byte = [0, 1, 0x7F, 0x80, 0xFF][random.below(5)];
                }
            }
            within_limits(&format!("c3d {name}, copy {copy}: {what}"), &damaged, damaged.len(), &NoFiles);
        }
    }
}

#[test]
fn small_files_that_ask_for_much() {
    let skeleton = skeleton();
    let bones: String = (0..400_000).map(|n| format!("begin\nname {n:x}\nend\n")).collect();
    for (what, text) in [
        ("bones", format!(":bonedata\n{bones}")),
        ("channels", format!(":bonedata\nbegin\nname a\ndof {}\nend\n", "rx ".repeat(1_000_000))),
        ("children", format!(":bonedata\nbegin\nname a\nend\n:hierarchy\nroot {}\n", "a ".repeat(2_000_000))),
        ("families", format!(":bonedata\nbegin\nname a\nend\n:hierarchy\n{}", "a a\n".repeat(1_000_000))),
        ("a name", format!(":bonedata\nbegin\nname {}\nend\n:hierarchy\nroot x\n", "x".repeat(4_000_000))),
        ("blank lines", format!(":units\n{}", "\n \n".repeat(2_000_000))),
    ] {
        within_limits(what, text.as_bytes(), text.len(), &NoFiles);
    }
    let chain: String =
        (0..30_000).map(|n| format!("begin\nname b{n}\nlength 1\ndirection 0 1 0\ndof rx\nend\n")).collect();
    let links: String = (1..30_000).map(|n| format!("b{} b{n}\n", n - 1)).collect();
    let deep = format!(":bonedata\n{chain}:hierarchy\nroot b0\n{links}");
    within_limits("a deep skeleton", deep.as_bytes(), deep.len(), &NoFiles);
    let beside = |_: &str| Ok(skeleton.clone().into_bytes());
    let deeper = |_: &str| Ok(deep.clone().into_bytes());
    let numbers = |count: usize| (1..=count).map(|n| format!("{n}\n")).collect::<String>();
    for (what, text) in [
        ("frames without bones", format!("{}root 0 0 0 0 0 0\n", numbers(500_000))),
        ("unknown bones", format!("1\n{}", (0..500_000).map(|n| format!("u{n:x} 0\n")).collect::<String>())),
        ("one line", format!("1\nroot {}", "0 ".repeat(3_000_000))),
        ("comments", format!("{}1\nroot 0 0 0 0 0 0\n", "# fps 0\n".repeat(600_000))),
    ] {
        let text = format!("#!OML:ASF a.asf\n{text}");
        within_limits(what, text.as_bytes(), text.len() + skeleton.len(), &beside);
        within_limits(
            &format!("{what} of a deep skeleton"),
            text.as_bytes(),
            text.len() + deep.len(),
            &deeper,
        );
    }
}
