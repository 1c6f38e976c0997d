//! A prefix from the text of the server's configuration.

use super::{Field, Part, Prefix};

/// No value is padded to more.
const WIDEST: i32 = 1000;

impl Prefix {
    /// Makes the text of a `log_line_prefix` ready. Escapes that the server does not know print nothing there.
    #[must_use]
    pub fn compile(text: &str) -> Prefix {
        let mut prefix = Prefix { text: text.to_owned(), parts: Vec::new(), quit: None };
        let mut bytes = text.bytes().peekable();
        while let Some(byte) = bytes.next() {
            if byte != b'%' {
                prefix.push(byte);
                continue;
            }
            let sign = if bytes.next_if_eq(&b'-').is_some() { -1 } else { 1 };
            let mut width = 0_i32;
            while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
                width = (width * 10 + i32::from(digit - b'0')).min(WIDEST);
            }
            match bytes.next() {
                Some(b'%') => prefix.push(b'%'),
                Some(b'q') => prefix.quit = prefix.quit.or(Some(prefix.parts.len())),
                Some(escape) => {
                    prefix.parts.extend(field(escape).map(|field| Part::Field(field, sign * width)));
                }
                None => {}
            }
        }
        prefix
    }

    fn push(&mut self, byte: u8) {
        // The text before `%q` ends there.
        let quits = self.quit == Some(self.parts.len());
        match self.parts.last_mut() {
            Some(Part::Text(text)) if !quits => text.push(byte),
            _ => self.parts.push(Part::Text(vec![byte])),
        }
    }
}

fn field(escape: u8) -> Option<Field> {
    Some(match escape {
        b't' | b'm' => Field::Time,
        b'n' => Field::Epoch,
        b's' => Field::Start,
        b'p' => Field::Process,
        b'P' => Field::Leader,
        b'c' => Field::Session,
        b'v' => Field::Virtual,
        b'l' | b'x' | b'Q' => Field::Number,
        b'e' => Field::State,
        b'u' => Field::User,
        b'd' => Field::Database,
        b'a' => Field::Application,
        b'h' | b'r' | b'L' => Field::Host,
        b'b' | b'i' => Field::Any,
        _ => return None,
    })
}
