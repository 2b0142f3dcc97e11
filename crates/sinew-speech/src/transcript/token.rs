//! Readings of a piece of text without white space.

use super::abbreviations::abbreviation;
use super::numbers::{cardinal, number, ordinals, plurals, roman};
use super::reading::{Reading, distinct, joined, reading, spelled};
use super::symbols::{currency, folded, words_of};

/// Punctuation around words.
const AROUND: &[char] = &[
    '.', ',', ';', ':', '!', '?', '"', '(', ')', '{', '}', '[', ']', '<', '>', '*', '_', '~', '|', '\\', '-',
];

/// Words of a piece: text, offset in the piece, readings. `before` is the piece before it, `has_case` whether
/// capitals stand for initials.
pub(super) fn readings(piece: &str, before: &str, has_case: bool) -> Vec<(String, usize, Vec<Reading>)> {
    let is_outside = |c: char| {
        !(c.is_alphanumeric()
            || !words_of(c).is_empty()
            || currency(c).is_some()
            || "'\u{2019}/-.".contains(c))
            || AROUND.contains(&c)
    };
    // A point or a sign before a digit is read.
    let starts_number = |text: &str| {
        text.trim_start_matches(['-', '+']).trim_start_matches('.').starts_with(|c: char| c.is_ascii_digit())
    };
    let trimmed = piece.trim_start_matches(|c| is_outside(c) && !".-".contains(c));
    let start = if starts_number(trimmed) { trimmed } else { piece.trim_start_matches(is_outside) };
    let text = start.trim_end_matches(is_outside);
    let offset = piece.len() - start.len();
    let has_stop = start[text.len()..].starts_with('.');
    let folded = |text: &str| if has_case { folded(text) } else { folded(text).to_ascii_lowercase() };
    let plain = folded(text);
    let whole = word_readings(&plain, has_stop, before);
    if !whole.is_empty() {
        return vec![(text.to_owned(), offset, whole)];
    }
    // Compounds: every part is a word.
    let mut words = Vec::new();
    for part in text.split(['-', '\u{2010}', '\u{2011}', '/']) {
        let offset = part.as_ptr() as usize - piece.as_ptr() as usize;
        let readings = parts_readings(&folded(part), before);
        if !readings.is_empty() {
            words.push((part.to_owned(), offset, readings));
        }
    }
    words
}

/// Readings of a word as a whole; empty where it has to be taken apart.
fn word_readings(plain: &str, has_stop: bool, before: &str) -> Vec<Reading> {
    let lower = plain.to_ascii_lowercase();
    if let Some(readings) = abbreviation(&lower, has_stop) {
        let mut all: Vec<Reading> = readings.split('|').map(reading).collect();
        // Most abbreviations are words as well.
        if lower.bytes().all(|c| c.is_ascii_alphabetic()) && lower.bytes().any(|c| b"aeiouy".contains(&c)) {
            all.push(vec![lower]);
        }
        return distinct(all);
    }
    if is_word(plain) {
        return plain_word(plain, before);
    }
    let initials = plain.split('.').filter(|part| !part.is_empty());
    if plain.contains('.')
        && initials.clone().all(|part| part.len() == 1 && part.as_bytes()[0].is_ascii_alphabetic())
    {
        let letters = spelled(plain);
        let abbreviated =
            abbreviation(&lower.replace('.', ""), true).map(|readings| readings.split('|').map(reading));
        return distinct(std::iter::once(letters).chain(abbreviated.into_iter().flatten()).collect());
    }
    let first = plain.chars().next();
    if let Some((names, rest)) = first.and_then(|c| Some((currency(c)?, &plain[c.len_utf8()..]))) {
        return money(names, rest);
    }
    if let Some((hours, minutes)) = plain.split_once(':') {
        return time(hours, minutes);
    }
    if let Some((over, under)) = plain.split_once('/') {
        return fraction(over, under);
    }
    let (sign, unsigned) = match plain.strip_prefix(['-', '+']) {
        Some(rest) if plain.starts_with('-') => (vec![reading("minus"), reading("negative")], rest),
        Some(rest) => (vec![reading("plus")], rest),
        None => (vec![Reading::new()], plain),
    };
    let numbers = number(unsigned);
    if !numbers.is_empty() {
        return joined(sign, &numbers);
    }
    Vec::new()
}

