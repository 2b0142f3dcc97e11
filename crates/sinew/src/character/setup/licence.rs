/// Who made a character and what others may do with it, in the words of VRM 1.0. What a file does not say is empty or
/// the strictest answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Licence {
    /// The character's name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Who made it.
    pub authors: Vec<String>,
    /// Copyright line.
    pub copyright: String,
    /// How to reach the authors.
    pub contact: String,
    /// Works it is based on.
    pub references: Vec<String>,
    /// Licences of parts.
    pub third_party: String,
    /// Number of the image that shows it.
    pub thumbnail: Option<usize>,
    /// Where the licence stands.
    pub licence_url: String,
    /// Where a licence beside it stands.
    pub other_licence_url: String,
    /// `onlyAuthor`, `onlySeparatelyLicensedPerson` or `everyone` may wear it.
    pub avatar_permission: String,
    /// `personalNonProfit`, `personalProfit` or `corporation`.
    pub commercial_usage: String,
    /// `required` or `unnecessary`.
    pub credit_notation: String,
    /// `prohibited`, `allowModification` or `allowModificationRedistribution`.
    pub modification: String,
    /// Whether it may act violently.
    pub allow_violent: bool,
    /// Whether it may act sexually.
    pub allow_sexual: bool,
    /// Whether it may be used for politics or religion.
    pub allow_political_or_religious: bool,
    /// Whether it may be used to spread hate.
    pub allow_antisocial_or_hate: bool,
    /// Whether it may be handed on.
    pub allow_redistribution: bool,
    /// What an older file says in words of its own (VRM 0.x), as name and value.
    pub stated: Vec<(String, String)>,
}
