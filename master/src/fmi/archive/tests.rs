use super::unpack::Limits;
use super::*;
use std::fs::File;
use std::io::Write;
use zip::{ZipWriter, write::SimpleFileOptions};

/// A zip file in a fresh folder with the given entries.
fn archive(name: &str, entries: &[(&str, &[u8])]) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(name);
    let mut zip = ZipWriter::new(File::create(&path).unwrap());
    for (entry, bytes) in entries {
        zip.start_file(*entry, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap();
    (folder, path)
}

/// Opens without the cache of whoever runs the tests.
fn open(path: &Path) -> Result<Archive, FmuError> {
    Archive::open_in(None, path)
}

fn message(path: &Path) -> String {
    open(path).unwrap_err().to_string()
}

#[test]
fn without_a_cache_a_file_is_unpacked_and_removed_again() {
    let (_keep, path) = archive("a.fmu", &[("modelDescription.xml", b"<x/>")]);
    let opened = open(&path).unwrap();
    assert_eq!(opened.model_description().unwrap(), b"<x/>");
    let folder = opened.folder.clone();
    assert!(folder.is_dir());
    drop(opened);
    assert!(!folder.exists());
}

#[test]
fn a_folder_is_taken_as_it_is_and_kept() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("modelDescription.xml"), "<x/>").unwrap();
    drop(open(folder.path()).unwrap());
    assert!(folder.path().join("modelDescription.xml").exists());
}

#[test]
fn entries_that_lead_out_of_the_folder_are_refused() {
    for entry in ["../evil", "/evil", "a/../../evil", "..\\evil", "C:\\evil"] {
        let (_keep, path) = archive("evil.fmu", &[(entry, b"x")]);
        let message = message(&path);
        assert!(message.contains("evil.fmu") && message.contains("leads out"), "{message}");
    }
}

#[test]
fn symbolic_links_are_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("link.fmu");
    let mut zip = ZipWriter::new(File::create(&path).unwrap());
    zip.add_symlink("passwd", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    zip.finish().unwrap();
    assert!(message(&path).contains("\"passwd\" is unsafe to unpack: it is a symbolic link"));
}

#[test]
fn backslashes_of_windows_exporters_are_folders() {
    let (_keep, path) = archive("w.fmu", &[("resources\\a.txt", b"a"), ("empty\\", b"")]);
    let opened = open(&path).unwrap();
    assert!(opened.folder.join("resources/a.txt").is_file());
    assert!(opened.folder.join("empty").is_dir());
}

#[test]
fn bombs_are_stopped_by_size_ratio_and_count() {
    let (_keep, path) = archive("bomb.fmu", &[("a", &[0; 100_000]), ("b", &[0; 100_000])]);
    let packed = path.metadata().unwrap().len();
    let try_with = |limits: Limits| {
        let folder = TempDir::new().unwrap();
        let result = unpack(&path, folder.path(), &limits);
        let size = |name| folder.path().join(name).metadata().map_or(0, |data| data.len());
        (result.map_err(|error| error.to_string()), size("a") + size("b"))
    };
    let generous = || Limits { bytes: 1 << 20, entries: 2, ratio: 10_000, harmless: 0 };
    assert_eq!(try_with(generous()).0, Ok(()));
    let (error, size) = try_with(Limits { bytes: 150_000, ..generous() });
    assert!(error.unwrap_err().contains("more than 150000 bytes"));
    assert_eq!(size, 150_001);
    let (error, size) = try_with(Limits { ratio: 2, ..generous() });
    assert!(error.unwrap_err().contains("unpacking stopped"));
    assert_eq!(size, 2 * packed + 1);
    let (error, _) = try_with(Limits { entries: 1, ..generous() });
    assert!(error.unwrap_err().contains("2 entries, more than 1"));
}