/// Letters and apostrophes.
fn is_word(plain: &str) -> bool {
    plain.bytes().all(|c| c.is_ascii_alphabetic() || c == b'\'') && plain.bytes().any(|c| c != b'\'')
}

fn plain_word(plain: &str, before: &str) -> Vec<Reading> {
    let lower = plain.to_ascii_lowercase();
    let word = vec![lower.trim_matches('\'').to_owned()];
    let letters: String = plain.chars().filter(char::is_ascii_alphabetic).collect();
    let is_capital = letters.len() > 1 && letters.bytes().all(|c| c.is_ascii_uppercase());
    let is_spelled = letters.len() > 1 && !lower.bytes().any(|c| b"aeiouy".contains(&c));
    let mut all = vec![word];
    if is_capital && let Some(value) = roman(plain).filter(|value| *value < 4000) {
        let number = vec![cardinal(value, false)];
        let the = ordinals(number.clone()).into_iter().map(|ordinal| [reading("the"), ordinal].concat());
        let numbers: Vec<Reading> = the.chain(number).collect();
        let is_usual = plain.bytes().all(|c| b"IVX".contains(&c));
        let index = if is_usual { 0 } else { all.len() };
        all.splice(index..index, numbers);
    }
    if is_capital && letters.len() <= 6 || is_spelled {
        // Initials, with a plural or possessive s.
        let (stem, has_s) = match letters.strip_suffix('s') {
            Some(stem) if is_spelled && !stem.is_empty() && !is_capital => (stem, true),
            _ => (letters.as_str(), false),
        };
        let mut initials = spelled(stem);
        if let Some(last) = initials.last_mut().filter(|_| has_s) {
            last.push_str("'s");
        }
        match is_spelled {
            true => all.insert(0, initials),
            false => all.push(initials),
        }
    }
    // "5 million" after a sign of money.
    let is_money = before.chars().any(|c| currency(c).is_some());
    if is_money && ["hundred", "thousand", "million", "billion", "trillion"].contains(&lower.as_str()) {
        let names = before.chars().find_map(currency).unwrap_or_default();
        all.insert(0, vec![lower, names[1].into()]);
    }
    distinct(all)
}

