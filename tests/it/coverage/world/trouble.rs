//! What goes wrong in a world: mostly one thing, so that one rule must notice.

use fastrand::Rng;

/// The sorts of trouble that a world has; none where a well-declared tool is in good hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trouble(u32);

/// A sort of trouble.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// Values that look alike, and lists of them.
    Type,
    /// Odd values of arguments, or none.
    Value,
    Empty,
    Twice,
    Stranger,
    Fixed,
    Host,
    Credential,
    /// Defaults of the live schema.
    Default,
    /// Words and names that mean several things.
    Name,
    /// Times that are no times.
    Time,
    /// A clock that is read late, or nobody knows when.
    Clock,
    /// Limits that are odd, or not declared.
    Size,
    First,
    /// Pages that are taken for a list and are none.
    Walk,
    /// Declarations that say little.
    Silent,
    /// Results that say that they are worth nothing.
    Whole,
    /// Results of which a part cannot be read.
    Fact,
    Partial,
    /// Short pages, pages of what does not fit, other orders.
    Order,
    Keyless,
    Remote,
    /// Another window than was asked for.
    Window,
    /// Pages of a time that moves on while they are read.
    Moving,
    /// Records that change while they are read.
    Busy,
}

pub const ALL: [Of; 25] = [
    Of::Type,
    Of::Value,
    Of::Empty,
    Of::Twice,
    Of::Stranger,
    Of::Fixed,
    Of::Host,
    Of::Credential,
    Of::Default,
    Of::Name,
    Of::Time,
    Of::Clock,
    Of::Size,
    Of::First,
    Of::Walk,
    Of::Silent,
    Of::Whole,
    Of::Fact,
    Of::Partial,
    Of::Order,
    Of::Keyless,
    Of::Remote,
    Of::Window,
    Of::Moving,
    Of::Busy,
];

impl Trouble {
    pub const NONE: Self = Self(0);

    /// One sort, or two, or whatever comes.
    pub fn draw(rng: &mut Rng) -> Self {
        let mut some = Self(if rng.u8(..12) == 0 { rng.u32(..) } else { 0 });
        for _ in 0..rng.u8(1..3) {
            // What takes several pages must come more often.
            let paged = [Of::Walk, Of::Order, Of::Size, Of::Busy];
            let of = if rng.u8(..5) == 0 { paged[rng.usize(..4)] } else { ALL[rng.usize(..ALL.len())] };
            some.0 |= 1 << of as u32;
        }
        some
    }

    pub fn only(of: Of) -> Self {
        Self(1 << of as u32)
    }

    pub fn has(self, of: Of) -> bool {
        self.0 & (1 << of as u32) != 0
    }

    pub fn has_any(self, of: &[Of]) -> bool {
        of.iter().any(|of| self.has(*of))
    }

    /// Whether it is about what arguments mean, so that there must be some.
    pub fn narrows(self) -> bool {
        use Of::{Default, Empty, Name, Twice, Value};
        self == Self::NONE || self.has_any(&[Value, Empty, Twice, Default, Name])
    }

    /// Whether it is about pages, so that there must be some.
    pub fn pages(self) -> bool {
        self.has_any(&[Of::Walk, Of::Order, Of::First, Of::Keyless, Of::Moving])
    }

    /// Whether it strikes now: one time in so many, where there is such trouble.
    pub fn strikes(self, of: Of, rng: &mut Rng, in_so_many: u8) -> bool {
        self.has(of) && rng.u8(..in_so_many) == 0
    }
}
