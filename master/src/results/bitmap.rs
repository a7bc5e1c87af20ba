//! PNG files of what plotters draws.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use plotters::prelude::BitMapBackend;

/// Lets `draw` fill a picture of `(width, height)` pixels, and writes it as a PNG file.
pub fn save_png(
    picture: &Path,
    (width, height): (u32, u32),
    draw: impl FnOnce(BitMapBackend) -> Result<(), String>,
) -> Result<(), String> {
    let mut pixels = vec![0; 3 * width as usize * height as usize];
    draw(BitMapBackend::with_buffer(&mut pixels, (width, height)))?;
    let file = File::create(picture).map_err(|error| error.to_string())?;
    let mut encoder = png::Encoder::new(BufWriter::new(file), width, height);
    encoder.set_color(png::ColorType::Rgb);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(&pixels)?;
        writer.finish()
    });
    written.map_err(|error| error.to_string())
}
