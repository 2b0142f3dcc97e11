use crate::character::ImageId;

/// Name, authors and licence of a character (`meta` of VRM 1.0). Fields that the file does not state are
/// empty or have the strictest value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    /// Name of the character.
    pub name: String,
    /// Version of the character.
    pub version: String,
    /// Authors.
    pub authors: Vec<String>,
    /// Copyright line.
    pub copyright: String,
    /// Contact information of the authors.
    pub contact: String,
    /// Works that the character is based on.
    pub references: Vec<String>,
    /// Licences of third-party parts.
    pub third_party_licenses: String,
    /// Thumbnail image.
    pub thumbnail: Option<ImageId>,
    /// Address of the licence.
    pub license_url: String,
    /// Address of an additional licence.
    pub other_license_url: String,
    /// Persons who may use the avatar: `onlyAuthor`, `onlySeparatelyLicensedPerson` or `everyone`.
    pub avatar_permission: String,
    /// Permitted commercial use: `personalNonProfit`, `personalProfit` or `corporation`.
    pub commercial_usage: String,
    /// Credit: `required` or `unnecessary`.
    pub credit_notation: String,
    /// Permitted modification: `prohibited`, `allowModification` or `allowModificationRedistribution`.
    pub modification: String,
    /// Whether violent acts are permitted.
    pub allow_violent: bool,
    /// Whether sexual acts are permitted.
    pub allow_sexual: bool,
    /// Whether political and religious use is permitted.
    pub allow_political_or_religious: bool,
    /// Whether antisocial and hateful use is permitted.
    pub allow_antisocial_or_hate: bool,
    /// Whether redistribution is permitted.
    pub allow_redistribution: bool,
    /// Terms of a VRM 0.x file without a counterpart in VRM 1.0, as name and value.
    pub other_terms: Vec<(String, String)>,
}
