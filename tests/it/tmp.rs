use fabric_rules::ir::{
    self, Action, Alphabet, Bounds, Convention, Decoder, Guard, Literal, Omitted, Shape, ShapeClause,
    Spelling, Status,
};
use fabric_rules::program::Program;
pub fn fabric() -> Program {
    let seps: Vec<char> = vec![' ', '-', '_'];
    let l = Alphabet { letter: true, digit: false, characters: vec![] };
    let s = Spelling {
        name: "ascii-form".into(),
        first: l.clone(),
        then: Some(Alphabet { letter: true, digit: true, characters: seps.clone() }),
        last: None,
        fold_case: true,
        drop: seps,
        except_between_digits: false,
        apart_by: Some(Alphabet { letter: true, digit: true, characters: vec![] }),
        at_least: 1,
    };
    let shape = Shape {
        name: "closed-object".into(),
        clauses: vec![
            ShapeClause::Is { keyword: "type".into(), literal: Literal::String("object".into()) },
            ShapeClause::Is { keyword: "additionalProperties".into(), literal: Literal::Bool(false) },
            ShapeClause::PropertiesIsAnObject,
            ShapeClause::Without(
                ["patternProperties", "oneOf", "anyOf", "allOf", "$ref", "if", "not"]
                    .map(String::from)
                    .to_vec(),
            ),
            ShapeClause::NoKey(["__proto__", "prototype", "constructor"].map(String::from).to_vec()),
        ],
    };
    let is = |t: &str| Guard::Is { keyword: "type".into(), literal: Literal::String(t.into()) };
    let c = |n: &str, g, a| Convention {
        name: n.into(),
        status: Status::Active,
        guard: g,
        after: vec![],
        action: a,
    };
    let f = "ascii-form".to_string();
    Program::from_ir(ir::Program {
        shapes: vec![shape],
        spellings: vec![s],
        conventions: vec![
            c(
                "enum-form",
                Guard::And(vec![is("string"), Guard::EveryEnumIsString, Guard::SomeEnumUnique(f.clone())]),
                Action::Decode(Decoder::EnumBy(f.clone())),
            ),
            c("key-form", Guard::KeyUnique(f.clone()), Action::Rename { spelling: f.clone() }),
            c(
                "numeric-string",
                Guard::Or(vec![is("number"), is("integer")]),
                Action::Decode(Decoder::Number),
            ),
            c(
                "optional-null",
                Guard::And(vec![
                    Guard::Not(Box::new(Guard::Required)),
                    Guard::Not(Box::new(Guard::AcceptsNull)),
                ]),
                Action::Omit(Omitted::Null),
            ),
        ],
        profiles: vec![ir::Profile {
            name: "fabric".into(),
            status: Status::Active,
            plan: 1,
            over: vec!["closed-object".into()],
            conventions: ["key-form", "optional-null", "numeric-string", "enum-form"]
                .map(String::from)
                .to_vec(),
            bounds: Bounds::WIRE,
        }],
    })
}
