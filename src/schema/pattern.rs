//! Patterns as ECMA-262 reads them, for engines that read them otherwise.
//!
//! The engines' `\b` knows the letters of all scripts, ECMA's only ASCII ones; `[\b]` is a backspace
//! that they do not know, and so are `\0` and `\cA`. Of the classes `\d \w \s` and `.` the validator translates those in plain
//! patterns by itself, but leaves a pattern with look-around or a back-reference as it is. So such
//! patterns, and those with one of these, are translated here as a whole; all others are left alone.
//!
//! A schema without look-around and back-references gets the engine that needs linear time only.

use std::str::Chars;

/// What `\w` takes.
const WORD: [(u32, u32); 4] = [(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)];
/// What `\d` takes.
const DIGIT: [(u32, u32); 1] = [(0x30, 0x39)];
/// What `\s` takes: white space and line ends.
const SPACE: [(u32, u32); 10] = [
    (0x09, 0x0d),
    (0x20, 0x20),
    (0xa0, 0xa0),
    (0x1680, 0x1680),
    (0x2000, 0x200a),
    (0x2028, 0x2029),
    (0x202f, 0x202f),
    (0x205f, 0x205f),
    (0x3000, 0x3000),
    (0xfeff, 0xfeff),
];
/// What `.` does not take: line ends.
const LINE_END: [(u32, u32); 3] = [(0x0a, 0x0a), (0x0d, 0x0d), (0x2028, 0x2029)];

/// Which engine runs the patterns of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Engine {
    /// Linear time; neither look-around nor back-references.
    Linear,
    /// Steps back, within a bound.
    Backtracking,
}

/// `\b` and `\B` for the linear engine.
const LINEAR: [&str; 2] = ["(?-u:\\b)", "(?-u:\\B)"];
/// `\b` and `\B` for the other, which has no word for the ASCII ones.
const BACKTRACKING: [&str; 2] = [
    "(?:(?<=[0-9A-Z_a-z])(?![0-9A-Z_a-z])|(?<![0-9A-Z_a-z])(?=[0-9A-Z_a-z]))",
    "(?:(?<=[0-9A-Z_a-z])(?=[0-9A-Z_a-z])|(?<![0-9A-Z_a-z])(?![0-9A-Z_a-z]))",
];

/// The engine that `pattern` needs.
///
/// The linear one's word for a boundary is none of ECMA-262, so it is no choice where the copy
/// `is_checked` for its grammar.
pub(super) fn engine(pattern: &str, is_checked: bool) -> Engine {
    let writer = Writer::read(pattern, Engine::Linear);
    if writer.steps_back || (is_checked && writer.is_foreign) { Engine::Backtracking } else { Engine::Linear }
}

/// The pattern in the engine's words, where engine and validator would not read it as ECMA does.
pub(super) fn translate(pattern: &str, engine: Engine) -> Option<String> {
    let writer = Writer::read(pattern, engine);
    (writer.is_needed || writer.steps_back).then_some(writer.out)
}

struct Writer {
    out: String,
    boundaries: [&'static str; 2],
    /// Whether there is something that the validator would not translate.
    is_needed: bool,
    /// Whether there is a word of the linear engine that is none of ECMA-262.
    is_foreign: bool,
    /// Whether there is look-around or a back-reference.
    steps_back: bool,
    in_class: bool,
    /// Where in `out` a hyphen of a class stands that is the last character so far.
    hyphen: Option<usize>,
    /// Whether the last thing in a class was a set, which begins no range.
    after_set: bool,
}

impl Writer {
    fn read(pattern: &str, engine: Engine) -> Self {
        let mut writer = Self {
            out: String::new(),
            boundaries: if engine == Engine::Linear { LINEAR } else { BACKTRACKING },
            is_needed: false,
            is_foreign: false,
            steps_back: false,
            in_class: false,
            hyphen: None,
            after_set: false,
        };
        let mut rest = pattern.chars();
        while let Some(character) = rest.next() {
            match character {
                '\\' => match rest.next() {
                    Some(escaped) => writer.escape(escaped, &mut rest),
                    None => writer.out.push('\\'),
                },
                other => writer.plain(other, rest.as_str()),
            }
        }
        writer
    }

