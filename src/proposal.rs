//! Proposals for vocabularies: words that a model took for a member, for a person to admit.
//!
//! A model proposes and never decides. [`read`] takes proposals as `propose` writes them; [`admit`] edits
//! the text of the rules, so that comments and layout stay, and asks the compiler whether they still hold.

mod edit;

use std::collections::HashMap;

use crate::decode::normal_form;
use crate::diagnostic::nearest::suggest;
use crate::diagnostic::{Diagnostic, Severity, Source};
use crate::facts::gbnf::NONE;
use crate::request::{Problem, Request};
use crate::rules;
use crate::span::Span;
use edit::{Place, Vocabularies};

/// A word that may become an alias of a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The vocabulary; where it is not said, the one that has the member.
    pub vocabulary: Option<String>,
    /// The word.
    pub alias: String,
    /// The member.
    pub member: String,
    /// The bytes of the file that it stands in.
    pub place: Span,
}

/// What becomes of rules when proposals are admitted.
#[derive(Debug, Default)]
pub struct Admission {
    /// The edited text of each file, in the order given.
    pub edited: Vec<String>,
    /// How many aliases are new.
    pub admitted: usize,
    /// How many stood there already.
    pub known: usize,
    /// Why nothing may be written: proposals that cannot be, or rules that no longer compile. The source
    /// behind the last one is the file of proposals.
    pub faults: Vec<Diagnostic>,
}

/// The proposals on a line: one by itself, `{"alias", "member", "vocabulary"?}`, or those in an answer of
/// `propose`, whose line begins at byte `at`.
///
/// # Errors
///
/// A [`Problem`]: a member is missing, or no string.
pub fn read(request: Request<'_>, at: usize) -> Result<Vec<Proposal>, Problem> {
    let whole = request.input.span;
    let place = Span::new(at + whole.start, at + whole.end);
    let one = |proposal: Request<'_>, vocabulary: Option<String>| {
        let text = |name: &str| Ok::<_, Problem>(proposal.text(proposal.required(name)?, name)?.to_owned());
        Ok(Proposal { vocabulary, alias: text("alias")?, member: text("member")?, place })
    };
    let vocabulary = |of: Request<'_>| match of.optional("vocabulary")? {
        Some(node) => Ok(Some(of.text(node, "vocabulary")?.to_owned())),
        None => Ok::<_, Problem>(None),
    };
    if request.member("facts")?.is_none() {
        return Ok(vec![one(request, vocabulary(request)?)?]);
    }
    let proposed = request.optional("proposed")?.and_then(|node| node.as_array()).unwrap_or_default();
    let each = |node| {
        let of = Request { input: node, ..request };
        one(Request { input: of.required("proposal")?, ..request }, vocabulary(of)?)
    };
    proposed.iter().map(each).collect()
}

/// Admits `proposals` to the vocabularies of `sources`.
///
/// What is known already is harmless. Where one proposal cannot be admitted, none is.
pub fn admit(sources: &[Source], proposals: &[Proposal]) -> Admission {
    let mut vocabularies = Vocabularies::of(sources);
    let mut admission = Admission::default();
    for proposal in proposals {
        let found = find(&vocabularies, proposal, sources.len());
        let admitted = found.and_then(|name| enter(&mut vocabularies, &name, proposal, sources.len()));
        match admitted {
            Ok(true) => admission.admitted += 1,
            Ok(false) => admission.known += 1,
            Err(fault) => admission.faults.push(fault),
        }
    }
    if admission.faults.is_empty() {
        admission.edited = vocabularies.edited(sources);
        let edited: Vec<Source> = sources
            .iter()
            .zip(&admission.edited)
            .map(|(source, text)| Source::new(source.name.clone(), text.clone()))
            .collect();
        let compiled = rules::compile(&edited);
        let errors = compiled.diagnostics.into_iter().filter(|found| found.severity == Severity::Error);
        // Where the edited text is at fault, its places are not those of the text that is shown.
        admission.faults.extend(errors.map(|error| {
            let message = format!("with these aliases the rules do not compile: {}", error.message);
            Diagnostic::error("proposal::clash", message)
        }));
    }
    admission
}

