//! Finds the places of a source file that can be changed, and how.
//!
//! Constants, patterns, types, attributes and what stands in macros are left out: no code runs
//! there that could ask for a mutant, or its form is not known here.

use std::ops::Range;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{Attribute, Block, Expr, Lit, Pat, ReturnType, Signature, Stmt, Type, UnOp};

/// An expression or a statement that can be changed.
pub struct Place {
    pub range: Range<usize>,
    /// What can stand there instead. Of a statement there is one change: nothing stands there.
    pub changes: Vec<Change>,
    pub is_statement: bool,
}

/// One change of a place.
pub struct Change {
    pub text: String,
    /// What is said of it in the table.
    pub said: String,
}

/// The places of a file. One that lies in another comes behind it.
pub fn places(text: &str) -> Vec<Place> {
    let file = syn::parse_file(text).expect("the source compiles");
    let mut finder = Finder { text, found: Vec::new() };
    finder.visit_file(&file);
    finder.found
}

struct Finder<'a> {
    text: &'a str,
    found: Vec<Place>,
}

/// Which operator stands in the place of another.
const OPERATORS: [(&str, &str); 28] = [
    ("<", "<="),
    ("<=", "<"),
    (">", ">="),
    (">=", ">"),
    ("==", "!="),
    ("!=", "=="),
    ("&&", "||"),
    ("||", "&&"),
    ("+", "-"),
    ("-", "+"),
    ("*", "+"),
    ("/", "*"),
    ("%", "/"),
    ("&", "|"),
    ("|", "&"),
    ("^", "|"),
    ("<<", ">>"),
    (">>", "<<"),
    ("+=", "-="),
    ("-=", "+="),
    ("*=", "+="),
    ("/=", "*="),
    ("%=", "/="),
    ("&=", "|="),
    ("|=", "&="),
    ("^=", "|="),
    ("<<=", ">>="),
    (">>=", "<<="),
];

impl Finder<'_> {
    fn add(&mut self, range: Range<usize>, changes: Vec<Change>) {
        self.found.push(Place { range, changes, is_statement: false });
    }

    fn binary(&mut self, expr: &syn::ExprBinary) {
        let op = &self.text[expr.op.span().byte_range()];
        let new = OPERATORS.iter().find(|(old, _)| *old == op).map(|(_, new)| *new);
        if let (Some(new), false) = (new, has_let(&expr.left) || has_let(&expr.right)) {
            let (left, right) = (expr.left.span().byte_range(), expr.right.span().byte_range());
            let text = format!("({}) {new} ({})", &self.text[left], &self.text[right]);
            let said = format!("`{op}` becomes `{new}`");
            self.add(expr.span().byte_range(), vec![Change { text, said }]);
        }
    }

    fn literal(&mut self, lit: &Lit) {
        let text = match lit {
            Lit::Int(int) => match int.base10_parse::<u128>() {
                Ok(value) => format!("{}{}", value + 1, int.suffix()),
                Err(_) => return,
            },
            Lit::Bool(bool) => (!bool.value).to_string(),
            _ => return,
        };
        let said = format!("becomes `{text}`");
        self.add(lit.span().byte_range(), vec![Change { text, said }]);
    }

    /// A condition, or the parts beside the `let` in it.
    fn condition(&mut self, expr: &Expr) {
        match expr {
            Expr::Lit(_) | Expr::Let(_) => {}
            Expr::Binary(chain) if has_let(expr) => {
                self.condition(&chain.left);
                self.condition(&chain.right);
            }
            _ => {
                let change = |text: &str| Change { text: text.into(), said: format!("is {text}") };
                self.add(expr.span().byte_range(), vec![change("true"), change("false")]);
            }
        }
    }

    /// The body of a function, of which a last expression that is a truth value counts as a
    /// condition.
    fn body(&mut self, attributes: &[Attribute], signature: &Signature, block: &Block) {
        if signature.constness.is_some() || is_left_out(attributes) {
            return;
        }
        let is_bool = match &signature.output {
            ReturnType::Type(_, output) => {
                matches!(&**output, Type::Path(path) if path.path.is_ident("bool"))
            }
            ReturnType::Default => false,
        };
        if let (true, Some(Stmt::Expr(last, None))) = (is_bool, block.stmts.last())
            && !matches!(last, Expr::If(_) | Expr::Match(_) | Expr::Block(_))
        {
            self.condition(last);
        }
        self.visit_block(block);
    }
}

/// Whether an expression binds names by `let`, so that a switch around it would hide them.
fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(chain) => has_let(&chain.left) || has_let(&chain.right),
        _ => false,
    }
}

/// Whether an item is for tests or for a browser alone.
fn is_left_out(attributes: &[Attribute]) -> bool {
    attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")).any(|attribute| {
        let said = match &attribute.meta {
            syn::Meta::List(list) => list.tokens.to_string(),
            _ => String::new(),
        };
        !said.contains("not") && (said.contains("test") || said.contains("wasm"))
    })
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Binary(binary) => self.binary(binary),
            Expr::Lit(literal) => self.literal(&literal.lit),
            Expr::If(branch) => self.condition(&branch.cond),
            Expr::While(repeated) => self.condition(&repeated.cond),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
                let text = format!("({})", &self.text[unary.expr.span().byte_range()]);
                let said = "`!` is left out".into();
                self.add(unary.span().byte_range(), vec![Change { text, said }]);
            }
            Expr::Repeat(array) => return self.visit_expr(&array.expr),
            Expr::Const(_) => return,
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(Expr::Call(_) | Expr::MethodCall(_) | Expr::Try(_), Some(_)) = statement {
            let change = Change { text: String::new(), said: "is left out".into() };
            let range = statement.span().byte_range();
            self.found.push(Place { range, changes: vec![change], is_statement: true });
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_pat(&mut self, pat: &'ast Pat) {
        if let Pat::Guard(guarded) = pat {
            self.condition(&guarded.guard);
            self.visit_expr(&guarded.guard);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.body(&item.attrs, &item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.body(&item.attrs, &item.sig, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.body(&item.attrs, &item.sig, block);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_left_out(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if !is_left_out(&item.attrs) {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_generics(&mut self, _: &'ast syn::Generics) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_variant(&mut self, _: &'ast syn::Variant) {}
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
}
