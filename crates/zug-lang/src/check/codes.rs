//! The codes of the checker's diagnostics, `Z01xx` to `Z07xx`. Mistakes that need different help
//! have different codes.

#![allow(missing_docs, reason = "each constant is said in its comment")]

// Names.
pub const UNKNOWN_NAME: &str = "Z0101"; // an unknown name
pub const DUPLICATE: &str = "Z0102"; // a name that is declared twice
pub const BUILT_IN_NAME: &str = "Z0103"; // a declaration with the name of a built-in
pub const SHADOWED: &str = "Z0104"; // a local name hides another
pub const AMBIGUOUS: &str = "Z0105"; // the name of elements of several domains
pub const CIRCULAR: &str = "Z0106"; // circular definitions
pub const WRONG_SORT: &str = "Z0107"; // a name of the wrong kind (a move as a value ..)
pub const MISSING_ITEM: &str = "Z0108"; // no `game`, no `players` ..
pub const ONCE_ONLY: &str = "Z0109"; // a second item of a kind that is allowed once
pub const PLAYER_COUNT: &str = "Z0110"; // not exactly two players

// Types, bounds, constants.
pub const MISMATCH: &str = "Z0201"; // a value of the wrong type
pub const NO_COMMON_TYPE: &str = "Z0202"; // operands without a common type
pub const NOT_CONSTANT: &str = "Z0203"; // an expression over the position where a constant is required
pub const UNBOUNDED: &str = "Z0204"; // an integer that may exceed the limit
pub const OUTSIDE: &str = "Z0205"; // a value outside of its declared bounds
pub const NONE_HERE: &str = "Z0206"; // `none` where it may not be
pub const NO_INITIAL: &str = "Z0207"; // an element without an initial value
pub const WRONG_LENGTH: &str = "Z0208"; // a list of the wrong length
pub const INDEX_COUNT: &str = "Z0209"; // a wrong number of indexes
pub const ARGUMENT_COUNT: &str = "Z0210"; // a wrong number of arguments
pub const EMPTY_RANGE: &str = "Z0211"; // a range whose first end is greater than its last
pub const MIXED_CHAIN: &str = "Z0212"; // `a < b > c`
pub const SET_OF_SETS: &str = "Z0213"; // a set of sets outside a family
pub const TYPE_HERE: &str = "Z0214"; // a type that is not allowed here
pub const NOT_INDEXED: &str = "Z0215"; // `[..]` or `(..)` behind a name that takes none
pub const NO_ENDLESS_PLAYER: &str = "Z0216"; // `me` in an `endless` rule

// Boards and families.
pub const UNKNOWN_BOARD: &str = "Z0301"; // an unknown kind of board
pub const EMPTY_DOMAIN: &str = "Z0302"; // a board, range or enum without members
pub const NO_GEOMETRY: &str = "Z0303"; // `near`, `.x` .. of a domain without geometry
pub const WHICH_BOARD: &str = "Z0304"; // `compass` alone where there are boards of several kinds
pub const CONSTANT_DIRECTIONS: &str = "Z0305"; // directions that must be constant
pub const NOT_A_FAMILY: &str = "Z0306"; // the right side of a family is not a set of sets
pub const NO_SUCH_ELEMENT: &str = "Z0307"; // `.3` where no member has three elements

// Moves.
pub const UNKNOWN_MOVE: &str = "Z0401"; // no move of that name
pub const NOT_STORABLE: &str = "Z0402"; // an assignment to neither a field nor a `var`
pub const CIRCULAR_GUARD: &str = "Z0403"; // `can` or `stuck` asks about itself
pub const ASKED_TWICE: &str = "Z0404"; // `again with` names a move twice
pub const WRONG_STORE: &str = "Z0405"; // `+=` on something that is neither a set nor an integer
pub const TOO_MANY_FIXED: &str = "Z0406"; // more arguments than the move has parameters
pub const NOTATION_ASKS: &str = "Z0407"; // `can` or `stuck` in a notation

// Endings.
pub const MIXED_OUTCOMES: &str = "Z0501"; // points beside wins or losses
pub const PASS_HERE: &str = "Z0502"; // `pass` outside `stuck`
pub const TREE_ALONE: &str = "Z0503"; // `tree` beside the items it replaces

// Expectations, settings, pictures.
pub const UNKNOWN_SETTING: &str = "Z0601"; // a setting of a name that cannot be set
pub const BAD_SETTING: &str = "Z0602"; // a setting of the wrong form
pub const BAD_EXPECT: &str = "Z0603"; // a fact without a meaning in this game
pub const PICTURE_SHAPE: &str = "Z0604"; // a `start` picture with wrong rows
pub const PICTURE_LETTER: &str = "Z0605"; // a letter that no `show` entry knows, or that puts nothing
pub const NO_SHOW: &str = "Z0606"; // `start` without `show`

// Limits.
pub const TOO_DEEP: &str = "Z0701"; // nested too deep
pub const TOO_MANY_MEMBERS: &str = "Z0702"; // a domain that is too large
pub const TABLE_TOO_LARGE: &str = "Z0703"; // a table that is too large
pub const TOO_MUCH_WORK: &str = "Z0704"; // a constant that takes too many steps
pub const TOO_MANY_TRIES: &str = "Z0705"; // binders or a loop with too many iterations
pub const UNFOLDS: &str = "Z0706"; // a `def` that expands to too many expressions
pub const OUR_FAULT: &str = "Z0799"; // no program and no diagnostic: a bug of the checker
