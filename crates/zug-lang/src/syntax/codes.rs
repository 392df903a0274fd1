//! The codes of mistakes of form, `Z00xx`: one for every mistake that needs a different help. Never reused.

/// Something else than what stands here was expected.
pub const UNEXPECTED: &str = "Z0001";
/// A word begins an item that is no item keyword.
pub const UNKNOWN_ITEM: &str = "Z0002";
/// An opening bracket is never closed.
pub const UNCLOSED: &str = "Z0003";
/// A closing bracket closes nothing, or another kind of bracket.
pub const STRAY_CLOSER: &str = "Z0004";
/// A reserved word stands where a name is expected.
pub const RESERVED: &str = "Z0005";
/// `==` for `=`.
pub const DOUBLE_EQUAL: &str = "Z0006";
/// `:=` for `=`.
pub const COLON_EQUAL: &str = "Z0007";
/// `;`, which is not needed.
pub const SEMICOLON: &str = "Z0008";
/// `&&`, `||`, `!` for `and`, `or`, `not`.
pub const SYMBOL_FOR_WORD: &str = "Z0009";
/// A look-alike of a character of the language: `“ ” – × ≤ ≥ ≠`.
pub const LOOK_ALIKE: &str = "Z0010";
/// A character that means nothing in the language.
pub const UNKNOWN_CHARACTER: &str = "Z0011";
/// A text is not closed on its line.
pub const UNCLOSED_TEXT: &str = "Z0012";
/// A backslash before something else than `"` or `\`.
pub const ESCAPE: &str = "Z0013";
/// A number above [`crate::syntax::ast::LIMIT`].
pub const NUMBER_TOO_LARGE: &str = "Z0014";
/// `2.5`: there are whole numbers only.
pub const FRACTION: &str = "Z0015";
/// Nested too deep.
pub const TOO_DEEP: &str = "Z0016";
/// The text takes too many steps to read.
pub const TOO_LONG_TO_READ: &str = "Z0017";
/// `a = not b`: `not` behind an operator that binds more tightly.
pub const TIGHT_NOT: &str = "Z0018";
/// `1..2..3`
pub const SECOND_RANGE: &str = "Z0019";
/// Something that is not a type where a type is expected.
pub const NOT_A_TYPE: &str = "Z0020";
/// A brace in a notation without its partner.
pub const NOTATION_BRACE: &str = "Z0021";
/// `turn` is given twice.
pub const SECOND_TURN: &str = "Z0022";
/// `->` for `=>`.
pub const THIN_ARROW: &str = "Z0023";
/// `/* .. */` or `# ..`: a comment of another language.
pub const FOREIGN_COMMENT: &str = "Z0024";
/// A name begins with a digit or `_`.
pub const NAME_START: &str = "Z0026";
/// A comma with nothing behind it.
pub const TRAILING_COMMA: &str = "Z0027";
/// Two things stand side by side with nothing between them, where a list wants a comma.
pub const MISSING_COMMA: &str = "Z0028";
/// `x++`, `x *= 2`: an assignment of another language.
pub const FOREIGN_ASSIGNMENT: &str = "Z0029";
/// The clauses of a move stand in another order.
pub const CLAUSE_ORDER: &str = "Z0030";
/// A statement stands outside the body of a move.
pub const OUTSIDE_MOVE: &str = "Z0031";
/// A word begins a statement that is none of the statements' words.
pub const UNKNOWN_STATEMENT: &str = "Z0032";
/// An item keyword in the middle of a line, where neither the item before nor its own can be read.
pub const STRAY_KEYWORD: &str = "Z0034";
