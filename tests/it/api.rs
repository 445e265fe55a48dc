//! The public interface: what `src/lib.rs` names, with everything of it that a host can see.
//!
//! The listing is read from the sources, so it is the same under every compiler. A change of it is a
//! change for hosts: whoever makes one reviews the snapshot, and says in the version what it is.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use quote::ToTokens as _;
use syn::{Attribute, Fields, ImplItem, Item, Meta, Path as SynPath, TraitItem, Type, UseTree, Visibility};

/// Something that `lib.rs` names: the module that it comes from, its name there, and the one it gets.
type Named = (String, String, String);

/// A file of the library: the top-level module that it belongs to, and its items.
struct Source {
    module: String,
    items: Vec<Item>,
}

#[test]
fn the_interface_is_as_recorded() {
    let root = items(&src().join("lib.rs"));
    let named = named(&root);
    assert!(named.len() > 40, "{} names", named.len());
    let sources = sources();
    let listing: Vec<String> = named.iter().map(|named| described(named, &sources)).collect();
    crate::support::snapshots("").bind(|| insta::assert_snapshot!("interface", listing.join("\n")));
}

#[test]
fn nothing_is_public_at_the_root_but_what_is_listed() {
    for item in items(&src().join("lib.rs")) {
        let (Item::Mod(syn::ItemMod { vis, attrs, .. }) | Item::Use(syn::ItemUse { vis, attrs, .. })) = &item
        else {
            assert!(!is_public(item_visibility(&item)), "{}", item.to_token_stream());
            continue;
        };
        let is_listed = matches!(item, Item::Use(_));
        assert!(!is_public(vis) || is_listed || is_hidden(attrs), "{}", item.to_token_stream());
    }
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn items(path: &Path) -> Vec<Item> {
    syn::parse_file(&std::fs::read_to_string(path).unwrap()).unwrap().items
}

/// All files but the root's, each under the name of its top-level module.
fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    let mut folders = vec![src()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let first = path.strip_prefix(src()).unwrap().components().next().unwrap();
            let module = Path::new(&first).file_stem().unwrap().to_str().unwrap().to_owned();
            if !["lib", "main"].contains(&module.as_str()) {
                sources.push(Source { module, items: items(&path) });
            }
        }
    }
    sources.sort_by(|a, b| a.module.cmp(&b.module));
    sources
}

/// What the root re-exports, sorted by the name that it has there.
fn named(root: &[Item]) -> Vec<Named> {
    let mut found = Vec::new();
    for item in root {
        if let Item::Use(used) = item
            && is_public(&used.vis)
        {
            leaves(&used.tree, &mut Vec::new(), &mut found);
        }
    }
    found.sort_by(|a, b| a.2.cmp(&b.2).then_with(|| a.cmp(b)));
    found
}

fn leaves(tree: &UseTree, path: &mut Vec<String>, found: &mut Vec<Named>) {
    let module = |path: &[String]| path.iter().find(|part| *part != "internal").cloned().unwrap_or_default();
    match tree {
        UseTree::Path(part) => {
            path.push(part.ident.to_string());
            leaves(&part.tree, path, found);
            path.pop();
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| leaves(tree, path, found)),
        UseTree::Name(name) => found.push((module(path), name.ident.to_string(), name.ident.to_string())),
        UseTree::Rename(name) => {
            found.push((module(path), name.ident.to_string(), name.rename.to_string()));
        }
        UseTree::Glob(_) => panic!("the interface is named one by one"),
    }
}

/// The declaration of one name, and what is implemented for it.
fn described((module, name, shown): &Named, sources: &[Source]) -> String {
    let own: Vec<&Item> =
        sources.iter().filter(|source| source.module == *module).flat_map(|source| &source.items).collect();
    let declared: Vec<Item> = own.iter().filter_map(|item| declaration(item, name)).collect();
    let [declared] = declared.as_slice() else {
        panic!("`{module}` declares `{name}` {} times", declared.len())
    };
    let mut parts = vec![printed(declared.clone())];
    let mut traits = BTreeSet::new();
    for source in sources {
        if source.module != *module && !imports(&source.items, module, name) {
            continue;
        }
        for item in &source.items {
            let Item::Impl(block) = item else { continue };
            if !is_type(&block.self_ty, name) {
                continue;
            }
            match &block.trait_ {
                Some((_, path, _)) => {
                    traits.insert(text(path));
                }
                None => parts.extend(visible_part(block).map(|block| printed(Item::Impl(block)))),
            }
        }
    }
    parts.extend(traits.into_iter().map(|name| format!("impl {name}\n")));
    format!("// {shown}\n{}", parts.concat())
}