fn money(names: [&'static str; 3], amount: &str) -> Vec<Reading> {
    let (amount, scale) = match amount.strip_suffix(['k', 'K', 'm', 'M', 'b', 'B']) {
        Some(rest) => (
            rest,
            match amount.as_bytes()[amount.len() - 1].to_ascii_lowercase() {
                b'k' => "thousand",
                b'm' => "million",
                _ => "billion",
            },
        ),
        None => (amount, ""),
    };
    let name = |value: &str| reading(if value == "1" && scale.is_empty() { names[0] } else { names[1] });
    let Some((whole, hundredths)) =
        amount.split_once('.').filter(|(_, rest)| rest.len() == 2 && scale.is_empty())
    else {
        let numbers: Vec<Reading> = number(amount)
            .into_iter()
            .map(|number_reading| [number_reading, reading(scale)].concat())
            .collect();
        return joined(numbers, &[name(amount), Reading::new()]);
    };
    let (numbers, ends) = (number(whole), number(hundredths.trim_start_matches('0')));
    if ends.is_empty() {
        return joined(numbers, &[name(whole), Reading::new()]);
    }
    let cents = |ending: &Reading| [ending.clone(), reading(names[2])].concat();
    let long: Vec<Reading> = ends.iter().map(cents).collect();
    let mut with_name = joined(numbers.clone(), &[name(whole), [name(whole), reading("and")].concat()]);
    with_name.truncate(2);
    let mut all = joined(with_name, &long[..1]);
    all.extend(joined(numbers, &ends[..1]));
    distinct(all)
}

fn time(hours: &str, minutes: &str) -> Vec<Reading> {
    let is_time = |text: &str| (1..=2).contains(&text.len()) && text.bytes().all(|c| c.is_ascii_digit());
    let (first, second) = (number(hours), number(minutes));
    if first.is_empty() || second.is_empty() {
        return Vec::new();
    }
    let apart = || joined(joined(first.clone(), &[reading("to")]), &second[..1]);
    if !(is_time(hours) && is_time(minutes) && minutes.len() == 2) {
        return apart();
    }
    let mut all = match minutes {
        "00" => joined(first.clone(), &[reading("o'clock"), Reading::new(), reading("hundred")]),
        _ => joined(first.clone(), &second[..1]),
    };
    all.extend(apart());
    distinct(all)
}

fn fraction(over: &str, under: &str) -> Vec<Reading> {
    let (first, second) = (number(over), number(under));
    if first.is_empty() || second.is_empty() {
        return Vec::new();
    }
    let is_one = over == "1";
    let parts = match under {
        "2" => vec![reading(if is_one { "half" } else { "halves" })],
        "4" => vec![
            reading(if is_one { "quarter" } else { "quarters" }),
            reading(if is_one { "fourth" } else { "fourths" }),
        ],
        _ if is_one => ordinals(second.clone()),
        _ => plurals(ordinals(second.clone())),
    };
    let mut all = joined(first[..1].to_vec(), &parts[..1]);
    all.extend(joined(
        joined(first[..1].to_vec(), &[reading("over"), reading("slash"), Reading::new()]),
        &second[..1],
    ));
    all.extend(joined(first[..1].to_vec(), &parts[1..]));
    distinct(all)
}

/// Readings of a word of letters, digits and symbols: each run is read by itself.
fn parts_readings(plain: &str, before: &str) -> Vec<Reading> {
    let plain = plain.trim_matches('\'');
    let whole = word_readings(plain, false, before);
    if !whole.is_empty() {
        return whole;
    }
    let lower = plain.to_ascii_lowercase();
    // 21st, 1990s, 1990's.
    let digits = lower.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '\'');
    let numbers = if digits.ends_with('.') { Vec::new() } else { number(digits) };
    let digits_or_time = || match digits.split_once(':') {
        Some((hours, minutes)) => time(hours, minutes),
        None => numbers.clone(),
    };
    match &lower[digits.len()..] {
        "am" | "pm" if !digits.is_empty() => {
            return joined(digits_or_time(), &[spelled(&lower[digits.len()..])]);
        }
        "st" | "nd" | "rd" | "th" if !numbers.is_empty() => return ordinals(numbers),
        "s" | "'s" if !numbers.is_empty() => return plurals(numbers),
        _ => {}
    }
    let mut all = vec![Reading::new()];
    let mut rest = plain;
    while let Some(first) = rest.chars().next() {
        let length = run_length(rest, first);
        let (run, after) = rest.split_at(length);
        let run_readings = match first {
            '0'..='9' => number(run),
            '.' => vec![reading("dot"), Reading::new()],
            _ if first.is_ascii_alphabetic() || first == '\'' => {
                word_readings(run, false, before).into_iter().take(2).collect()
            }
            _ => vec![reading(words_of(first))],
        };
        if !run_readings.is_empty() {
            all = combined(&all, &run_readings[..run_readings.len().min(2)]);
        }
        rest = after;
    }
    distinct(all)
}

/// Combinations of readings, empty ones included.
fn combined(first: &[Reading], second: &[Reading]) -> Vec<Reading> {
    let ends =
        second.iter().flat_map(|end| first.iter().map(move |start| [start.clone(), end.clone()].concat()));
    ends.take(super::reading::MAX_READINGS).collect()
}

/// Length in bytes of the letters, the digits or the symbol at the start of a text.
fn run_length(text: &str, first: char) -> usize {
    let same = |c: char| match first {
        '0'..='9' => c.is_ascii_digit(),
        _ => (first.is_ascii_alphabetic() || first == '\'') && (c.is_ascii_alphabetic() || c == '\''),
    };
    let end = text.find(|c| !same(c)).unwrap_or(text.len());
    end.max(first.len_utf8())
}
