//! English abbreviations.

/// Abbreviations in lower case without full stops, and their readings; several are parted by `|`. Those with
/// `.` are read so only where a full stop follows, since they are words too.
#[rustfmt::skip]
const TABLE: &[(&str, &str)] = &[
    ("mr", "mister"), ("mrs", "missus"), ("ms", "miz"), ("messrs", "messers"), ("dr", "doctor|drive"),
    ("st", "saint|street"), ("prof", "professor"), ("jr", "junior"), ("sr", "senior"), ("gen.", "general"),
    ("col.", "colonel"), ("capt", "captain"), ("cpt", "captain"), ("lt", "lieutenant"), ("sgt", "sergeant"),
    ("maj.", "major"), ("cmdr", "commander"), ("adm.", "admiral"), ("rev.", "reverend"),
    ("hon.", "honorable"), ("gov.", "governor"), ("sen.", "senator"), ("rep.", "representative"),
    ("pres.", "president"), ("supt", "superintendent"), ("esq", "esquire"), ("fr.", "father"),
    ("bros", "brothers"), ("vs", "versus"), ("v.", "versus|v"), ("etc", "et cetera"), ("no.", "number|no"),
    ("nos.", "numbers"), ("vol.", "volume"), ("vols.", "volumes"), ("fig.", "figure"), ("ch.", "chapter"),
    ("pp", "pages"), ("ed.", "edition|editor"), ("approx", "approximately"), ("dept", "department"),
    ("est.", "established|estimated"), ("ave", "avenue"), ("blvd", "boulevard"), ("rd", "road"),
    ("mt", "mount"), ("ft", "feet|foot|fort"), ("inc", "incorporated|ink"), ("co.", "company|co"),
    ("corp", "corporation"), ("ltd", "limited"), ("assn", "association"), ("govt", "government"),
    ("intl", "international"), ("jan", "january"), ("feb", "february"), ("mar.", "march"), ("apr", "april"),
    ("jun.", "june"), ("jul.", "july"), ("aug", "august"), ("sept", "september"), ("sep", "september"),
    ("oct", "october"), ("nov", "november"), ("dec", "december"), ("mon.", "monday"), ("tue", "tuesday"),
    ("tues", "tuesday"), ("wed.", "wednesday"), ("thu", "thursday"), ("thur", "thursday"),
    ("thurs", "thursday"), ("fri", "friday"), ("sat.", "saturday"), ("sun.", "sunday"),
    ("in.", "inches|inch"), ("lb", "pound|pounds"), ("lbs", "pounds"), ("oz", "ounces|ounce"),
    ("yd", "yards|yard"), ("yds", "yards"), ("mi", "miles|mile"), ("mph", "miles per hour"),
    ("kph", "kilometers per hour"), ("kmh", "kilometers per hour"), ("km", "kilometers|kilometer"),
    ("cm", "centimeters|centimeter"), ("mm", "millimeters|millimeter"), ("kg", "kilograms|kilogram|kilos"),
    ("mg", "milligrams|milligram"), ("ml", "milliliters|milliliter"), ("khz", "kilohertz"), ("hz", "hertz"),
    ("mhz", "megahertz"), ("ghz", "gigahertz"), ("kb", "kilobytes|kilobyte"), ("mb", "megabytes|megabyte"),
    ("gb", "gigabytes|gigabyte"), ("hr", "hour|hours"), ("hrs", "hours"), ("min.", "minutes|minute"),
    ("mins", "minutes"), ("sec.", "seconds|second"), ("secs", "seconds"), ("yr", "year"), ("yrs", "years"),
    ("wk", "week"), ("aka", "also known as"), ("ie", "i e"), ("eg", "e g"), ("pls", "please"),
    ("thx", "thanks"), ("y'know", "you know"), ("o'", "of"), ("w/o", "without"),
];

/// Readings of an abbreviation in lower case without full stops.
pub(super) fn abbreviation(word: &str, has_stop: bool) -> Option<&'static str> {
    let found = TABLE.iter().find(|(entry, _)| match entry.strip_suffix('.') {
        Some(stem) => has_stop && stem == word,
        None => *entry == word,
    });
    found.map(|(_, readings)| *readings)
}
