//! Moments and lengths of time, exact to the nanosecond.

use std::fmt;

use jiff::Timestamp;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A moment, in nanoseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(i128);

/// A length of time, in nanoseconds; never negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Length(i128);

/// From a moment up to another, which is outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// Its start.
    pub from: Moment,
    /// Its end.
    pub to: Moment,
}

/// From a moment up to another, where that is known at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reach {
    /// Its start.
    pub from: Moment,
    /// Its end; none where nobody knows how late it may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Moment>,
}

impl Moment {
    /// The start of 1970.
    pub(super) const START: Self = Self(0);

    /// The moment of a text of RFC 3339, which names its zone. A second beyond the 59th is none.
    pub fn parse(text: &str) -> Option<Self> {
        let is_form = |(index, byte): (usize, u8)| match index {
            4 | 7 => byte == b'-',
            10 => byte == b'T',
            13 | 16 => byte == b':',
            17 => byte < b'6',
            _ => byte.is_ascii_digit(),
        };
        let (clock, rest) = text.split_at_checked(19)?;
        let zone = rest.trim_start_matches(|of: char| of == '.' || of.is_ascii_digit());
        let is_zone = zone == "Z" || (zone.len() == 6 && zone.starts_with(['+', '-']));
        let is_text = clock.bytes().enumerate().all(is_form) && is_zone && rest.len() <= 16;
        let moment: Timestamp = is_text.then(|| text.parse().ok())??;
        Some(Self(moment.as_nanosecond()))
    }

    /// The moment this much later, as far as there is one.
    #[must_use]
    pub fn later(self, by: Length) -> Self {
        Self(self.0.saturating_add(by.0))
    }

    /// The moment this much earlier.
    #[must_use]
    pub fn earlier(self, by: Length) -> Self {
        Self(self.0.saturating_sub(by.0))
    }
}

impl Length {
    /// A whole number and one of `s`, `m`, `h`, `d` and `w`.
    pub fn parse(text: &str) -> Option<Self> {
        Self::read(text, false)
    }

    /// The same, also of years, of 365 days.
    pub fn parse_years(text: &str) -> Option<Self> {
        Self::read(text, true)
    }

    fn read(text: &str, years: bool) -> Option<Self> {
        let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
        let seconds: i128 = match unit {
            "s" => 1,
            "m" => 60,
            "h" => 3_600,
            "d" => 86_400,
            "w" => 7 * 86_400,
            "y" if years => 365 * 86_400,
            _ => return None,
        };
        let is_whole =
            !digits.is_empty() && digits.len() <= 9 && digits.bytes().all(|it| it.is_ascii_digit());
        let number: i128 = is_whole.then(|| digits.parse().ok())??;
        Some(Self(number * seconds * 1_000_000_000))
    }
}

impl Window {
    /// The window between two moments, where there is anything between them.
    pub fn of(from: Moment, to: Moment) -> Option<Self> {
        (from < to).then_some(Self { from, to })
    }

    /// What is in both.
    pub fn and(self, other: Self) -> Option<Self> {
        Self::of(self.from.max(other.from), self.to.min(other.to))
    }

    /// The same, with an end that is known.
    pub fn reach(self) -> Reach {
        Reach { from: self.from, to: Some(self.to) }
    }

    /// Whether all of `other` is in it.
    pub fn contains(self, other: Self) -> bool {
        self.from <= other.from && other.to <= self.to
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Timestamp::from_nanosecond(self.0) {
            Ok(moment) => moment.fmt(f),
            Err(_) => f.write_str("a moment beyond what is written"),
        }
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let moment = Timestamp::from_nanosecond(self.0).map_err(serde::ser::Error::custom)?;
        serializer.collect_str(&moment)
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom("a moment is a text of RFC 3339 with a zone"))
    }
}

/// Reads a length of time from JSON.
pub(super) fn length<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Length>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let length = Length::parse(&text);
    length.map(Some).ok_or_else(|| D::Error::custom("a length of time is a whole number of s, m, h, d or w"))
}
