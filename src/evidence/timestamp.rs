//! When a record was written, by its own word: a text of ISO 8601, or a number of time units since 1970.

/// The time that a JSON value gives, in nanoseconds since 1970; `None` where it is no time from then on.
pub(super) fn read(value: &str) -> Option<u64> {
    match value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(text) => written(text.as_bytes()),
        None => counted(value),
    }
}

/// A number of seconds, milliseconds, microseconds or nanoseconds, told by its size: each of them
/// stands for the same thousand years or so.
fn counted(number: &str) -> Option<u64> {
    let (whole, rest) = number.split_once('.').unwrap_or((number, ""));
    let number: u64 = whole.parse().ok()?;
    let unit = match number {
        ..100_000_000_000 => 1_000_000_000,
        100_000_000_000..100_000_000_000_000 => 1_000_000,
        100_000_000_000_000..100_000_000_000_000_000 => 1_000,
        _ => 1,
    };
    number.checked_mul(unit)?.checked_add(fraction(rest.as_bytes())? / (1_000_000_000 / unit))
}

/// `YYYY-MM-DDTHH:MM:SS`, a fraction of a second or none, and `Z` or an offset.
fn written(text: &[u8]) -> Option<u64> {
    let ([year, month, day, hour, minute, second], rest) = clock(text)?;
    let (digits, zone) = match rest.split_first() {
        Some((b'.' | b',', rest)) => {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            rest.split_at_checked(digits.max(1))?
        }
        _ => rest.split_at_checked(0)?,
    };
    let seconds = days(year, month, day)? * 86_400 + hour * 3_600 + minute * 60 + second - offset(zone)?;
    u64::try_from(seconds).ok()?.checked_mul(1_000_000_000)?.checked_add(fraction(digits)?)
}

/// The six numbers of a date and a time, each within its bounds, and what follows.
fn clock(text: &[u8]) -> Option<([i64; 6], &[u8])> {
    const PARTS: [(usize, &[u8], i64, i64); 6] = [
        (4, b"-", 1970, 2500),
        (2, b"-", 1, 12),
        (2, b"Tt ", 1, 31),
        (2, b":", 0, 23),
        (2, b":", 0, 59),
        (2, b"", 0, 60),
    ];
    let mut rest = text;
    let mut numbers = [0; 6];
    for (number, (digits, ends, least, most)) in numbers.iter_mut().zip(PARTS) {
        let (part, after) = rest.split_at_checked(digits)?;
        *number = natural(part).filter(|number| (least..=most).contains(number))?;
        rest = match after.split_first() {
            _ if ends.is_empty() => after,
            Some((end, after)) if ends.contains(end) => after,
            _ => return None,
        };
    }
    Some((numbers, rest))
}

/// The seconds that a zone is ahead.
fn offset(zone: &[u8]) -> Option<i64> {
    let (sign, digits) = match zone {
        [b'Z' | b'z'] => return Some(0),
        [b'+', digits @ ..] => (1, digits),
        [b'-', digits @ ..] => (-1, digits),
        _ => return None,
    };
    let (hours, minutes) = match digits {
        [hours @ .., b':', a, b] if hours.len() == 2 => (hours, [*a, *b]),
        [hours @ .., a, b] if hours.len() == 2 => (hours, [*a, *b]),
        _ => return None,
    };
    Some(sign * (natural(hours)? * 3_600 + natural(&minutes)? * 60))
}

/// The nanoseconds of the digits behind a decimal point.
fn fraction(digits: &[u8]) -> Option<u64> {
    let mut nine = digits.iter().chain(std::iter::repeat(&b'0')).take(9);
    nine.try_fold(0, |sum, digit| digit.is_ascii_digit().then(|| sum * 10 + u64::from(digit - b'0')))
}

fn natural(digits: &[u8]) -> Option<i64> {
    digits.iter().try_fold(0, |sum, digit| digit.is_ascii_digit().then(|| sum * 10 + i64::from(digit - b'0')))
}

/// The days from 1970 to this day of the civil calendar; `None` where the month has no such day.
///
/// Years are counted from March, so that the leap day comes last (H. Hinnant, *chrono-Compatible
/// Low-Level Date Algorithms*).
fn days(year: i64, month: i64, day: i64) -> Option<i64> {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let longest = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let (year, from_march) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let of_year = (153 * from_march + 2) / 5 + day - 1;
    let days = year * 365 + year / 4 - year / 100 + year / 400 + of_year - 719_468;
    (day <= longest).then_some(days)
}