    fn plain(&mut self, character: char, rest: &str) {
        let hyphen = (self.in_class && character == '-').then_some(self.out.len());
        match character {
            '(' if !self.in_class => {
                self.steps_back |= ["?=", "?!", "?<=", "?<!"].iter().any(|look| rest.starts_with(look));
                self.out.push('(');
            }
            '.' if !self.in_class => self.out.push_str(&set(&complement(&LINE_END))),
            '-' if self.in_class && self.after_set => self.out.push_str("\\-"),
            other => {
                self.in_class = match other {
                    '[' => true,
                    ']' => false,
                    _ => self.in_class,
                };
                self.out.push(other);
            }
        }
        self.hyphen = hyphen;
        self.after_set = false;
    }

    fn escape(&mut self, escaped: char, rest: &mut Chars<'_>) {
        if let Some(control) = control(escaped, rest) {
            self.needed(&format!("\\x{control:02x}"));
            (self.hyphen, self.after_set) = (None, false);
            return;
        }
        let ranges = match escaped {
            'd' => Some(DIGIT.to_vec()),
            'D' => Some(complement(&DIGIT)),
            'w' => Some(WORD.to_vec()),
            'W' => Some(complement(&WORD)),
            's' => Some(SPACE.to_vec()),
            'S' => Some(complement(&SPACE)),
            _ => None,
        };
        let [boundary, no_boundary] = self.boundaries;
        let after_set = ranges.is_some();
        match (ranges, self.in_class, escaped) {
            (Some(ranges), true, _) => {
                // A set ends no range: the hyphen before it is a hyphen.
                if let Some(hyphen) = self.hyphen {
                    self.out.truncate(hyphen);
                    self.out.push_str("\\-");
                }
                self.out.push_str(&members(&ranges));
            }
            (Some(ranges), false, _) => self.out.push_str(&set(&ranges)),
            (None, true, 'b') => self.needed("\u{8}"),
            (None, false, 'b' | 'B') => {
                self.is_foreign = true;
                self.needed(if escaped == 'b' { boundary } else { no_boundary });
            }
            (None, in_class, other) => {
                self.steps_back |= !in_class && matches!(other, '1'..='9');
                self.out.extend(['\\', other]);
            }
        }
        self.hyphen = None;
        self.after_set = after_set;
    }

    fn needed(&mut self, text: &str) {
        self.is_needed = true;
        self.out.push_str(text);
    }
}

/// The control character that `\0` or `\cA` stands for; the letter is taken.
///
/// With one more digit, or before anything but a letter, it is no escape of ECMA-262.
fn control(escaped: char, rest: &mut Chars<'_>) -> Option<u32> {
    let next = rest.clone().next();
    match escaped {
        '0' if !next.is_some_and(|next| next.is_ascii_digit()) => Some(0),
        'c' => {
            let letter = next.filter(char::is_ascii_alphabetic)?;
            rest.next();
            Some(u32::from(letter) % 32)
        }
        _ => None,
    }
}

fn set(ranges: &[(u32, u32)]) -> String {
    format!("[{}]", members(ranges))
}

fn members(ranges: &[(u32, u32)]) -> String {
    ranges.iter().map(|(first, last)| format!("{}-{}", literal(*first), literal(*last))).collect()
}

/// A character of a class as both ECMA-262 and the engines write it: drafts up to 7 hold the copy to the
/// grammar of the former.
fn literal(character: u32) -> String {
    let character = char::from_u32(character).unwrap_or_default();
    let escape = if matches!(character, '[' | ']' | '^' | '\\' | '-') { "\\" } else { "" };
    format!("{escape}{character}")
}

/// All other characters.
fn complement(ranges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let starts = std::iter::once(0).chain(ranges.iter().map(|(_, last)| last + 1));
    let ends = ranges.iter().map(|(first, _)| *first).chain([0x11_0000]);
    starts.zip(ends).filter(|(start, end)| start < end).map(|(start, end)| (start, end - 1)).collect()
}
