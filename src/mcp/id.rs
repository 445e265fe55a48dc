//! The id of a request, by its value.

use std::fmt::Write as _;

/// How long an id may be.
const MOST: usize = 1 << 10;

/// What a request is called: `7`, `7.0` and `70e-1` are one id, and the text `"7"` is another one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Id {
    /// A number: its digits without zeros around them, and the power of ten.
    Number(Box<str>),
    /// A text, unescaped.
    Text(Box<str>),
}

impl Id {
    /// Reads a JSON text. `None` where that is no id, or too long for one.
    pub fn read(raw: &str) -> Option<Self> {
        match raw.as_bytes().first()? {
            _ if raw.len() > MOST => None,
            b'"' => serde_json::from_str::<Box<str>>(raw).ok().map(Self::Text),
            b'-' | b'0'..=b'9' => number(raw).map(Self::Number),
            _ => None,
        }
    }

    /// What a peer may have made of it that does not tell texts and numbers apart.
    pub(super) fn other(&self) -> Option<Self> {
        match self {
            Self::Text(text) => {
                let is_number = text.starts_with(|first: char| first == '-' || first.is_ascii_digit());
                let is_number = is_number && serde_json::from_str::<serde_json::Number>(text).is_ok();
                is_number.then(|| number(text).map(Self::Number)).flatten()
            }
            Self::Number(number) => {
                let (digits, power) = number.split_once('e')?;
                let zeros = power.parse::<usize>().ok().filter(|zeros| *zeros < 32)?;
                Some(Self::Text(format!("{digits}{}", "0".repeat(zeros)).into()))
            }
        }
    }
}

/// The exact value of a JSON number, in one spelling.
fn number(raw: &str) -> Option<Box<str>> {
    let (sign, unsigned) = raw.strip_prefix('-').map_or(("", raw), |rest| ("-", rest));
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let exponent: i64 = exponent.parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let digits = all.trim_start_matches('0');
    let kept = digits.trim_end_matches('0');
    if kept.is_empty() {
        return Some("0e0".into());
    }
    let shift = i64::try_from(digits.len() - kept.len()).ok()? - i64::try_from(fraction.len()).ok()?;
    let mut text = format!("{sign}{kept}");
    write!(text, "e{}", exponent.checked_add(shift)?).ok()?;
    Some(text.into())
}
