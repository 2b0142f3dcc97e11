/// Hash of names and numbers that tells data made for one character from data made for another: FNV-1a that
/// begins at 0, so that an empty input has the hash 0.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fingerprint(u64);

impl Fingerprint {
    /// Adds a name.
    pub(crate) fn name(self, name: &str) -> Self {
        // No name holds the byte that ends it.
        self.bytes(name.bytes().chain([u8::MAX]))
    }

    /// Adds a number.
    pub(crate) fn number(self, number: u64) -> Self {
        self.bytes(number.to_le_bytes())
    }

    /// The hash.
    pub(crate) fn value(self) -> u64 {
        self.0
    }

    fn bytes(self, bytes: impl IntoIterator<Item = u8>) -> Self {
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Self(bytes.into_iter().fold(self.0, mix))
    }
}
