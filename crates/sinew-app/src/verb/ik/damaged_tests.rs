//! Mutated requests of `sinew ik` are rejected with a reason or solved.

use super::request::Request;
use super::solve::Body;
use crate::asset::source;
use test_needs::cases;

const REQUESTS: [&str; 6] = [
    r#"[{"solver":"two_bone","chain":["leftUpperArm","leftLowerArm","leftHand"],"target":[0.3,1.2,0.3],
    "rotation":[0,0.7,0,0.7],"pole":[1,1,-1],"weight":0.5,"swivel":0.2,"softness":0.1,"stretch":1.2}]"#,
    r#"[{"solver":"look_at","chain":["neck","head"],"target":[0.5,1.7,2],"softness":0.2}]"#,
    r#"[{"solver":"ccd","chain":["rightUpperArm","rightLowerArm","rightHand"],"target":[-0.3,1.2,0.3],
    "tolerance":0.001,"iterations":20,"rounds":3,"restarts":2}]"#,
    r#"[{"solver":"fabrik","chain":["spine","chest","neck","head"],"target":[0,1.4,0.3]}]"#,
    r#"[{"solver":"jacobian","chain":["leftUpperLeg","leftLowerLeg","leftFoot"],"target":[0.1,0.4,0.3],"weight":null}]"#,
    r#"[{"solver":"full_body","chain":["leftUpperArm","leftLowerArm","leftHand"],"target":[0.3,0.5,0.6]}]"#,
];

/// Replacements for words.
const REPLACEMENTS: [&str; 24] = [
    "-1",
    "0",
    "1",
    "1e38",
    "-1e38",
    "1e39",
    "1e400",
    "1e-45",
    "4294967295",
    "4294967296",
    "-0",
    "0.5",
    "NaN",
    "null",
    "true",
    "[]",
    "{}",
    "[1,2,3]",
    "\"\"",
    "\"head\"",
    "\"hips\"",
    "\"leftHand\"",
    "\"look_at\"",
    "\"full_body\"",
];

struct Random(fastrand::Rng);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0.usize(..end.max(1))
    }
}

/// Words and punctuation of a request.
fn words(request: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || "_.-\"".contains(c);
    let (mut words, mut rest) = (Vec::new(), request);
    while let Some(first) = rest.chars().next() {
        let end = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        words.push(&rest[..end]);
        rest = &rest[end..];
    }
    words
}

/// A request with one to three words or signs changed, doubled, removed or swapped.
fn damaged(request: &str, random: &mut Random) -> String {
    let mut words = words(request);
    for _ in 0..=random.below(3) {
        let (at, other) = (random.below(words.len()), random.below(words.len()));
        match random.below(5) {
            0 if words.len() > 1 => drop(words.remove(at)),
            1 => words.insert(at, words[other]),
            2 => words.swap(at, other),
            3 => words[at] = REPLACEMENTS[random.below(REPLACEMENTS.len())],
            _ => words.truncate(at.max(1)),
        }
    }
    words.concat()
}

/// A request with other numbers and names, most of them valid.
fn twisted(request: &str, random: &mut Random) -> String {
    const NUMBERS: [&str; 12] =
        ["0", "1", "-1", "0.5", "3.2", "-7", "1e-8", "1e-40", "1e30", "3.4e38", "40", "2"];
    const NAMES: [&str; 8] =
        ["hips", "spine", "head", "leftUpperArm", "leftHand", "rightFoot", "leftIndexDistal", "tail"];
    let mut text = String::new();
    for word in words(request) {
        let is_name = word.starts_with('"')
            && NAMES.iter().chain(&["neck", "chest", "leftLowerArm"]).any(|name| word.contains(name));
        if word.parse::<f32>().is_ok() && random.below(5) == 0 {
            text += NUMBERS[random.below(NUMBERS.len())];
        } else if is_name && random.below(5) == 0 {
            text += &format!("{:?}", NAMES[random.below(NAMES.len())]);
        } else {
            text += word;
        }
    }
    text
}

#[test]
fn damaged_requests_are_refused_or_solved() {
    let character = source::built_in().unwrap().imported.character;
    let body = Body::new(&character);
    let (mut refused, mut unsolved, mut solved) = (0, 0, 0);
    for mut random in cases(3000).with(Random) {
        let copy = random.seed();
        let request = REQUESTS[copy % REQUESTS.len()];
        let text = match random.below(2) {
            0 => damaged(request, &mut random),
            _ => twisted(request, &mut random),
        };
        let requests = match Request::read(&text) {
            Ok(requests) => requests,
            Err(reason) => {
                assert!(!reason.is_empty());
                refused += 1;
                continue;
            }
        };
        for request in &requests {
            match body.solve(request) {
                Ok(pose) => {
                    assert!(pose.model.iter().all(|joint| joint.is_finite()), "{text}");
                    solved += 1;
                }
                Err(reason) => {
                    assert!(reason.starts_with(','), "{reason} in {text}");
                    unsolved += 1;
                }
            }
        }
    }
    println!("{refused} refused, {unsolved} unsolved, {solved} solved");
    assert!(refused > 300 && unsolved > 100 && solved > 300, "{refused} {unsolved} {solved}");
}
