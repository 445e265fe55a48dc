//! Moments as whole seconds from noon, and the texts of them that a call may send.

use serde_json::Value;

/// From a second up to another, which is outside.
pub type Window = (i64, i64);

pub const EVER: Window = (i64::MIN, i64::MAX);

/// Noon of a day, in seconds since 1970.
const NOON: i64 = 1_772_366_400;

pub fn moment(second: i64) -> String {
    jiff::Timestamp::from_second(NOON + second).unwrap().to_string()
}

/// The same moment on the clock of another zone.
pub fn zoned(second: i64) -> String {
    moment(second + 3600).replace('Z', "+01:00")
}

/// The second of a text that names a moment and its zone.
pub fn second(text: &str) -> Option<i64> {
    text.parse::<jiff::Timestamp>().ok().map(|at| at.as_second() - NOON)
}

/// The seconds of `3h` and the like.
pub fn length(text: &str) -> Option<i64> {
    let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let of = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3600,
        "d" => 86_400,
        _ => return None,
    };
    number.bytes().all(|byte| byte.is_ascii_digit()).then(|| number.parse::<i64>().ok())?.map(|it| it * of)
}

/// The second that a sent value means to a tool whose clock shows `clock`.
pub fn meant(value: &Value, clock: i64) -> Option<i64> {
    let text = value.as_str()?;
    second(text).or_else(|| Some(clock - length(text)?))
}
