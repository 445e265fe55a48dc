//! Numbers as ECMAScript reads and prints them.

/// The double that a JSON number stands for; infinite where none is large enough.
pub fn double(lexeme: &str) -> f64 {
    lexeme.parse().unwrap_or(f64::NAN)
}

/// `String(n)` of ECMAScript for a finite double.
pub fn print(n: f64) -> String {
    ryu_js::Buffer::new().format(n).to_owned()
}

/// The finite double that `text` is the ECMAScript spelling of: `String(n) === text`.
///
/// `"2"`, `"-1.5"` and `"1e+21"` are; `"02"`, `"1.0"`, `"-0"`, `"1e21"`, `" 1"` and
/// `"9007199254740993"` are not.
pub fn exact(text: &str) -> Option<f64> {
    // Rust also reads `inf`, `nan` and a leading `+`, which ECMAScript never prints for a finite number.
    let starts = text.bytes().next().is_some_and(|byte| byte == b'-' || byte.is_ascii_digit());
    if !starts || text.len() > 32 {
        return None;
    }
    let n: f64 = text.parse().ok()?;
    (n.is_finite() && print(n) == text).then_some(n)
}

/// Serializes a finite double the way ECMAScript prints it where that is an integer, so that a
/// whole figure reads `2` and not `2.0`.
///
/// # Errors
///
/// The serializer's own.
pub fn serialize<S: serde::Serializer>(n: f64, serializer: S) -> Result<S::Ok, S::Error> {
    // Every integer below 2^53 is exact in both types.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if n.fract() == 0.0 && n.abs() < EXACT {
        #[expect(clippy::cast_possible_truncation, reason = "whole and below 2^53")]
        return serializer.serialize_i64(n as i64);
    }
    serializer.serialize_f64(n)
}

/// The value of a JSON number that is a safe integer from 0 in ECMAScript, whatever its spelling: `1`,
/// `1.0` and `1e0` are equal.
pub fn natural(lexeme: &str) -> Option<u64> {
    const MAX_SAFE: f64 = 9_007_199_254_740_991.0;
    let n = double(lexeme);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole, from 0 to 2^53 - 1")]
    (n.fract() == 0.0 && (0.0..=MAX_SAFE).contains(&n)).then_some(n as u64)
}
