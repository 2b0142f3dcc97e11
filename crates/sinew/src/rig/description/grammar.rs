use crate::text::Grammar;

/// Words of IK rigs in error messages, as `docs/ik.md` has them.
pub(super) const RIG: Grammar = Grammar {
    document: "a rig, such as (human: true, fades: {\"look\": 0.3})",
    structs: &[
        ("IkRig", "a rig"),
        ("Limb", "a limb"),
        ("Leg", "a leg"),
        ("Spline", "a spline"),
        ("Chain", "a chain"),
        ("Look", "a look"),
        ("Body", "a body"),
        ("Effector", "an effector"),
        ("Limit", "a limit"),
        ("Socket", "a socket"),
        ("FootSettings", "feet"),
        ("Balance", "balance"),
    ],
    enums: &[
        ("IkPartDescription", "part"),
        ("LimitsDescription", "kind of limits"),
        ("SwingDescription", "swing"),
        ("FootMode", "mode"),
        ("LineDescription", "line"),
        ("ChainMethod", "method"),
        ("RootBehaviour", "behaviour of a root"),
    ],
    signed: &[],
    hints: &[],
};
