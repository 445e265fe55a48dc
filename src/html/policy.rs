//! What a browser may do with the page: apply the style that stands in it, and nothing else.
//!
//! Names in the page come from sessions. They are escaped; were one not, it could still not load,
//! send or run anything.

use sha2::{Digest as _, Sha256};

/// The content security policy of a page whose one style element holds `style`.
pub(super) fn policy(style: &str) -> String {
    let digest = base64(&Sha256::digest(style.as_bytes()));
    format!("default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'")
}

/// The bytes in base 64, padded (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let byte = |index: usize| u32::from(three.get(index).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let digit = DIGITS.get((bits >> (18 - 6 * place) & 63) as usize);
            out.push(digit.filter(|_| place <= three.len()).map_or('=', |digit| char::from(*digit)));
        }
    }
    out
}
