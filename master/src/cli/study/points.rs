//! The points of a study, several at once where the FMUs allow it.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

/// The answers for all points, in their order, found by `jobs` threads.
pub fn each<P: Sync, R: Send>(
    points: &[P],
    jobs: usize,
    quiet: bool,
    answer: impl Fn(&P) -> R + Sync,
) -> Vec<R> {
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} points  {eta} left");
    let bar = if !quiet && std::io::stderr().is_terminal() {
        ProgressBar::new(points.len() as u64)
    } else {
        ProgressBar::hidden()
    }
    .with_style(style.expect("the template is valid"));
    let answer = |point| {
        let found = answer(point);
        bar.inc(1);
        found
    };
    // Points cost different amounts, so each is handed out on its own.
    let all = || points.par_iter().with_max_len(1).map(answer).collect();
    let answers = match ThreadPoolBuilder::new().num_threads(jobs.max(1)).build() {
        Ok(pool) => pool.install(all),
        Err(_) => all(),
    };
    bar.finish_and_clear();
    answers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_the_order_of_the_points() {
        let points: Vec<usize> = (0..100).collect();
        let squares: Vec<usize> = points.iter().map(|k| k * k).collect();
        assert_eq!(each(&points, 4, true, |k| k * k), squares);
        assert!(each(&[] as &[usize], 4, true, |k| k * k).is_empty());
    }
}
