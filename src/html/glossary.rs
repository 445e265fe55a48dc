//! The words of the page, explained on it.

use maud::{Markup, html};

/// Each word with what it means.
const WORDS: [(&str, &str); 9] = [
    ("ref", "The name of an action, such as mcp.server.tool."),
    (
        "call",
        "An operation on an action. Those on fabric.discovery. and fabric.workflow. refs, which look for actions and put them together, are not counted as calls.",
    ),
    (
        "rejected",
        "Failed at resolve, prepare or validate: the call never reached its action. A call that failed later, was aborted or timed out is not rejected.",
    ),
    (
        "stage",
        "Where a call failed: resolve, prepare, validate, approve, guard or invoke; unknown where that was not recorded.",
    ),
    (
        "normalized",
        "A call whose arguments were rewritten to what its schema declares, before they were validated.",
    ),
    (
        "shape",
        "The names and the kinds of a call’s arguments, without their values: (note:null,pageCount:str).",
    ),
    (
        "shape bits",
        "How mixed the shapes of an action are: 0 where all calls have the same, 1 where two are equally frequent, 2 for four.",
    ),
    (
        "churn",
        "How much of the shape changes from a failed call to the next call of its action in the same execution: nothing at 0 %, all of it at 100 %.",
    ),
    (
        "freedom",
        "How much the declared schema of an action leaves open, in units of one free text: an enum little, an open object much; 0 where no schema was given.",
    ),
];

/// The card that explains them.
pub(super) fn glossary() -> Markup {
    html! {
        section.card.wide {
            h2 { "What the words mean" }
            dl { @for (word, meaning) in WORDS { div { dt { (word) } dd { (meaning) } } } }
        }
    }
}
