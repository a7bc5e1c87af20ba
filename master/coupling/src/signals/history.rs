//! The values of a group of signals at the last communication points.

/// The past of a group of signals, newest first, as deep as the extrapolation asks for.
#[derive(Clone, Debug)]
pub struct History {
    /// In a ring, from the newest on; one more than it is deep, so that the newest can be taken back.
    points: Vec<Vec<f64>>,
    /// Length of the step that led to each point; the oldest one's is not used.
    lengths: Vec<f64>,
    newest: usize,
    kept: usize,
    /// How many of the newest steps have the same length.
    alike: usize,
}

impl History {
    /// An empty past of `signals` signals that keeps at most `depth` points.
    pub fn new(signals: usize, depth: usize) -> Self {
        Self {
            points: vec![vec![0.0; signals]; depth + 1],
            lengths: vec![f64::NAN; depth + 1],
            newest: 0,
            kept: 0,
            alike: 0,
        }
    }

    /// Adds the values at a new point, reached by a step of length `h`; the oldest are forgotten.
    pub fn push(&mut self, h: f64, values: &[f64]) {
        self.push_some(h, 0..values.len(), values);
    }

    /// Adds the values of the signals `of` alone at a new point, reached by a step of length `h`.
    #[inline(always)]
    pub fn push_some(&mut self, h: f64, of: impl IntoIterator<Item = usize>, values: &[f64]) {
        self.alike = if self.lengths[self.newest] == h { self.alike + 1 } else { 1 };
        self.newest = self.newest.checked_sub(1).unwrap_or(self.points.len() - 1);
        self.lengths[self.newest] = h;
        // One by one: the values have just been written, and reading several at once would wait for that.
        let point = &mut self.points[self.newest];
        for i in of {
            point[i] = values[i];
        }
        self.kept = (self.kept + 1).min(self.points.len());
    }

    /// Takes the newest point back; once after each [`push`](Self::push).
    pub fn take_back(&mut self) {
        self.newest = self.place(1);
        self.kept -= 1;
        let newest = self.lengths[self.newest];
        let lengths = (0..self.kept).map(|back| self.lengths[self.place(back)]);
        self.alike = lengths.take_while(|length| *length == newest).count();
    }

    /// Becomes the same past as another one with as many signals and points, without allocation.
    pub fn copy_from(&mut self, other: &Self) {
        self.points.iter_mut().zip(&other.points).for_each(|(to, from)| to.copy_from_slice(from));
        self.lengths.copy_from_slice(&other.lengths);
        (self.newest, self.kept, self.alike) = (other.newest, other.kept, other.alike);
    }

    /// The values `back` points ago, to be changed; 0 is the newest.
    pub fn values_mut(&mut self, back: usize) -> &mut [f64] {
        let place = self.place(back);
        &mut self.points[place]
    }

    /// Forgets all points.
    pub fn clear(&mut self) {
        self.kept = 0;
    }

    /// Keeps at least so many points from now on; to be called while none is known.
    pub fn deepen(&mut self, depth: usize) {
        debug_assert!(self.kept == 0, "points that are known would be lost");
        let signals = self.points[0].len();
        if self.points.len() <= depth {
            *self = Self::new(signals, depth);
        }
    }

    /// How many points it keeps at most.
    pub fn depth(&self) -> usize {
        self.points.len() - 1
    }

    /// The changes of signal `i` from each of the last points to the next, newest first, as they would be
    /// over equal steps; none unless so many are known.
    #[inline]
    pub fn changes<const N: usize>(&self, i: usize) -> Option<[f64; N]> {
        if self.known() <= N {
            return None;
        }
        let change = |back: usize| self.values(back)[i] - self.values(back + 1)[i];
        if self.alike >= N {
            return Some(std::array::from_fn(change));
        }
        let even = |back: usize| change(back) * (self.length(0) / self.length(back));
        Some(std::array::from_fn(even))
    }

    /// The length of the step that led to the point `back` points ago.
    #[inline]
    pub fn length(&self, back: usize) -> f64 {
        self.lengths[self.place(back)]
    }

    /// How many points are known.
    #[inline]
    pub fn known(&self) -> usize {
        self.kept.min(self.points.len() - 1)
    }

    /// The values `back` points ago; 0 is the newest.
    #[inline]
    pub fn values(&self, back: usize) -> &[f64] {
        debug_assert!(back < self.known(), "asked for a point that is not known");
        &self.points[self.place(back)]
    }

    #[inline]
    fn place(&self, back: usize) -> usize {
        let place = self.newest + back;
        if place < self.points.len() { place } else { place - self.points.len() }
    }

    /// Whether the newest `count` points lie `h` apart.
    #[inline]
    pub fn is_even(&self, h: f64, count: usize) -> bool {
        count <= 1 || (self.alike + 1 >= count && self.lengths[self.newest] == h)
    }

    /// Where the newest `count` points lie in the own time of a coming step of length `h`: 0, then
    /// negative; exactly 0, −1, −2, … when the step has not changed.
    pub fn nodes(&self, h: f64, count: usize) -> impl Iterator<Item = f64> + Clone + '_ {
        let lengths = (0..count.saturating_sub(1)).map(|back| self.lengths[self.place(back)]);
        let back = lengths.scan(0.0, move |distance, length| {
            *distance += length / h;
            Some(-*distance)
        });
        std::iter::once(0.0).chain(back).take(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_the_newest_points_and_where_they_lie() {
        let mut past = History::new(1, 3);
        for (h, value) in [(0.0, 1.0), (0.5, 2.0), (0.25, 3.0), (0.5, 4.0)] {
            past.push(h, &[value]);
        }
        assert_eq!(past.known(), 3);
        assert_eq!([0, 1, 2].map(|k| past.values(k)[0]), [4.0, 3.0, 2.0]);
        assert_eq!(past.nodes(0.5, 3).collect::<Vec<_>>(), [0.0, -1.0, -1.5]);
        assert!(past.is_even(0.5, 2) && !past.is_even(0.5, 3) && !past.is_even(0.25, 2));
        past.push(0.5, &[5.0]);
        assert!(past.is_even(0.5, 3) && !past.is_even(0.25, 3));
        assert_eq!(past.nodes(0.5, 3).collect::<Vec<_>>(), [0.0, -1.0, -2.0]);
    }

    #[test]
    fn the_newest_point_can_be_taken_back() {
        let mut past = History::new(1, 2);
        for (h, value) in [(0.0, 1.0), (0.5, 2.0), (0.25, 3.0)] {
            past.push(h, &[value]);
        }
        past.take_back();
        assert_eq!((past.known(), past.values(0)[0], past.values(1)[0]), (2, 2.0, 1.0));
        assert_eq!(past.nodes(0.5, 2).collect::<Vec<_>>(), [0.0, -1.0]);
        assert!(past.is_even(0.5, 2));
    }
}
