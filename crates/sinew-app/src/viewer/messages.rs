/// What there is to tell the user, until it is taken away.
#[derive(Debug, Default)]
pub(crate) struct Messages(Vec<Message>);

/// Something to tell the user.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Message {
    pub(crate) text: String,
    pub(crate) is_error: bool,
}

impl Messages {
    /// Shows one more.
    pub(crate) fn say(&mut self, text: String, is_error: bool) {
        // More would hide the character.
        const MAX: usize = 4;
        self.0.push(Message { text, is_error });
        if self.0.len() > MAX {
            self.0.remove(0);
        }
    }

    /// Takes message number `message` away.
    pub(crate) fn dismiss(&mut self, message: usize) {
        if message < self.0.len() {
            self.0.remove(message);
        }
    }
}

impl std::ops::Deref for Messages {
    type Target = [Message];

    fn deref(&self) -> &[Message] {
        &self.0
    }
}
