//! The function itself stays as it was: what is generated begins with it, token for token.

use grad_contract::source::{derived, is_derived, sources};
use quote::ToTokens;
use syn::{Item, ItemFn, Meta};

#[test]
fn the_first_item_is_the_function() {
    let mut count = 0;
    for source in sources().expect("the tests are there") {
        for mut function in derived(&source.file) {
            let is_ours = |f: &ItemFn, at: usize| {
                let mut one = f.clone();
                one.attrs = vec![f.attrs[at].clone()];
                is_derived(&one)
            };
            let ours = (0..function.attrs.len()).find(|&at| is_ours(&function, at));
            let attribute = function.attrs.remove(ours.expect("it has the attribute"));
            let options = match attribute.meta {
                Meta::List(list) => list.tokens,
                _ => proc_macro2::TokenStream::new(),
            };
            let name = format!("{}: {}", source.path.display(), function.sig.ident);
            let made = grad_core::expand(options, function.to_token_stream());
            let file: syn::File = syn::parse2(made).expect("what is generated is Rust");
            let Some(Item::Fn(first)) = file.items.first() else {
                panic!("{name}: no function comes first");
            };
            assert_eq!(
                first.to_token_stream().to_string(),
                function.to_token_stream().to_string(),
                "{name}"
            );
            count += 1;
        }
    }
    assert!(count > 1300, "only {count} functions were found");
}
