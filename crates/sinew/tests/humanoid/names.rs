use crate::rig::Rig;
use crate::rigs::RIGS;
use sinew::Skeleton;
use sinew::humanoid::{Humanoid, RestKind, detect};

fn expect(what: &str, rig: &Rig, skeleton: &Skeleton) -> Humanoid {
    let found = detect(skeleton).unwrap_or_else(|| panic!("{what}: no body"));
    for (bone, joint) in rig.bones(skeleton) {
        let got = found.map.joint(bone).map(|j| skeleton.name(j));
        assert_eq!(got, Some(skeleton.name(joint)), "{what}: {bone}");
    }
    for (bone, joint) in found.map.iter() {
        let meant = rig.bones(skeleton).contains_key(&bone);
        assert!(meant, "{what}: {} was taken for {bone}", skeleton.name(joint));
    }
    assert!(found.confidence > 0.9, "{what}: only {}", found.confidence);
    assert!(!found.mirrored, "{what}");
    assert_eq!(found.rest, RestKind::T, "{what}");
    found
}

#[test]
fn every_kind_of_rig_is_known() {
    for (profile, text) in RIGS {
        let rig = Rig::new(text);
        assert_eq!(expect(profile, &rig, &rig.skeleton()).profile, *profile);
    }
}

#[test]
fn the_prefixes_of_mixamo() {
    let (_, text) = RIGS[0];
    let rig = Rig::new(text);
    for prefix in ["mixamorig:", "mixamorig1:", "mixamorig12:", "mixamorig_", "mixamorig", "mixamorig9_"] {
        let skeleton = rig.renamed(|_, name| name.replace("mixamorig:", prefix));
        assert_eq!(expect(prefix, &rig, &skeleton).profile, "mixamo");
    }
    // Without any prefix the names are Mixamo's all the same.
    expect("bare", &rig, &rig.renamed(|_, name| name.replace("mixamorig:", "")));
}

#[test]
fn what_exporters_do_to_names() {
    type Change = fn(usize, &str) -> String;
    let changes: [(&str, Change); 6] = [
        ("capitals", |_, name| name.to_uppercase()),
        ("small letters", |_, name| name.to_lowercase()),
        ("a namespace", |_, name| format!("Hero:{}", name.rsplit(':').next().unwrap_or(name))),
        ("a path", |_, name| format!("Scene|Hero|{name}")),
        ("running numbers", |n, name| format!("{name}_{n:02}")),
        ("underscores", |_, name| name.replace([' ', '.', '-'], "_")),
    ];
    for (profile, text) in RIGS {
        let rig = Rig::new(text);
        for (what, change) in changes {
            // "lfemur" without its capital is one word; so is a name of Cats' or Synty's whose capitals went.
            expect(&format!("{profile} with {what}"), &rig, &rig.renamed(change));
        }
    }
}

#[test]
fn some_names_make_no_body() {
    let rig = Rig::new("Head\n Hand\n Spine\nLeftArm\n LeftHand\nRightFoot\n RightToeBase");
    assert_eq!(detect(&rig.skeleton()), None);
}
