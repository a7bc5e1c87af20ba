//! Files that a user names: only regular ones are read.
//!
//! Opening a pipe waits for its writer, a device may never end, and both would look like a hang.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;

/// No text that is read as a whole is longer; the largest known descriptions have some 100 MB.
const LONGEST: u64 = 1 << 30;

/// Opens a regular file.
pub fn open(path: &Path) -> io::Result<File> {
    let metadata = std::fs::metadata(path)?;
    match what_else(&metadata) {
        None => File::open(path),
        Some(other) => Err(io::Error::other(format!("it is {other}, not a file"))),
    }
}

/// The bytes of a regular file.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let mut bytes = Vec::new();
    file.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        Err(io::Error::other(format!("it is longer than {LONGEST} bytes")))
    } else {
        Ok(bytes)
    }
}

/// The text of a regular file.
pub fn read_text(path: &Path) -> io::Result<String> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not text in UTF-8");
    String::from_utf8(read(path)?).map_err(not_text)
}

/// What something is that is no regular file.
fn what_else(metadata: &Metadata) -> Option<&'static str> {
    if metadata.is_file() {
        return None;
    }
    if metadata.is_dir() {
        return Some("a folder");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = metadata.file_type();
        if kind.is_fifo() {
            return Some("a pipe");
        }
        if kind.is_socket() {
            return Some("a socket");
        }
    }
    Some("a device")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let said = |path: &Path| read(path).unwrap_err().to_string();
        assert_eq!(said(folder.path()), "it is a folder, not a file");
        assert!(read_text(&folder.path().join("absent")).is_err());
        #[cfg(unix)]
        {
            assert_eq!(said(Path::new("/dev/zero")), "it is a device, not a file");
            let socket = folder.path().join("socket");
            let _listening = std::os::unix::net::UnixListener::bind(&socket).unwrap();
            assert_eq!(said(&socket), "it is a socket, not a file");
        }
        let plain = folder.path().join("plain");
        std::fs::write(&plain, "text").unwrap();
        assert_eq!(read_text(&plain).unwrap(), "text");
        std::fs::write(&plain, [0xFF]).unwrap();
        assert_eq!(read_text(&plain).unwrap_err().to_string(), "it is not text in UTF-8");
    }
}
