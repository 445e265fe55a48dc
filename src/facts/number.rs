//! Numbers: read whole or not at all, rounded as ECMAScript does, snapped to a grain.

use super::node;
use crate::json::{Data, Lexeme, Node, number};

/// The finite number that `node` is, or that its text is one decimal literal of.
///
/// `"1249.99"`, `" -7 "`, `"+5"`, `".5"`, `"5."` and `"1e3"` are; `"12 apples"`, `"1,200"`, `"0x10"`, `""`
/// and `"Infinity"` are not.
pub fn read(node: &Node) -> Option<f64> {
    let n: f64 = match &node.data {
        Data::Number(lexeme) => number::double(lexeme),
        Data::String(text) => {
            let text = text.trim();
            if !is_decimal(text) {
                return None;
            }
            text.parse().ok()?
        }
        _ => return None,
    };
    n.is_finite().then_some(n)
}

/// Whether `text` is a sign or none, digits with a point or none, and an exponent or none.
fn is_decimal(text: &str) -> bool {
    let unsigned = |text: &str| text.strip_prefix(['+', '-']).unwrap_or(text).to_owned();
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (mantissa, exponent) = text.split_once(['e', 'E']).map_or((text, None), |(m, e)| (m, Some(e)));
    let mantissa = unsigned(mantissa);
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((&mantissa, ""));
    let is_exponent = |text: &str| {
        let digits = unsigned(text);
        !digits.is_empty() && are_digits(&digits)
    };
    !(whole.is_empty() && fraction.is_empty())
        && are_digits(whole)
        && are_digits(fraction)
        && exponent.is_none_or(is_exponent)
}

/// The nearest integer, halves up: ECMAScript's `Math.round`.
pub fn round(n: f64) -> f64 {
    let below = n.floor();
    if n - below >= 0.5 { below + 1.0 } else { below }
}

/// The number as a value; zero has no sign.
pub fn value(n: f64) -> Node {
    node(Data::Number(Lexeme::from(number::print(n + 0.0).as_str())))
}

/// What numbers are snapped to multiples of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grain {
    step: f64,
    /// How many decimals the step is written with.
    decimals: usize,
}

/// No double has more decimals.
const DECIMALS: i64 = 1_100;

impl Grain {
    /// The grain that `lexeme`, a JSON number, is: positive and finite.
    pub fn parse(lexeme: &str) -> Option<Self> {
        let step = number::double(lexeme);
        if !is_decimal(lexeme) || !step.is_finite() || step <= 0.0 {
            return None;
        }
        let (mantissa, exponent) = lexeme.split_once(['e', 'E']).unwrap_or((lexeme, "0"));
        let fraction = mantissa.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        let exponent: i64 = exponent.parse().unwrap_or(0);
        let written = i64::try_from(fraction).unwrap_or(DECIMALS).saturating_sub(exponent);
        Some(Self { step, decimals: usize::try_from(written.clamp(0, DECIMALS)).unwrap_or(0) })
    }

    /// The nearest multiple, halves up, with the decimals of the grain. Nothing where no double is that large.
    pub fn snap(self, n: f64) -> Option<f64> {
        let multiple = round(n / self.step) * self.step;
        let written = format!("{multiple:.*}", self.decimals);
        written.parse().ok().filter(|snapped: &f64| snapped.is_finite())
    }
}
