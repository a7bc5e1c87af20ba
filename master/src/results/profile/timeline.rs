//! A picture of some macro steps: a lane for the master and one for each slave, a bar while it is busy.

use std::fmt::Write;
use std::io;
use std::path::Path;
use std::time::Instant;

use super::{Entry, Profile};
use crate::svg::escaped;

/// Macro steps in the picture.
const STEPS: usize = 20;
/// Slaves in the picture.
const LANES: usize = 40;
const LEFT: f64 = 160.0;
const WIDTH: f64 = 900.0;
const RIGHT: f64 = 110.0;
const LANE: f64 = 26.0;
const TOP: f64 = 64.0;
/// Colours of threads, from the first on; told apart by colour-blind people too (Okabe and Ito).
const COLOURS: [&str; 6] = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9"];
/// The master.
const GREY: &str = "#606060";

/// Draws the last macro steps that are kept.
pub fn draw(profile: &Profile, path: &Path) -> io::Result<()> {
    std::fs::write(path, picture(profile))
}

/// The part of the run in the picture.
struct Shown<'a> {
    profile: &'a Profile,
    begin: Instant,
    end: Instant,
    /// Where its points begin among all.
    first: usize,
    lanes: usize,
}

impl<'a> Shown<'a> {
    fn of(profile: &'a Profile) -> Self {
        let points = &profile.points;
        let first = points.len().saturating_sub(STEPS + 1);
        let begin = points.get(first).map_or(profile.begin, |(instant, _)| *instant);
        let end = points.last().map_or(profile.last, |(instant, _)| *instant);
        Self { profile, begin, end, first, lanes: profile.accounts.len().min(LANES) }
    }

    /// Its length in µs.
    fn length(&self) -> f64 {
        (1e6 * (self.end - self.begin).as_secs_f64()).max(1e-3)
    }

    fn steps(&self) -> usize {
        (self.profile.points.len() - self.first).saturating_sub(1)
    }

    /// Where so many µs lie.
    fn at(&self, micro: f64) -> f64 {
        LEFT + WIDTH * micro / self.length()
    }

    fn x(&self, instant: Instant) -> f64 {
        self.at(1e6 * instant.saturating_duration_since(self.begin).as_secs_f64())
    }

    fn entries(&self) -> impl Iterator<Item = &'a Entry> {
        let (begin, end) = (self.begin, self.end);
        let within = move |entry: &&Entry| entry.span.begin >= begin && entry.span.end <= end;
        self.profile.entries.iter().filter(within)
    }

    /// The top of a lane; that of the master is the first one.
    fn lane(&self, number: usize) -> f64 {
        TOP + number as f64 * LANE
    }

    fn bottom(&self) -> f64 {
        self.lane(self.lanes + 1)
    }

    /// When no slave was busy: the master, the results, the readings of the clock.
    fn master(&self) -> Vec<[Instant; 2]> {
        let mut spans: Vec<_> = self.entries().map(|entry| entry.span).collect();
        spans.sort_by_key(|span| span.begin);
        let mut since = self.begin;
        let mut free = Vec::new();
        for span in spans {
            if span.begin > since {
                free.push([since, span.begin]);
            }
            since = since.max(span.end);
        }
        if self.end > since {
            free.push([since, self.end]);
        }
        free
    }
}

fn picture(profile: &Profile) -> String {
    let shown = Shown::of(profile);
    let (width, height) = (LEFT + WIDTH + RIGHT, shown.bottom() + 44.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"20\">{} macro steps in {:.1} µs; lines at communication points</text>\n",
        shown.steps(),
        shown.length()
    );
    // Writing to a string cannot fail.
    let _ = legend(&shown, &mut svg);
    let _ = axis(&shown, &mut svg);
    let _ = bars(&shown, &mut svg);
    let _ = labels(&shown, &mut svg);
    svg + "</svg>\n"
}

/// Which colour is which thread.
fn legend(shown: &Shown, svg: &mut String) -> std::fmt::Result {
    let threads = shown.entries().map(|entry| entry.span.thread + 1).max().unwrap_or(1);
    let threads = (0..threads.min(COLOURS.len())).map(|k| (format!("thread {k}"), COLOURS[k]));
    let all = std::iter::once(("master".to_string(), GREY)).chain(threads);
    for (k, (name, colour)) in all.enumerate() {
        let x = LEFT + 100.0 * k as f64;
        writeln!(
            svg,
            "<circle cx=\"{}\" cy=\"40\" r=\"6\" fill=\"{colour}\"/>\
             <text x=\"{}\" y=\"44\">{name}</text>",
            x + 6.0,
            x + 18.0
        )?;
    }
    Ok(())
}

