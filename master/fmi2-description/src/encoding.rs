//! The bytes of an XML file as text, in the encodings that exporting tools use.

/// The text of an XML file in UTF-8, UTF-16 (with byte order mark) or ISO-8859-1.
///
/// A file that is not valid UTF-8 is read as ISO-8859-1, whatever it declares: tools that write
/// umlauts from a Windows code page under a UTF-8 declaration exist, and only descriptions suffer.
pub fn decode(bytes: &[u8]) -> String {
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf8_or_latin1(rest),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ if declares_latin1(bytes) => latin1(bytes),
        _ => utf8_or_latin1(bytes),
    }
}

/// Whether a file that is not UTF-16 is valid in the encoding that it declares, UTF-8 if in none.
pub fn is_as_declared(bytes: &[u8]) -> bool {
    match bytes {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => true,
        _ => declares_latin1(bytes) || std::str::from_utf8(bytes).is_ok(),
    }
}

fn declares_latin1(bytes: &[u8]) -> bool {
    // The declaration is the first line and always ASCII.
    let end = bytes.iter().position(|&b| b == b'>').unwrap_or(0);
    let declaration = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
    ["iso-8859-1", "latin1", "windows-1252"].iter().any(|name| declaration.contains(name))
}

fn utf8_or_latin1(bytes: &[u8]) -> String {
    std::str::from_utf8(bytes).map_or_else(|_| latin1(bytes), str::to_owned)
}

fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&b| char::from(b)).collect()
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}
