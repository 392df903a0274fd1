//! The names of the core forms, for the test that random programs have them all.

use zug_lang::program::{ExprKind, Program};

/// Lists the forms once, for the list and for the match: a form that is missing does not compile.
macro_rules! forms {
    ($($form:ident)*) => {
        /// The names of all core forms.
        pub(super) const ALL: &[&str] = &[$(stringify!($form)),*];

        fn name(kind: &ExprKind) -> &'static str {
            match kind {
                $(ExprKind::$form { .. } => stringify!($form),)*
            }
        }
    };
}

forms! {
    Const Local Me Other Field Table Call Not And Or Equal Compare In Subset Arith Negate Abs
    Extreme Union Intersect Minus SetOf Singleton RangeSet Count Quantified If Run Stop Reach
    ReachLinks Can Stuck ToInt ToElement Ordinal ToInts ToElements MemberSet SetMember
}

/// The forms in a program.
pub(super) fn of(program: &Program) -> impl Iterator<Item = &'static str> + use<> {
    let names: Vec<&'static str> = program.expressions().map(|expr| name(&expr.kind)).collect();
    names.into_iter()
}