/// The item, if it is the public declaration of `name`, without what a host cannot see.
fn declaration(item: &Item, name: &str) -> Option<Item> {
    let mut item = item.clone();
    let is_it = match &mut item {
        Item::Struct(it) => {
            keep(&mut it.attrs);
            it.fields = visible_fields(&it.fields);
            it.ident == name && is_public(&it.vis)
        }
        Item::Enum(it) => {
            keep(&mut it.attrs);
            for variant in &mut it.variants {
                keep(&mut variant.attrs);
                variant.fields.iter_mut().for_each(|field| keep(&mut field.attrs));
            }
            it.ident == name && is_public(&it.vis)
        }
        Item::Trait(it) => {
            keep(&mut it.attrs);
            for item in &mut it.items {
                match item {
                    TraitItem::Fn(method) => {
                        keep(&mut method.attrs);
                        method.default = None;
                    }
                    TraitItem::Type(it) => keep(&mut it.attrs),
                    _ => {}
                }
            }
            it.ident == name && is_public(&it.vis)
        }
        Item::Fn(it) => {
            keep(&mut it.attrs);
            it.block.stmts.clear();
            it.sig.ident == name && is_public(&it.vis)
        }
        _ => false,
    };
    is_it.then_some(item)
}

/// The fields that are public. That there are others shows in `..`'s stead as a field called `hidden`.
fn visible_fields(fields: &Fields) -> Fields {
    let mut fields = fields.clone();
    match &mut fields {
        Fields::Named(named) => {
            let all = named.named.len();
            named.named =
                std::mem::take(&mut named.named).into_iter().filter(|field| is_public(&field.vis)).collect();
            named.named.iter_mut().for_each(|field| keep(&mut field.attrs));
            if named.named.len() < all {
                named.named.push(syn::parse_quote!(hidden: _));
            }
        }
        Fields::Unnamed(unnamed) if !unnamed.unnamed.iter().all(|field| is_public(&field.vis)) => {
            return Fields::Named(syn::parse_quote!({ hidden: _ }));
        }
        _ => {}
    }
    fields
}

/// The public functions and constants of a block; `None` where there are none.
fn visible_part(block: &syn::ItemImpl) -> Option<syn::ItemImpl> {
    let mut block = block.clone();
    keep(&mut block.attrs);
    block.items.retain_mut(|item| match item {
        ImplItem::Fn(method) if is_public(&method.vis) && !is_hidden(&method.attrs) => {
            keep(&mut method.attrs);
            method.block.stmts.clear();
            true
        }
        ImplItem::Const(constant) if is_public(&constant.vis) && !is_hidden(&constant.attrs) => {
            keep(&mut constant.attrs);
            true
        }
        _ => false,
    });
    (!block.items.is_empty()).then_some(block)
}

/// Keeps of attributes what a host depends on.
fn keep(attrs: &mut Vec<Attribute>) {
    attrs.retain(|attr| {
        ["derive", "non_exhaustive", "must_use"].iter().any(|name| attr.path().is_ident(name))
    });
}

/// Whether the items of a file bring in `name` of `module`, so that it means the same there.
fn imports(items: &[Item], module: &str, name: &str) -> bool {
    items.iter().any(|item| {
        let Item::Use(used) = item else { return false };
        let mut found = Vec::new();
        if let UseTree::Path(path) = &used.tree
            && path.ident == "crate"
            && !matches!(*path.tree, UseTree::Name(_) | UseTree::Rename(_))
        {
            leaves(&path.tree, &mut Vec::new(), &mut found);
        }
        found.iter().any(|(from, imported, _)| from == module && imported == name)
    })
}

fn is_type(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == name))
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn item_visibility(item: &Item) -> &Visibility {
    match item {
        Item::Struct(it) => &it.vis,
        Item::Enum(it) => &it.vis,
        Item::Fn(it) => &it.vis,
        Item::Trait(it) => &it.vis,
        other => panic!("what is this at the root? {}", other.to_token_stream()),
    }
}

fn is_hidden(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| {
        matches!(&attr.meta, Meta::List(list) if list.path.is_ident("doc") && list.tokens.to_string() == "hidden")
    })
}

fn text(path: &SynPath) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}

fn printed(item: Item) -> String {
    prettyplease::unparse(&syn::File { shebang: None, attrs: Vec::new(), items: vec![item] })
}
