//! The layouts that come with the model.

/// The built-in layouts: name and text.
pub const BUILT_IN: [(&str, &str); 6] = [
    ("drive-1", include_str!("../layouts/drive-1.toml")),
    ("drive-2", include_str!("../layouts/drive-2.toml")),
    ("drive-3", include_str!("../layouts/drive-3.toml")),
    ("flat-left", include_str!("../layouts/flat-left.toml")),
    ("flat-right", include_str!("../layouts/flat-right.toml")),
    ("bank-1", include_str!("../layouts/bank-1.toml")),
];
