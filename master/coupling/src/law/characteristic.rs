//! A characteristic: force over stretch, or over stretch rate, as a line, a cubic or a table of points.
//!
//! Between the points of a table the force is linear, or the monotone cubic of Fritsch and Butland
//! (1984, SIAM J. Sci. Stat. Comput. 5:300–304): continuously differentiable, and without a hump
//! where the points have none. Beyond its ends the table goes on with its end slopes.

/// How one quantity depends on another.
// With a tag of its own, which is quicker to look at than one hidden in the table.
#[repr(u8)]
#[derive(Clone, Debug, PartialEq)]
pub enum Characteristic {
    /// Proportional, by the given coefficient.
    Linear(f64),
    /// a x + b x³, by the coefficients a and b.
    Cubic([f64; 2]),
    /// Through the points of a table.
    Table(Table),
}

impl Characteristic {
    /// The value at `x`.
    #[inline]
    pub fn value(&self, x: f64) -> f64 {
        match self {
            Self::Linear(coefficient) => coefficient * x,
            Self::Cubic(_) | Self::Table(_) => self.curved(x),
        }
    }

    #[inline(never)]
    fn curved(&self, x: f64) -> f64 {
        self.at(x).0
    }

    /// The value at `x` and the slope there; at a kink the one to the right.
    pub fn at(&self, x: f64) -> (f64, f64) {
        match self {
            Self::Linear(coefficient) => (coefficient * x, *coefficient),
            Self::Cubic([a, b]) => (x * (a + b * x * x), a + 3.0 * b * x * x),
            Self::Table(table) => table.at(x),
        }
    }

    /// The integral from zero to `x`: what a spring stores.
    pub fn integral(&self, x: f64) -> f64 {
        match self {
            Self::Linear(coefficient) => 0.5 * coefficient * x * x,
            Self::Cubic([a, b]) => x * x * (0.5 * a + 0.25 * b * x * x),
            Self::Table(table) => table.integral(x),
        }
    }
}

impl From<f64> for Characteristic {
    fn from(coefficient: f64) -> Self {
        Self::Linear(coefficient)
    }
}

impl From<[f64; 2]> for Characteristic {
    fn from(coefficients: [f64; 2]) -> Self {
        Self::Cubic(coefficients)
    }
}

/// Why points make no table.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum TableError {
    /// One point has no slope.
    #[error("it has {0} points; give at least two")]
    TooFew(usize),
    /// A coordinate is NaN or infinite.
    #[error("point {0} is not finite; give numbers")]
    NotFinite(usize),
    /// A point does not lie to the right of the one before.
    #[error("point {at} at {x} does not lie beyond the one before at {before}; sort the points")]
    NotIncreasing {
        /// Its number from 1.
        at: usize,
        /// Where it lies.
        x: f64,
        /// Where the one before lies.
        before: f64,
    },
}

/// Points joined by lines or by monotone cubics.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    points: Vec<[f64; 2]>,
    /// Slopes at the points where they are joined by cubics; none where by lines.
    slopes: Option<Vec<f64>>,
}

impl Table {
    /// Points `[x, value]` with increasing `x`, joined by lines.
    pub fn linear(points: Vec<[f64; 2]>) -> Result<Self, TableError> {
        if points.len() < 2 {
            return Err(TableError::TooFew(points.len()));
        }
        if let Some(k) = points.iter().position(|p| !(p[0].is_finite() && p[1].is_finite())) {
            return Err(TableError::NotFinite(k + 1));
        }
        match points.windows(2).position(|pair| pair[1][0] <= pair[0][0]) {
            Some(k) => {
                let (before, x) = (points[k][0], points[k + 1][0]);
                Err(TableError::NotIncreasing { at: k + 2, x, before })
            }
            None => Ok(Self { points, slopes: None }),
        }
    }

    /// Points `[x, value]` with increasing `x`, joined by monotone cubics.
    pub fn smooth(points: Vec<[f64; 2]>) -> Result<Self, TableError> {
        let table = Self::linear(points)?;
        Ok(Self { slopes: Some(monotone_slopes(&table.points)), ..table })
    }

    /// The points, in order.
    pub fn points(&self) -> &[[f64; 2]] {
        &self.points
    }

    /// Between points by Simpson's rule, which is exact for lines and cubics.
    fn integral(&self, x: f64) -> f64 {
        let (from, to) = (x.min(0.0), x.max(0.0));
        let inside = self.points.iter().map(|point| point[0]).filter(|at| *at > from && *at < to);
        let f = |x: f64| self.at(x).0;
        let (mut a, mut sum) = (from, 0.0);
        for b in inside.chain([to]) {
            sum += (b - a) / 6.0 * (f(a) + 4.0 * f(0.5 * (a + b)) + f(b));
            a = b;
        }
        if x < 0.0 { -sum } else { sum }
    }

    fn at(&self, x: f64) -> (f64, f64) {
        let last = self.points.len() - 1;
        let k = self.points.partition_point(|point| point[0] <= x).clamp(1, last) - 1;
        let [[x_a, f_a], [x_b, f_b]] = [self.points[k], self.points[k + 1]];
        let width = x_b - x_a;
        let secant = (f_b - f_a) / width;
        let Some(slopes) = &self.slopes else { return (f_a + secant * (x - x_a), secant) };
        let (m_a, m_b) = (slopes[k], slopes[k + 1]);
        if x < x_a {
            return (f_a + m_a * (x - x_a), m_a);
        }
        if x > x_b {
            return (f_b + m_b * (x - x_b), m_b);
        }
        // Hermite's cubic in s from 0 to 1: f_a + width (m_a s + q s² + r s³).
        let s = (x - x_a) / width;
        let (q, r) = (3.0 * secant - 2.0 * m_a - m_b, m_a + m_b - 2.0 * secant);
        let value = f_a + width * s * (m_a + s * (q + s * r));
        (value, m_a + s * (2.0 * q + s * 3.0 * r))
    }
}

