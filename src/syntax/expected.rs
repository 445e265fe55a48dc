//! What the grammar expected, in words.

use pest::error::{Error, ErrorVariant, InputLocation};

use super::clause::Fault;
use super::grammar::Rule;

/// The fault that a failed parse of a clause at byte `offset` of its file stands for.
pub(super) fn fault(error: &Error<Rule>, offset: usize) -> Fault {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at + offset,
    };
    let mut expected: Vec<String> = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.iter().map(|rule| words(*rule)).collect(),
        ErrorVariant::CustomError { .. } => Vec::new(),
    };
    expected.sort_unstable();
    expected.dedup();
    let has = |words: &str| expected.iter().any(|one| one == words);
    if has(TYPE) {
        expected = vec![TYPE.to_owned()];
    } else if has("a guard") {
        expected = vec!["a guard".to_owned()];
    } else if has("`and`") {
        // A guard that is complete might be another one that goes on; who left out `and` meant neither.
        expected.retain(|words| !["`is`", "`of`"].contains(&words.as_str()));
    }
    Fault::Expected { at, expected }
}

/// What facts are of.
const TYPE: &str = "a type: `int`, say";

/// What a person calls a grammar rule: a keyword, or a part that is named by its words, as it is written.
fn words(rule: Rule) -> String {
    let words = match rule {
        Rule::comma => "`,`",
        Rule::bar => "`|`",
        Rule::open => "`(`",
        Rule::close => "`)`",
        Rule::equals => "`=`",
        Rule::colon => "`:`",
        Rule::EOI => "the end of the clause",
        Rule::word | Rule::binder | Rule::kind | Rule::kinds | Rule::decoder | Rule::excluded => "a word",
        Rule::number => "a number",
        Rule::string | Rule::alias => "a string",
        Rule::pointer => "a JSON Pointer in quotes",
        Rule::literal | Rule::value | Rule::fact_value => "a literal",
        Rule::outside | Rule::alphabet | Rule::argument | Rule::reference => "a word or a string",
        Rule::fact_type | Rule::kw_grain => TYPE,
        Rule::bound => "a bound and its number",
        Rule::guard | Rule::conjunction | Rule::negation | Rule::atom | Rule::group | Rule::phrase => {
            "a guard"
        }
        Rule::between_digits | Rule::kw_except => "`except between digits`",
        Rule::planned => "`, planned again`",
        Rule::called => "`said`",
        Rule::page_by => "`by`",
        Rule::first_page => "`first`",
        Rule::unless_value => "`unless`",
        Rule::bears => "`bears on`",
        Rule::matched => "what is taken: `null`, say",
        Rule::target => "what is written: `omitted`, say",
        Rule::written => "`to` or `name to key`",
        named => return as_named(named),
    };
    words.to_owned()
}

fn as_named(rule: Rule) -> String {
    let name = format!("{rule:?}");
    format!("`{}`", name.strip_prefix("kw_").unwrap_or(&name).replace('_', " "))
}