#[test]
fn entries_of_the_same_file_are_refused() {
    for twin in ["./a", "b/../a", ".//a"] {
        let (_keep, path) = archive("twins.fmu", &[("a", b"one"), (twin, b"two")]);
        let said = message(&path);
        assert!(
            said.contains("another entry is the same file") || said.contains("leads out"),
            "{said}"
        );
    }
    // The writer refuses equal names, so one is made equal afterwards.
    let (_keep, path) = archive("twins.fmu", &[("entry1", b"one"), ("entry2", b"two")]);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, replaced(&bytes, b"entry2", b"entry1")).unwrap();
    let said = message(&path);
    assert!(said.contains("two of its entries have the same name"), "{said}");
}

#[test]
fn an_entry_is_no_file_and_folder_at_once() {
    let (_keep, path) = archive("both.fmu", &[("a", b"one"), ("a/b", b"two")]);
    let said = message(&path);
    assert!(said.contains("both.fmu: not a readable FMU") && said.contains("\"a/b\""), "{said}");
}

#[test]
fn encrypted_entries_are_refused() {
    let (_keep, path) = archive("secret.fmu", &[("modelDescription.xml", b"<x/>")]);
    let mut bytes = fs::read(&path).unwrap();
    // Bit 0 of the flags, which lie 6 bytes into a local and 8 bytes into a central header.
    for (head, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let at = bytes.windows(4).position(|window| window == head).unwrap();
        bytes[at + flags] |= 1;
    }
    fs::write(&path, bytes).unwrap();
    let said = message(&path);
    assert!(said.contains("secret.fmu: not a readable FMU") && said.contains("assword"), "{said}");
}

#[test]
fn a_huge_declared_size_takes_no_memory_and_is_refused() {
    let (_keep, path) = archive("huge.fmu", &[("modelDescription.xml", b"<x/>")]);
    let mut bytes = fs::read(&path).unwrap();
    for (head, size) in [(b"PK\x03\x04", 22), (b"PK\x01\x02", 24)] {
        let at = bytes.windows(4).position(|window| window == head).unwrap();
        bytes[at + size..at + size + 4].copy_from_slice(&0xFFFF_FFF0_u32.to_le_bytes());
    }
    fs::write(&path, bytes).unwrap();
    let said = message(&path);
    assert!(said.contains("huge.fmu: not a readable FMU"), "{said}");
}

fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for at in 0..=bytes.len() - from.len() {
        if &bytes[at..at + from.len()] == from {
            bytes[at..at + from.len()].copy_from_slice(to);
        }
    }
    bytes
}

#[test]
fn a_damaged_archive_is_named() {
    let (_keep, path) = archive("cut.fmu", &[("modelDescription.xml", &[7; 1000])]);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let cut = message(&path);
    assert!(cut.contains("cut.fmu: not a readable FMU"), "{cut}");
    let absent = message(Path::new("/nowhere/absent.fmu"));
    assert!(absent.starts_with("/nowhere/absent.fmu: "), "{absent}");
}

#[test]
fn the_binary_of_this_platform_is_found_in_either_naming() {
    for platform in PLATFORMS {
        let entry = format!("binaries/{platform}/m{}", std::env::consts::DLL_SUFFIX);
        let (_keep, path) = archive("p.fmu", &[(&entry, b"x")]);
        assert!(open(&path).unwrap().library("m").unwrap().is_file());
    }
}

#[test]
fn a_missing_platform_lists_the_present_ones() {
    let entries: [(&str, &[u8]); 2] =
        [("binaries/other32/m.xyz", b"x"), ("binaries/solaris/m.so", b"x")];
    let (_keep, path) = archive("o.fmu", &entries);
    let error = open(&path).unwrap().library("m").unwrap_err().to_string();
    assert!(error.contains("it has other32 (m.xyz), solaris (m.so);"), "{error}");
    let (_keep, path) = archive("none.fmu", &[]);
    let error = open(&path).unwrap().library("m").unwrap_err().to_string();
    assert!(error.contains("no binaries at all"), "{error}");
}

#[test]
fn the_resource_location_is_percent_encoded() {
    let folder = PathBuf::from("/tmp/a b+ü#");
    let archive =
        Archive { source: PathBuf::new(), folder, hash: None, notice: None, _kept: Kept::ByUser };
    assert_eq!(archive.resource_location(), "file:///tmp/a%20b%2B%C3%BC%23/resources");
}

