//! Draws every built-in layout, as the chain is placed at the start, into `pictures/`.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use chain_drive::built_in::BUILT_IN;
use chain_drive::drive::Drive;
use chain_drive::layout::Layout;

/// Pixels per m.
const SCALE: f64 = 1300.0;
/// Pixels around the chain.
const MARGIN: f64 = 50.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("pictures");
    fs::create_dir_all(&folder)?;
    for (name, _) in BUILT_IN {
        let layout = Layout::new(name)?;
        let (drive, x) = Drive::new(&layout)?;
        let file = folder.join(format!("{name}.svg"));
        fs::write(&file, picture(name, &layout, &drive, &x)?)?;
        println!("{}", file.display());
    }
    Ok(())
}

/// From m to pixels, with y upwards in m.
struct Frame {
    left: f64,
    top: f64,
}

impl Frame {
    fn at(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [(x - self.left) * SCALE + MARGIN, (self.top - y) * SCALE + MARGIN]
    }
}

fn picture(
    name: &str,
    layout: &Layout,
    drive: &Drive,
    x: &[f64],
) -> Result<String, std::fmt::Error> {
    let pins = drive.split(x).0;
    let rail = rail(drive);
    let all = || pins.x.iter().zip(pins.y).map(|(x, y)| [*x, *y]).chain(rail.iter().copied());
    let bound = |i: usize, pick: fn(f64, f64) -> f64, start| all().map(|p| p[i]).fold(start, pick);
    let [left, bottom] = [0, 1].map(|i| bound(i, f64::min, f64::INFINITY));
    let [right, top] = [0, 1].map(|i| bound(i, f64::max, f64::NEG_INFINITY));
    let frame = Frame { left, top };
    let [width, height] = [right - left, top - bottom].map(|length| length * SCALE + 2.0 * MARGIN);
    let mut svg = String::new();
    writeln!(
        svg,
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.0} {height:.0}" font-family="sans-serif" font-size="14" fill="#222">"##
    )?;
    writeln!(svg, r##"<title>{name}: {} links</title>"##, drive.pins)?;
    writeln!(svg, r##"<rect width="100%" height="100%" fill="#fff"/>"##)?;
    line(&mut svg, &frame, &rail, r##"stroke="#c60" stroke-width="5" stroke-linecap="round""##)?;
    wheels(&mut svg, &frame, layout, drive)?;
    for pin in pins.x.iter().zip(pins.y).map(|(x, y)| [*x, *y]) {
        let [x, y] = frame.at(pin);
        writeln!(svg, r##"<circle cx="{x:.1}" cy="{y:.1}" r="2.2" fill="#234"/>"##)?;
    }
    label(&mut svg, &frame, drive)?;
    writeln!(svg, "</svg>")?;
    Ok(svg)
}

/// Points along the rail, as far as the chain can touch it.
fn rail(drive: &Drive) -> Vec<[f64; 2]> {
    let ([cx, cy], [nx, ny], r) = (drive.arc.centre, drive.arc.normal, drive.arc.radius);
    let half = 0.6 * drive.arc.half_length / r;
    // Half a roller below the pins, so that both are seen.
    let r = r - 4e-3;
    let point = |i: i32| {
        let (sin, cos) = (half * f64::from(i) / 20.0).sin_cos();
        [cx + r * (cos * nx - sin * ny), cy + r * (cos * ny + sin * nx)]
    };
    (-20..=20).map(point).collect()
}

fn line(svg: &mut String, frame: &Frame, points: &[[f64; 2]], style: &str) -> std::fmt::Result {
    write!(svg, r##"<polyline fill="none" {style} points=""##)?;
    for [x, y] in points.iter().map(|point| frame.at(*point)) {
        write!(svg, "{x:.1},{y:.1} ")?;
    }
    writeln!(svg, r##""/>"##)
}

fn wheels(svg: &mut String, frame: &Frame, layout: &Layout, drive: &Drive) -> std::fmt::Result {
    for (wheel, sprocket) in layout.wheels.iter().zip(&drive.sprockets) {
        let ([x, y], r) = (frame.at(sprocket.centre), sprocket.radius * SCALE);
        let (name, teeth) = (&wheel.name, wheel.teeth);
        writeln!(
            svg,
            r##"<circle cx="{x:.1}" cy="{y:.1}" r="{r:.1}" fill="#e3eef7" stroke="#357"/>"##
        )?;
        writeln!(svg, r##"<circle cx="{x:.1}" cy="{y:.1}" r="2" fill="#357"/>"##)?;
        // A long name does not fit into a small wheel.
        let size = (1.7 * r / name.len() as f64 * 1.6).min(14.0);
        let up = y - 5.0;
        writeln!(
            svg,
            r##"<text x="{x:.1}" y="{up:.1}" text-anchor="middle" font-size="{size:.1}">{name}</text>"##
        )?;
        let down = y + 16.0;
        writeln!(
            svg,
            r##"<text x="{x:.1}" y="{down:.1}" text-anchor="middle" font-size="11">{teeth} teeth</text>"##
        )?;
    }
    Ok(())
}

/// The word "rail" on the outer side of the rail.
fn label(svg: &mut String, frame: &Frame, drive: &Drive) -> std::fmt::Result {
    let ([cx, cy], [nx, ny]) = (drive.arc.centre, drive.arc.normal);
    let r = drive.arc.radius - 24e-3;
    let [x, y] = frame.at([cx + r * nx, cy + r * ny]);
    writeln!(
        svg,
        r##"<text x="{x:.1}" y="{:.1}" text-anchor="middle" fill="#a50">rail</text>"##,
        y + 5.0
    )
}
