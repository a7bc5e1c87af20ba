//! The points of a study, several at once where the FMUs allow it.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

/// The answers for all points, in their order, found by `jobs` threads.
pub fn each<P: Sync, R: Send>(
    points: &[P],
    jobs: usize,
    quiet: bool,
    answer: impl Fn(&P) -> R + Sync,
) -> Vec<R> {
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} points  {eta} left");
    let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
        ProgressBar::new(points.len() as u64).with_style(style.expect("the template is valid"))
    });
    let next = AtomicUsize::new(0);
    let answers: Vec<Mutex<Option<R>>> = points.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        while let Some((k, point)) = pick(&next, points) {
            let found = answer(point);
            *answers[k].lock().expect("no thread panics while it holds this lock") = Some(found);
            bar.iter().for_each(|bar| bar.inc(1));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..jobs.clamp(1, points.len().max(1)) {
            scope.spawn(work);
        }
        work();
    });
    bar.iter().for_each(ProgressBar::finish_and_clear);
    let taken = |cell: Mutex<Option<R>>| {
        cell.into_inner().expect("no thread has panicked").expect("every point has been looked at")
    };
    answers.into_iter().map(taken).collect()
}

fn pick<'a, P>(next: &AtomicUsize, points: &'a [P]) -> Option<(usize, &'a P)> {
    let k = next.fetch_add(1, Ordering::Relaxed);
    points.get(k).map(|point| (k, point))
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
