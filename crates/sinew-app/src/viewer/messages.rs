/// Messages to the user, until they are dismissed.
#[derive(Debug, Default)]
pub(crate) struct Messages(Vec<Message>);

/// Message to the user.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Message {
    pub(crate) text: String,
    pub(crate) is_error: bool,
}

impl Messages {
    /// Adds a message; the oldest of more than four is removed.
    pub(crate) fn add(&mut self, text: String, is_error: bool) {
        const MAX_MESSAGES: usize = 4;
        self.0.push(Message { text, is_error });
        if self.0.len() > MAX_MESSAGES {
            self.0.remove(0);
        }
    }

    /// Removes message number `message`.
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
