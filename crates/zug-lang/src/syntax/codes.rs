//! Codes of syntax errors, `Z00xx`. Mistakes that need different help have different codes; a code
//! that was given up is not used again.

/// A token other than the expected ones.
pub const UNEXPECTED: &str = "Z0001";
/// An item begins with a word that is no item keyword.
pub const UNKNOWN_ITEM: &str = "Z0002";
/// An opening bracket is never closed.
pub const UNCLOSED: &str = "Z0003";
/// A closing bracket closes nothing, or another kind of bracket.
pub const STRAY_CLOSER: &str = "Z0004";
/// A reserved word where a name is expected.
pub const RESERVED: &str = "Z0005";
/// `==` for `=`.
pub const DOUBLE_EQUAL: &str = "Z0006";
/// `:=` for `=`.
pub const COLON_EQUAL: &str = "Z0007";
/// `;`, which the language does not use.
pub const SEMICOLON: &str = "Z0008";
/// `&&`, `||`, `!` for `and`, `or`, `not`.
pub const SYMBOL_FOR_WORD: &str = "Z0009";
/// A character that looks like one of the language: `“ ” – × ≤ ≥ ≠`.
pub const LOOK_ALIKE: &str = "Z0010";
/// A character that has no meaning in the language.
pub const UNKNOWN_CHARACTER: &str = "Z0011";
/// A text literal that is not closed on its line.
pub const UNCLOSED_TEXT: &str = "Z0012";
/// A backslash before a character other than `"` and `\`.
pub const ESCAPE: &str = "Z0013";
/// An integer above [`crate::syntax::ast::LIMIT`], or the number behind a dot above 2^32 - 1.
pub const NUMBER_TOO_LARGE: &str = "Z0014";
/// `2.5`: there are whole numbers only.
pub const FRACTION: &str = "Z0015";
/// Brackets or operators are nested too deep.
pub const TOO_DEEP: &str = "Z0016";
/// The parser gave up after too many steps.
pub const TOO_LONG_TO_READ: &str = "Z0017";
/// `a = not b`: `not` as the operand of an operator that binds more tightly.
pub const TIGHT_NOT: &str = "Z0018";
/// `1..2..3`
pub const SECOND_RANGE: &str = "Z0019";
/// An expression that is no type where a type is expected.
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
/// A comma with no member after it.
pub const TRAILING_COMMA: &str = "Z0027";
/// Two members of a list without a comma between them.
pub const MISSING_COMMA: &str = "Z0028";
/// `x++`, `x *= 2`: an assignment of another language.
pub const FOREIGN_ASSIGNMENT: &str = "Z0029";
/// The clauses of a move are out of order.
pub const CLAUSE_ORDER: &str = "Z0030";
/// A statement stands outside the body of a move.
pub const OUTSIDE_MOVE: &str = "Z0031";
/// A statement begins with an unknown word.
pub const UNKNOWN_STATEMENT: &str = "Z0032";
/// An item keyword in the middle of a line, where neither the item before it nor the one it begins
/// can be parsed.
pub const STRAY_KEYWORD: &str = "Z0034";
/// A word, a sign or a form of another language, of mathematics, or a guess.
pub const ELSEWHERE: &str = "Z0036";
/// The text is no definition: another language, a picture, prose, nothing.
pub const NO_DEFINITION: &str = "Z0037";
