//! What the grammar expected, in words.

use pest::error::{Error, ErrorVariant, InputLocation};

use super::clause::Fault;
use super::grammar::Rule;

/// The fault that a failed parse of a clause at byte `offset` of its file stands for.
pub(super) fn fault(error: &Error<Rule>, offset: usize) -> Fault {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at + offset,
    };
    let mut expected = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.iter().map(|rule| words(*rule)).collect(),
        ErrorVariant::CustomError { .. } => Vec::new(),
    };
    expected.sort_unstable();
    expected.dedup();
    if expected.contains(&"a guard") {
        expected = vec!["a guard"];
    }
    // A guard that is complete might be another one that goes on; who left out `and` meant neither.
    if expected.contains(&"`and`") {
        expected.retain(|words| !["`is`", "`of`"].contains(words));
    }
    Fault::Expected { at, expected }
}

/// What a person calls a grammar rule.
fn words(rule: Rule) -> &'static str {
    match rule {
        Rule::comma => "`,`",
        Rule::bar => "`|`",
        Rule::open => "`(`",
        Rule::close => "`)`",
        Rule::EOI => "the end of the clause",
        Rule::word | Rule::binder | Rule::kind | Rule::kinds | Rule::decoder => "a word",
        Rule::number => "a number",
        Rule::string => "a string",
        Rule::literal => "a literal",
        Rule::outside | Rule::alphabet => "a word or a string",
        Rule::bound => "a bound and its number",
        Rule::guard | Rule::conjunction | Rule::negation | Rule::atom | Rule::group | Rule::phrase => {
            "a guard"
        }
        Rule::between_digits | Rule::kw_except => "`except between digits`",
        Rule::planned => "`, planned again`",
        Rule::empty_object => "`empty object`",
        Rule::kw_a => "`a`",
        Rule::kw_absent => "`absent`",
        Rule::kw_again => "`again`",
        Rule::kw_among => "`among`",
        Rule::kw_an => "`an`",
        Rule::kw_and => "`and`",
        Rule::kw_are => "`are`",
        Rule::kw_as => "`as`",
        Rule::kw_be => "`be`",
        Rule::kw_between => "`between`",
        Rule::kw_by => "`by`",
        Rule::kw_case => "`case`",
        Rule::kw_characters => "`characters`",
        Rule::kw_closed => "`closed`",
        Rule::kw_digits => "`digits`",
        Rule::kw_enum => "`enum`",
        Rule::kw_for => "`for`",
        Rule::kw_has => "`has`",
        Rule::kw_is => "`is`",
        Rule::kw_key => "`key`",
        Rule::kw_keys => "`keys`",
        Rule::kw_least => "`least`",
        Rule::kw_member => "`member`",
        Rule::kw_members => "`members`",
        Rule::kw_name => "`name`",
        Rule::kw_not => "`not`",
        Rule::kw_object => "`object`",
        Rule::kw_of => "`of`",
        Rule::kw_only => "`only`",
        Rule::kw_or => "`or`",
        Rule::kw_read => "`read`",
        Rule::kw_string => "`string`",
        Rule::kw_the => "`the`",
        Rule::kw_to => "`to`",
        Rule::kw_unique => "`unique`",
        Rule::kw_unless | Rule::unless => "`unless`",
        Rule::kw_when => "`when`",
        Rule::kw_where => "`where`",
        Rule::matched => "what is taken: `null`, say",
        Rule::target => "what is written: `omitted`, say",
        Rule::written => "`to` or `name to key`",
        _ => "another clause",
    }
}