#[test]
fn a_file_is_unpacked_once_into_the_cache_and_stays() {
    let folder = TempDir::new().unwrap();
    let cache = Cache::new(folder.path().join("cache"));
    let (_keep, path) = archive("a.fmu", &[("modelDescription.xml", b"<x/>"), ("r/a", b"a")]);
    let first = Archive::open_in(Some(&cache), &path).unwrap();
    let expected = cache.fmus().join(first.content_hash().unwrap());
    assert_eq!(first.folder, expected);
    let modified = |name| expected.join(name).metadata().unwrap().modified().unwrap();
    let before = modified("r/a");
    // The same bytes elsewhere are the same entry.
    let copy = folder.path().join("copy.fmu");
    fs::copy(&path, &copy).unwrap();
    let second = Archive::open_in(Some(&cache), &copy).unwrap();
    assert_eq!((&second.folder, second.source()), (&expected, copy.as_path()));
    assert_eq!(modified("r/a"), before, "it was unpacked again");
    drop((first, second));
    assert!(expected.is_dir());
}

#[test]
fn a_damaged_entry_is_unpacked_anew_and_not_under_the_feet_of_its_users() {
    let folder = TempDir::new().unwrap();
    let cache = Cache::new(folder.path().join("cache"));
    let (_keep, path) = archive("a.fmu", &[("modelDescription.xml", b"<x/>"), ("r/a", b"a")]);
    let opened = Archive::open_in(Some(&cache), &path).unwrap();
    fs::remove_file(opened.folder.join("r/a")).unwrap();
    let other = Archive::open_in(Some(&cache), &path).unwrap();
    assert_ne!(other.folder, opened.folder, "the damaged entry is still in use");
    assert!(other.folder.join("r/a").is_file());
    let place = opened.folder.clone();
    drop((opened, other));
    let repaired = Archive::open_in(Some(&cache), &path).unwrap();
    assert_eq!(repaired.folder, place);
    assert!(place.join("r/a").is_file());
    drop(repaired);
    fs::write(place.join("r/a"), "b").unwrap();
    let repaired = Archive::open_in(Some(&cache), &path).unwrap();
    assert_eq!(fs::read(repaired.folder.join("r/a")).unwrap(), b"a", "a changed byte");
}

#[test]
fn refused_archives_leave_nothing_in_the_cache() {
    let folder = TempDir::new().unwrap();
    let cache = Cache::new(folder.path());
    let (_keep, path) = archive("evil.fmu", &[("modelDescription.xml", b"<x/>"), ("../e", b"x")]);
    assert!(Archive::open_in(Some(&cache), &path).is_err());
    assert_eq!(fs::read_dir(cache.fmus()).unwrap().count(), 0);
}

#[test]
fn a_cache_that_cannot_be_used_is_done_without() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let (_keep, path) = archive("a.fmu", &[("modelDescription.xml", b"<x/>")]);
    for root in ["file/cache", "nicht-ä"] {
        let cache = Cache::new(folder.path().join(root));
        let opened = Archive::open_in(Some(&cache), &path).unwrap();
        assert!(matches!(opened._kept, Kept::Temporary(_)), "{root}");
        assert_eq!(opened.notice().is_some(), root == "file/cache");
    }
    let notice = open(&path).unwrap().notice().unwrap().to_owned();
    assert!(notice.contains("HOME is not set") && notice.contains("MACROSTEP_CACHE"), "{notice}");
}

#[test]
fn many_threads_at_once_get_complete_archives() {
    let folder = TempDir::new().unwrap();
    let cache = Cache::new(folder.path());
    let names: Vec<_> = (0..50).map(|k| format!("resources/{k}")).collect();
    let entries: Vec<(&str, &[u8])> = names.iter().map(|n| (n.as_str(), &[7; 999][..])).collect();
    let (_keep, path) = archive("many.fmu", &entries);
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                let opened = Archive::open_in(Some(&cache), &path).unwrap();
                let size = |name| opened.folder.join(name).metadata().unwrap().len();
                assert!(names.iter().all(|name| size(name) == 999));
            });
        }
    });
}