/// Stripes, communication points, and real time in µs.
fn axis(shown: &Shown, svg: &mut String) -> std::fmt::Result {
    let bottom = shown.bottom();
    for lane in (0..=shown.lanes).step_by(2) {
        let y = shown.lane(lane);
        writeln!(svg, "<path d=\"M{LEFT} {y}h{WIDTH}v{LANE}h-{WIDTH}z\" fill=\"#f4f4f4\"/>")?;
    }
    for (instant, _) in shown.profile.points.iter().skip(shown.first) {
        let x = shown.x(*instant);
        writeln!(
            svg,
            "<line x1=\"{x:.2}\" x2=\"{x:.2}\" y1=\"{TOP}\" y2=\"{bottom}\" stroke=\"#a0a0a0\" stroke-width=\"0.7\"/>"
        )?;
    }
    let tick = round_tick(shown.length() / 8.0);
    for k in 0..=(shown.length() / tick) as usize {
        let (x, micro) = (shown.at(k as f64 * tick), k as f64 * tick);
        writeln!(
            svg,
            "<path d=\"M{x:.2} {bottom}v5\" stroke=\"black\"/>\
             <text x=\"{x:.2}\" y=\"{}\" text-anchor=\"middle\">{micro}</text>",
            bottom + 18.0
        )?;
    }
    writeln!(
        svg,
        "<path d=\"M{LEFT} {bottom}h{WIDTH}\" stroke=\"black\"/>\
         <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">real time in µs</text>",
        LEFT + WIDTH / 2.0,
        bottom + 36.0
    )
}

fn bars(shown: &Shown, svg: &mut String) -> std::fmt::Result {
    let mut bar = |lane: usize, [from, to]: [Instant; 2], colour: &str| {
        let (from, to) = (shown.x(from), shown.x(to));
        writeln!(
            svg,
            "<rect x=\"{from:.2}\" y=\"{}\" width=\"{:.2}\" height=\"{}\" fill=\"{colour}\"/>",
            shown.lane(lane) + 4.0,
            (to - from).max(0.3),
            LANE - 8.0
        )
    };
    shown.master().into_iter().try_for_each(|free| bar(0, free, GREY))?;
    for Entry { slave, span } in shown.entries().filter(|entry| entry.slave < shown.lanes) {
        bar(slave + 1, [span.begin, span.end], COLOURS[span.thread % COLOURS.len()])?;
    }
    Ok(())
}

/// Names on the left; on the right the part of the time in the picture in which each was busy.
fn labels(shown: &Shown, svg: &mut String) -> std::fmt::Result {
    let micro = |begin: Instant, end: Instant| 1e6 * (end - begin).as_secs_f64();
    let mut busy = vec![0.0; shown.lanes + 1];
    busy[0] = shown.master().into_iter().map(|[begin, end]| micro(begin, end)).sum();
    for Entry { slave, span } in shown.entries().filter(|entry| entry.slave < shown.lanes) {
        busy[slave + 1] += micro(span.begin, span.end);
    }
    let slaves = shown.profile.accounts.iter().map(|account| account.name.as_str());
    for (lane, (name, busy)) in std::iter::once("master").chain(slaves).zip(busy).enumerate() {
        let y = shown.lane(lane) + LANE / 2.0 + 4.0;
        writeln!(
            svg,
            "<text x=\"{}\" y=\"{y}\" text-anchor=\"end\">{}</text>\
             <text x=\"{}\" y=\"{y}\" text-anchor=\"end\">{:.0} % busy</text>",
            LEFT - 8.0,
            escaped(name),
            LEFT + WIDTH + RIGHT - 20.0,
            100.0 * busy / shown.length()
        )?;
    }
    Ok(())
}

/// 1, 2 or 5 times a power of ten, not below `least`.
fn round_tick(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|k| k * power).find(|k| *k >= least).unwrap_or(least)
}
