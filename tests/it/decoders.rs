//! Each decoder by itself: what it takes and gives, as `apply` has it and as the checker of changes does.

use fabric_rules::internal::apply::Outcome;
use fabric_rules::internal::decode::{Reader, encode};
use fabric_rules::internal::facets::Site;
use fabric_rules::internal::ir::{
    Action, Convention, Decoder, Decoding, Guard, Kinds, Program, Reach, Spelling, Status, Term, Unless,
    Vocabulary,
};
use fabric_rules::internal::json::{Document, Limits};
use fabric_rules::internal::program::Profile;
use fabric_rules::internal::verify::verify;
use proptest::prelude::{ProptestConfig, Strategy as _, any, prop_assert_eq, proptest};
use serde_json::{Value, json};

use crate::support::{edited, fabric_ir, proven, schema};

/// The built-in program with one convention only, which reads by `decoding` wherever `guard` holds.
fn program(decoding: &Decoding, guard: &Guard) -> Profile {
    edited(|ir| {
        let letters = ir.spellings[0].clone();
        ir.spellings.push(Spelling { name: "letters".to_owned(), drop: Vec::new(), ..letters });
        let term = |member: &str, aliases: &[&str]| Term {
            member: member.to_owned(),
            aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
        };
        ir.vocabularies = vec![Vocabulary {
            name: "severity".to_owned(),
            terms: vec![term("low", &["minor", "not so  bad"]), term("high", &["Severe"])],
        }];
        ir.conventions = vec![Convention {
            name: "reads".to_owned(),
            status: Status::Active,
            guard: guard.clone(),
            after: Vec::new(),
            action: Action::Decode(decoding.clone()),
        }];
        ir.profiles[0].conventions = vec!["reads".to_owned()];
    })
}

/// What becomes of the text of a value at a property of this schema.
fn read(decoding: &Decoding, guard: &Guard, property: &Value, given: &str) -> Option<String> {
    let whole = json!({"type": "object", "additionalProperties": false, "properties": {"a": property}});
    let schema = schema(&whole.to_string());
    let proven = proven(&program(decoding, guard), "a.ref", &schema)?;
    let before = format!("{{\"a\": {given}}}");
    let Outcome::Normalized { args, witness } = proven.apply(before.as_bytes()).unwrap() else { return None };
    verify(&proven, before.as_bytes(), &args, &witness).unwrap();
    let text = String::from_utf8(args).unwrap();
    Some(text.strip_prefix("{\"a\": ").unwrap().strip_suffix('}').unwrap().to_owned())
}

fn table(decoding: impl Into<Decoding>, guard: &Guard, property: &Value, cases: &[(&str, Option<&str>)]) {
    let decoding = decoding.into();
    for (given, expected) in cases {
        let found = read(&decoding, guard, property, given);
        assert_eq!(found.as_deref(), *expected, "{} of {given}", decoding.decoder.text());
    }
}

