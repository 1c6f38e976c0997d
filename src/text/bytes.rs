//! Bytes and UUIDs as Python writes them.

const HEX: &[u8; 16] = b"0123456789abcdef";

/// Appends `repr` of bytes.
pub(super) fn repr(out: &mut Vec<u8>, bytes: &[u8]) {
    // Python takes double quotes only where they save an escape.
    let quote = if bytes.contains(&b'\'') && !bytes.contains(&b'"') { b'"' } else { b'\'' };
    out.extend_from_slice(&[b'b', quote]);
    for &byte in bytes {
        match byte {
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\\' => out.extend_from_slice(b"\\\\"),
            _ if byte == quote => out.extend_from_slice(&[b'\\', quote]),
            b' '..=b'~' => out.push(byte),
            _ => {
                out.extend_from_slice(b"\\x");
                hex(out, byte);
            }
        }
    }
    out.push(quote);
}

/// Appends a UUID with its dashes.
pub(super) fn uuid(out: &mut Vec<u8>, bytes: &[u8]) {
    for (at, &byte) in bytes.iter().enumerate() {
        if matches!(at, 4 | 6 | 8 | 10) {
            out.push(b'-');
        }
        hex(out, byte);
    }
}

fn hex(out: &mut Vec<u8>, byte: u8) {
    out.extend_from_slice(&[HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
}
