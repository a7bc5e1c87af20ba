//! Numbers as text.

/// Up to so many digits, with an exponent only where it is needed.
pub fn number(x: f64, digits: usize) -> String {
    let size = x.abs();
    let short = |text: &str| text.trim_end_matches('0').trim_end_matches('.').to_string();
    if x == x.trunc() && size < 1e6 || !x.is_finite() {
        format!("{x}")
    } else if (1e-3..1e6).contains(&size) {
        let before = size.log10().floor() as i32;
        let decimals = (digits as i32 - 1 - before).max(0) as usize;
        let text = format!("{x:.decimals$}");
        if decimals > 0 { short(&text) } else { text }
    } else {
        let text = format!("{x:.*e}", digits - 1);
        let (mantissa, exponent) = text.split_once('e').expect("this format has an exponent");
        format!("{}e{exponent}", short(mantissa))
    }
}

/// A deviation as a share of what is allowed, to two digits.
pub fn share(miss: f64) -> String {
    match miss {
        0.0 => "0".into(),
        miss if miss < 1e-3 => "< 0.001".into(),
        miss => number(miss, 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_nine_digits_and_few_exponents() {
        let written = [0.1, 2.360628755192927, 3.0, 1.2345678912e-7, -0.00123, 8.1803658559e6];
        let expected = ["0.1", "2.36062876", "3", "1.23456789e-7", "-0.00123", "8.18036586e6"];
        assert_eq!(written.map(|x| number(x, 9)), expected);
        assert_eq!([f64::INFINITY, 102345.6].map(|x| number(x, 3)), ["inf", "102346"]);
    }
}
