//! Numbers in English words.

use super::reading::{Reading, distinct, reading};

const ONES: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] =
    ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const THOUSANDS: [&str; 7] = ["", "thousand", "million", "billion", "trillion", "quadrillion", "quintillion"];

/// Cardinal number, with or without "and" before what follows the hundreds.
pub(super) fn cardinal(number: u64, with_and: bool) -> Reading {
    if number == 0 {
        return vec!["zero".into()];
    }
    let mut words: Vec<&str> = Vec::new();
    let groups: Vec<u64> =
        std::iter::successors(Some(number), |rest| Some(rest / 1000).filter(|rest| *rest > 0))
            .map(|rest| rest % 1000)
            .collect();
    for (power, group) in groups.iter().enumerate().rev().filter(|(_, group)| **group > 0) {
        let (hundreds, rest) = (group / 100, group % 100);
        if hundreds > 0 {
            words.extend([ONES[hundreds as usize], "hundred"]);
        }
        if with_and && rest > 0 && (hundreds > 0 || (power == 0 && groups.len() > 1)) {
            words.push("and");
        }
        words.extend(below_hundred(rest));
        words.extend(Some(THOUSANDS[power]).filter(|name| !name.is_empty()));
    }
    words.into_iter().map(str::to_owned).collect()
}

fn below_hundred(number: u64) -> impl Iterator<Item = &'static str> {
    let (ten, one) = if number < 20 { ("", number) } else { (TENS[(number / 10) as usize], number % 10) };
    let one = if one > 0 { ONES[one as usize] } else { "" };
    [ten, one].into_iter().filter(|word| !word.is_empty())
}

/// Digits one by one, 0 as `zero` says.
fn digits(number: &str, zero: &str) -> Reading {
    let name =
        |digit: u8| if digit == b'0' { zero.to_owned() } else { ONES[usize::from(digit - b'0')].to_owned() };
    number.bytes().filter(u8::is_ascii_digit).map(name).collect()
}

/// Four digits in pairs, as years are read: eighteen fifty two, nineteen oh five, nineteen hundred.
fn pairs(number: u64) -> Option<Reading> {
    let (first, second) = (number / 100, number % 100);
    if !(10..100).contains(&first) || first % 10 == 0 && second < 10 {
        return None;
    }
    let mut words: Vec<&str> = below_hundred(first).collect();
    match second {
        0 => words.push("hundred"),
        1..10 => words.extend(["oh", ONES[second as usize]]),
        _ => words.extend(below_hundred(second)),
    }
    Some(words.into_iter().map(str::to_owned).collect())
}

/// Readings of a number in digits, which may have commas between thousands and a decimal point. Empty for
/// anything else.
pub(super) fn number(text: &str) -> Vec<Reading> {
    let (whole, decimals) = text.split_once('.').map_or((text, None), |(whole, rest)| (whole, Some(rest)));
    let is_digits = |part: &str| part.bytes().all(|c| c.is_ascii_digit());
    if let Some(decimals) = decimals {
        if decimals.is_empty() || !is_digits(decimals) {
            return Vec::new();
        }
        let starts = if whole.is_empty() { vec![Reading::new(), reading("zero")] } else { integer(whole) };
        let ends = ["oh", "zero"].map(|zero| {
            let mut end = reading("point");
            end.extend(digits(decimals, zero));
            end
        });
        return super::reading::joined(starts, &ends);
    }
    integer(whole)
}

fn integer(text: &str) -> Vec<Reading> {
    // Commas part groups of three.
    let has_groups = text.split(',').skip(1).all(|group| group.len() == 3);
    if text.contains(',') && !(has_groups && (1..=3).contains(&text.find(',').unwrap_or(0))) {
        return Vec::new();
    }
    let plain: String = text.chars().filter(|c| *c != ',').collect();
    if plain.is_empty() || !plain.bytes().all(|c| c.is_ascii_digit()) {
        return Vec::new();
    }
    let one_by_one = || vec![digits(&plain, "oh"), digits(&plain, "zero")];
    let value = match plain.parse::<u64>() {
        Ok(value) if value < 1_000_000_000_000_000_000 => value,
        // More digits than have names.
        _ => return one_by_one(),
    };
    let mut all = Vec::new();
    if plain.len() > 1 && plain.starts_with('0') {
        all.extend(one_by_one());
    }
    if text.len() == 4 {
        all.extend(pairs(value));
    }
    all.extend([cardinal(value, false), cardinal(value, true)]);
    match plain.len() {
        3 => {
            // One twenty five, one oh five.
            let (first, rest) = (value / 100, value % 100);
            let end: Vec<&str> = match rest {
                0 => Vec::new(),
                1..10 => vec!["oh", ONES[rest as usize]],
                _ => below_hundred(rest).collect(),
            };
            if first > 0 && !end.is_empty() {
                all.push([ONES[first as usize]].into_iter().chain(end).map(str::to_owned).collect());
            }
        }
        5.. if !text.contains(',') => all.extend(one_by_one()),
        _ => {}
    }
    if matches!(value, 100 | 1000 | 1_000_000) {
        all.push(cardinal(value, false).into_iter().skip(1).fold(reading("a"), |mut all, word| {
            all.push(word);
            all
        }));
    }
    distinct(all)
}

/// The same readings with an ordinal at the end: twenty first.
pub(super) fn ordinals(cardinals: Vec<Reading>) -> Vec<Reading> {
    let to_ordinal = |mut words: Reading| {
        if let Some(last) = words.last_mut() {
            *last = ordinal(last);
        }
        words
    };
    cardinals.into_iter().map(to_ordinal).collect()
}

fn ordinal(word: &str) -> String {
    match word {
        "one" => "first".into(),
        "two" => "second".into(),
        "three" => "third".into(),
        "five" => "fifth".into(),
        "eight" => "eighth".into(),
        "nine" => "ninth".into(),
        "twelve" => "twelfth".into(),
        _ => match word.strip_suffix('y') {
            Some(start) => format!("{start}ieth"),
            None => format!("{word}th"),
        },
    }
}

/// The same readings with a plural at the end: nineteen nineties.
pub(super) fn plurals(cardinals: Vec<Reading>) -> Vec<Reading> {
    let to_plural = |mut words: Reading| {
        if let Some(last) = words.last_mut() {
            *last = match (last.strip_suffix('y'), last.ends_with('x')) {
                (Some(start), _) => format!("{start}ies"),
                (None, true) => format!("{last}es"),
                (None, false) => format!("{last}s"),
            };
        }
        words
    };
    cardinals.into_iter().map(to_plural).collect()
}

/// Value of a Roman numeral in capitals, written as the Romans did.
pub(super) fn roman(text: &str) -> Option<u64> {
    const VALUES: [(&str, u64); 13] = [
        ("M", 1000),
        ("CM", 900),
        ("D", 500),
        ("CD", 400),
        ("C", 100),
        ("XC", 90),
        ("L", 50),
        ("XL", 40),
        ("X", 10),
        ("IX", 9),
        ("V", 5),
        ("IV", 4),
        ("I", 1),
    ];
    let (mut rest, mut value) = (text, 0);
    for (letters, worth) in VALUES {
        let most = if worth.to_string().starts_with('1') { 3 } else { 1 };
        for _ in 0..most {
            let Some(after) = rest.strip_prefix(letters) else { break };
            (rest, value) = (after, value + worth);
        }
    }
    (rest.is_empty() && value > 0).then_some(value)
}