/// The vocabulary that a proposal is for.
fn find(vocabularies: &Vocabularies, proposal: &Proposal, file: usize) -> Result<String, Diagnostic> {
    let fault = |message: String| {
        Diagnostic::error("proposal::unknown", message).label(file, proposal.place, "proposed here")
    };
    let having: Vec<&str> = vocabularies.having(&proposal.member).collect();
    let name = match (&proposal.vocabulary, having.as_slice()) {
        (Some(name), _) => name.as_str(),
        (None, [only]) => only,
        (None, []) => {
            let error = fault(format!("no vocabulary of these files has the member `{}`", proposal.member));
            return Err(error.help(meant(&proposal.member, &vocabularies.all_members())));
        }
        (None, several) => {
            let message = format!("`{}` is a member of several vocabularies", proposal.member);
            let names: Vec<String> = several.iter().map(|name| format!("`{name}`")).collect();
            let help = format!("say which one, as `\"vocabulary\"`: {}", names.join(", "));
            return Err(Diagnostic::error("proposal::unclear", message)
                .label(file, proposal.place, "proposed here")
                .help(help));
        }
    };
    let Some(members) = vocabularies.members(name) else {
        let message = format!("these files have no vocabulary `{name}`");
        let names: Vec<&str> = vocabularies.names().collect();
        let help = match names.is_empty() {
            true => "name the file that it stands in".to_owned(),
            false => suggest(name, names),
        };
        return Err(fault(message).help(help));
    };
    if !members.iter().any(|member| *member == proposal.member) {
        let error = fault(format!("`{name}` has no member `{}`", proposal.member));
        return Err(error.help(meant(&proposal.member, &members)));
    }
    Ok(name.to_owned())
}

/// What may have been meant for `member`: the one of `members` that it reads as, or else the nearest.
fn meant(member: &str, members: &[&str]) -> String {
    let form = normal_form(member);
    match members.iter().find(|known| normal_form(known) == form) {
        Some(known) => format!("a member is named as it is written: did you mean `{known}`?"),
        None => suggest(member, members.iter().copied()),
    }
}

/// Enters a proposal; says whether its alias is new.
fn enter(
    vocabularies: &mut Vocabularies,
    name: &str,
    proposal: &Proposal,
    file: usize,
) -> Result<bool, Diagnostic> {
    let form = normal_form(&proposal.alias);
    let clash = |message: String| {
        Diagnostic::error("proposal::clash", message).label(file, proposal.place, "proposed here")
    };
    if form.is_empty() {
        return Err(clash("the empty text stands for no member".to_owned()).help("take this proposal out"));
    }
    match vocabularies.word(name, &form) {
        Some((member, _)) if *member == proposal.member => Ok(false),
        Some((member, place)) => {
            let message = format!(
                "`{}` would stand for `{}`, and stands for `{member}`",
                proposal.alias, proposal.member
            );
            let error = match place {
                Place::Rules(source, span) => {
                    clash(message).label(*source, *span, format!("for `{member}` here"))
                }
                Place::Proposed(span) => clash(message).label(file, *span, format!("for `{member}` here")),
            };
            Err(error.help("a word stands for one member: keep one of the two"))
        }
        // With such a word the vocabulary could not be asked about any more.
        None if form == NONE => {
            let message = format!(
                "`{}` would stand for `{}`, and says that no member fits",
                proposal.alias, proposal.member
            );
            Err(clash(message)
                .help(format!("`{NONE}` could not be told from a refusal: take this proposal out")))
        }
        None => {
            vocabularies.add(name, form, proposal);
            Ok(true)
        }
    }
}

/// The words of a vocabulary by their normal forms: the member of each, and where it stands.
type Words = HashMap<String, (String, Place)>;