#[test]
fn boolean() {
    let decoder = Decoder::BooleanBy("letters".to_owned());
    table(
        decoder,
        &Guard::MayBe(Kinds::BOOLEAN),
        &json!({"type": ["boolean", "null"]}),
        &[
            (r#""true""#, Some("true")),
            (r#""FALSE""#, Some("false")),
            (r#""yes""#, None),
            (r#""1""#, None),
            (r#"" true""#, None),
            (r#""""#, None),
            ("1", None),
        ],
    );
}

#[test]
fn vocabulary() {
    let decoder = Decoder::EnumOf("severity".to_owned());
    let guard = Guard::EnumIsMembersOf("severity".to_owned());
    table(
        decoder.clone(),
        &guard,
        &json!({"enum": ["high", "low"]}),
        &[
            (r#""minor""#, Some(r#""low""#)),
            (r#"" SEVERE ""#, Some(r#""high""#)),
            (r#""Not so\tbad""#, Some(r#""low""#)),
            (r#""HIGH""#, Some(r#""high""#)),
            (r#""severely""#, None),
            (r#""""#, None),
        ],
    );
    // Another enum is not the vocabulary: there is no rule.
    for other in [json!({"enum": ["high"]}), json!({"enum": ["high", "low", 1]}), json!({"type": "string"})] {
        assert_eq!(read(&decoder.clone().into(), &guard, &other, r#""minor""#), None, "{other}");
    }
}

#[test]
fn json_text() {
    table(
        Decoder::Json,
        &Guard::Never(Kinds::STRING),
        &json!({"type": ["array", "object"]}),
        &[
            (r#""[1, 2.50]""#, Some("[1, 2.50]")),
            (r#"" {\"a\":\"\\u0041\"} ""#, Some(r#" {"a":"\u0041"} "#)),
            (r#""[1, 2""#, None),
            (r#""{\"a\":1,\"a\":2}""#, None),
            (r#""[{\"a\":[{\"b\":1,\"b\":1}]}]""#, None),
            (r#""[1e400]""#, None),
            (r#""see [1]""#, None),
            (r#""5""#, None),
            (r#""""#, None),
        ],
    );
}

#[test]
fn text() {
    table(
        Decoder::Text,
        &Guard::MayBe(Kinds::STRING),
        &json!({"type": "string"}),
        &[
            ("42", Some(r#""42""#)),
            ("-7", Some(r#""-7""#)),
            ("9007199254740991", Some(r#""9007199254740991""#)),
            ("9007199254740993", None),
            ("-0", None),
            ("1.0", None),
            ("1.5", None),
            ("1e3", None),
            ("true", None),
        ],
    );
}

#[test]
fn item() {
    let unless = vec![Unless::Empty, Unless::Json, Unless::Has(vec![",".to_owned(), "[".to_owned()])];
    let decoding = Decoding { unless, ..Decoder::Item.into() };
    table(
        decoding.clone(),
        &Guard::MayBe(Kinds::ARRAY),
        &json!({"type": "array"}),
        &[
            (r#""\u0061""#, Some(r#"["\u0061"]"#)),
            ("1.50", Some("[1.50]")),
            ("false", Some("[false]")),
            (r#""""#, None),
            (r#""a, b""#, None),
            (r#""[a""#, None),
            (r#""42""#, None),
            ("null", None),
            ("{}", None),
        ],
    );
    let strings = Decoding { kinds: Kinds::STRING, ..decoding };
    table(strings, &Guard::Always, &json!({"type": "array"}), &[("1", None), (r#""a""#, Some(r#"["a"]"#))]);
}

#[test]
fn kinds_are_told_through_references_and_unions() {
    let cases = [
        (json!({"anyOf": [{"type": "integer"}, {"type": "null"}]}), true),
        (json!({"anyOf": [{"type": "integer"}, {"type": "string"}]}), false),
        (json!({"type": "integer"}), true),
        (json!({}), false),
        (json!({"enum": [1, 2]}), true),
        (json!({"enum": [1, "2"]}), false),
    ];
    let guard = Guard::And(vec![Guard::MayBe(Kinds::NUMBER), Guard::Never(Kinds::STRING)]);
    for (property, is_read) in cases {
        let found = read(&Decoder::Number.into(), &guard, &property, r#""1""#);
        assert_eq!(found.is_some(), is_read, "{property}");
    }
}

#[test]
fn the_form_of_a_program_without_what_is_new_stays() {
    let ir = fabric_ir();
    assert_eq!(ir.digest(), Program { vocabularies: Vec::new(), ..ir.clone() }.digest());
    let mut other = ir.clone();
    other.profiles[0].reach.items = true;
    assert_ne!(ir.digest(), other.digest());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Encoding gives back what was given, or what is read as the same.
    #[test]
    fn decoding_undoes_encoding(number in any::<f64>().prop_filter("finite", |n| n.is_finite()), integer in -(1_i64 << 53) + 1..1 << 53, truth in any::<bool>(), text in ".*") {
        let list = json!([text, integer, {"a": [truth]}]);
        let cases = [
            (Decoder::Number, json!(number)),
            (Decoder::BooleanBy("letters".to_owned()), json!(truth)),
            (Decoder::Json, list.clone()),
            (Decoder::Text, json!(integer.to_string())),
            (Decoder::Item, json!([text])),
            (Decoder::OnlyMember(vec!["input".to_owned()]), list),
        ];
        let profile = program(&Decoder::Json.into(), &Guard::Always);
        let schema = schema(r#"{"properties": {"a": {}}}"#);
        let position = schema.position("a").unwrap();
        let reach = Reach::default();
        let site = Site { program: profile.program().ir(), reach, schema: &schema, position: &position };
        for (decoder, value) in cases {
            let given = encode(&decoder, &value).unwrap().to_string();
            let document = Document::parse(given.as_bytes(), Limits::ARGUMENTS).unwrap();
            let reader = Reader::new(&decoder.clone().into(), site);
            let decoded = reader.read(&document.root, given.as_bytes()).unwrap();
            // `1.0` and `1` are one number, and two values of the parser.
            let plain = |value: Value| if value.is_number() { json!(value.as_f64()) } else { value };
            prop_assert_eq!(plain(decoded.value), plain(value), "{}", decoder.text());
        }
    }
}
