//! Names that are longer than the room for them.

use console::{measure_text_width as width, truncate_str};

/// The text in `most` columns. Both ends stay, since paths differ at their end and refs at either.
pub(crate) fn shorten(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut left = most / 2;
    let fits = |character: &char| {
        let fit = left.checked_sub(width(character.encode_utf8(&mut [0; 4])));
        left = fit.unwrap_or(0);
        fit.is_some()
    };
    let tail: Vec<char> = text.chars().rev().take_while(fits).collect();
    let tail: String = tail.into_iter().rev().collect();
    format!("{}{tail}", truncate_str(text, most - width(&tail), "…"))
}
