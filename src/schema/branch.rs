//! Branches of unions: the schemas in an `anyOf` or `oneOf`.

/// Keywords that hold schemas by name.
const BY_NAME: [&str; 6] =
    ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"];
/// Keywords that hold the branches of a union.
const UNIONS: [&str; 2] = ["anyOf", "oneOf"];

/// The innermost branch that what stands at `pointer` is written in, if it is in one.
pub fn branch_around(pointer: &str) -> Option<&str> {
    let (mut found, mut end) = (None, 0);
    let mut tokens = pointer.split('/').skip(1);
    while let Some(keyword) = tokens.next() {
        end += 1 + keyword.len();
        let is_union = UNIONS.contains(&keyword);
        if is_union || BY_NAME.contains(&keyword) {
            let Some(name) = tokens.next() else { break };
            end += 1 + name.len();
            if is_union {
                found = pointer.get(..end);
            }
        }
    }
    found
}
