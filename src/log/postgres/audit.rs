//! The lines of pgaudit.

/// What a line tells.
pub(super) struct Told {
    /// The number of the statement and substatement, as written.
    pub(super) number: Vec<u8>,
    /// Whether it ran within another statement.
    pub(super) inner: bool,
    /// Its text, where it is not left out.
    pub(super) sql: Option<Vec<u8>>,
    /// The values of its parameters, in the way of DETAIL.
    pub(super) parameters: Option<Vec<u8>>,
}

/// Whether a message is one of pgaudit.
pub(super) fn is(message: &[u8]) -> bool {
    message.starts_with(b"AUDIT: SESSION,") || message.starts_with(b"AUDIT: OBJECT,")
}

/// Reads `AUDIT: SESSION,statement,substatement,class,command,type,name,text,parameters`.
pub(super) fn read(message: &[u8]) -> Option<Told> {
    let fields = fields(message.strip_prefix(b"AUDIT: ")?);
    let [_, statement, substatement, _, _, _, _, text, rest @ ..] = fields.as_slice() else { return None };
    let number = [statement.as_slice(), b",", substatement].concat();
    let said = !text.is_empty() && text != b"<not logged>" && text != b"<previously logged>";
    let parameters = rest.first().filter(|list| !list.is_empty() && !list.starts_with(b"<"));
    Some(Told {
        number,
        inner: substatement != b"1",
        sql: said.then(|| text.clone()),
        parameters: parameters.map(|list| numbered(list)),
    })
}

/// The bare values as `$1 = 'a', $3 = 'b'`. An empty one may be NULL as well, and is left out.
fn numbered(list: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    for (at, value) in fields(list).iter().enumerate().filter(|(_, value)| !value.is_empty()) {
        if !text.is_empty() {
            text.extend_from_slice(b", ");
        }
        text.extend_from_slice(format!("${} = '", at + 1).as_bytes());
        for &byte in value {
            text.extend_from_slice(if byte == b'\'' { b"''" } else { std::slice::from_ref(&byte) });
        }
        text.push(b'\'');
    }
    text
}

/// The fields between commas, their quotes undone.
fn fields(text: &[u8]) -> Vec<Vec<u8>> {
    let (mut fields, mut field, mut quoted) = (Vec::new(), Vec::new(), false);
    let mut bytes = text.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' if quoted && bytes.peek() == Some(&b'"') => {
                bytes.next();
                field.push(b'"');
            }
            b'"' => quoted = !quoted,
            b',' if !quoted => fields.push(std::mem::take(&mut field)),
            _ => field.push(byte),
        }
    }
    fields.push(field);
    fields
}