/// Slopes at the points that keep cubics monotone: inside, a weighted harmonic mean of the secants
/// on both sides, zero at a turning point; at the ends, that of the parabola through three points,
/// limited.
fn monotone_slopes(points: &[[f64; 2]]) -> Vec<f64> {
    let width: Vec<f64> = points.windows(2).map(|p| p[1][0] - p[0][0]).collect();
    let secant: Vec<f64> =
        points.windows(2).zip(&width).map(|(p, width)| (p[1][1] - p[0][1]) / width).collect();
    let last = secant.len();
    let inside = |k: usize| {
        let (before, after) = (secant[k - 1], secant[k]);
        if before * after <= 0.0 {
            return 0.0;
        }
        let w_before = width[k - 1] + 2.0 * width[k];
        let w_after = 2.0 * width[k - 1] + width[k];
        (w_before + w_after) / (w_before / before + w_after / after)
    };
    let end = |outer: usize, inner: usize| {
        let (s, s_next) = (secant[outer], secant[inner]);
        let (h, h_next) = (width[outer], width[inner]);
        let slope = ((2.0 * h + h_next) * s - h * s_next) / (h + h_next);
        if slope * s <= 0.0 {
            0.0
        } else if s * s_next <= 0.0 && slope.abs() > 3.0 * s.abs() {
            3.0 * s
        } else {
            slope
        }
    };
    if last == 1 {
        return vec![secant[0]; 2];
    }
    let inner = (1..last).map(inside);
    std::iter::once(end(0, 1)).chain(inner).chain([end(last - 1, last - 2)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAP: [[f64; 2]; 4] = [[-0.02, -400.0], [-0.01, 0.0], [0.01, 0.0], [0.02, 400.0]];

    #[test]
    fn a_table_is_linear_between_its_points_and_goes_on_with_its_end_slopes() {
        let table = Characteristic::Table(Table::linear(GAP.to_vec()).unwrap());
        let cases =
            [(-0.03, -800.0), (-0.015, -200.0), (0.0, 0.0), (0.0125, 100.0), (0.05, 1600.0)];
        for (x, force) in cases {
            assert!((table.at(x).0 - force).abs() < 1e-9, "{x}: {:?}", table.at(x));
        }
        assert_eq!(table.at(0.005).1, 0.0);
        assert!((table.at(0.01).1 - 4e4).abs() < 1e-7);
    }

    #[test]
    fn a_smooth_table_passes_its_points_without_a_hump_and_without_a_kink() {
        let table = Characteristic::Table(Table::smooth(GAP.to_vec()).unwrap());
        for [x, force] in GAP {
            assert!((table.at(x).0 - force).abs() < 1e-9, "{x}: {:?}", table.at(x));
            let (left, right) = (table.at(x - 1e-12).1, table.at(x + 1e-12).1);
            // The slope changes by f″ · 2e-12, with f″ below 1e7.
            assert!((left - right).abs() < 1e-4, "{x}: {left}, {right}");
        }
        let forces: Vec<f64> = (0..=600).map(|k| table.at(f64::from(k) * 1e-4 - 0.03).0).collect();
        assert!(forces.is_sorted(), "not monotone");
    }

    #[test]
    fn a_smooth_table_through_points_of_a_line_is_that_line() {
        let points = [-1.0, 0.5, 2.0, 7.0].map(|x| [x, 3.0 * x - 1.0]).to_vec();
        let table = Characteristic::Table(Table::smooth(points).unwrap());
        for x in [-5.0, -0.3, 0.5, 1.9, 6.0, 100.0] {
            let (value, slope) = table.at(x);
            assert!((value - (3.0 * x - 1.0)).abs() < 1e-12 * (1.0 + x.abs()), "{x}: {value}");
            assert!((slope - 3.0).abs() < 1e-12, "{x}: {slope}");
        }
    }

    #[test]
    fn the_integral_has_the_characteristic_as_its_slope() {
        let smooth = Table::smooth(GAP.to_vec()).unwrap();
        let linear = Table::linear(GAP.to_vec()).unwrap();
        let all = [
            Characteristic::Linear(3e4),
            Characteristic::Cubic([2e3, 7e7]),
            Characteristic::Table(linear),
            Characteristic::Table(smooth),
        ];
        for f in all {
            assert_eq!(f.integral(0.0), 0.0);
            for x in [-0.03, -0.015, -0.004, 0.006, 0.0125, 0.05] {
                let e = 1e-6;
                let slope = (f.integral(x + e) - f.integral(x - e)) / (2.0 * e);
                // f″ is below 1e8, so that the quotient misses 2e-5, and rounding of 40 J adds 1e-8.
                assert!((slope - f.at(x).0).abs() < 1e-4, "{f:?}, {x}: {slope}");
            }
        }
    }

    #[test]
    fn points_that_make_no_table_are_refused() {
        let message = |points: &[[f64; 2]]| Table::linear(points.to_vec()).unwrap_err().to_string();
        assert!(message(&[[0.0, 1.0]]).contains("1 points"));
        assert!(message(&[[0.0, 1.0], [1.0, f64::NAN]]).contains("point 2 is not finite"));
        assert!(message(&[[0.0, 1.0], [1.0, 2.0], [1.0, 3.0]]).contains("point 3 at 1"));
    }
}
