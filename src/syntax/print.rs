//! Back to text: [`layout()`] is what `rules fmt` writes. It moves tokens and comments and changes none
//! of them. What a program holds in the words of a rule file its [`ir`](crate::ir) says itself.

mod layout;

pub use layout::layout;
