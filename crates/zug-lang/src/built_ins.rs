//! The table of the built-in names: their kinds, arguments and results.
//!
//! The checker looks names up here and suggests them for misspelt ones; the tests compare the
//! reference with this table.

use crate::boards;
use crate::program::BoardGeometry;
use crate::syntax::ast::Quantifier;
use Function as F;
use Kind as K;

/// A built-in name.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// The name.
    pub name: &'static str,
    /// The kind of the name.
    pub kind: Kind,
    /// The possible numbers of arguments of a call; if empty, any number.
    pub takes: &'static [usize],
    /// An example of its use.
    pub example: &'static str,
    /// The result, in words.
    pub gives: &'static str,
    /// How a call is written, once for each number of arguments; empty if it is never called.
    pub forms: &'static [&'static str],
}

/// The kind of a built-in name.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A function.
    Function(Function),
    /// A set of directions: the given ones, or with `None` all directions of a board, which a call
    /// can name.
    DirectionSet(Option<&'static [&'static str]>),
    /// A direction. A call with a cell is one step in that direction.
    Direction,
    /// A domain.
    Domain,
    /// A kind of board, with the geometry of a board of these sizes; the second is ignored if the
    /// board has only one.
    Board(fn(i64, i64) -> BoardGeometry),
}

/// The built-in functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// `near`: the neighbours of cells.
    Near,
    /// `step`: the cell some steps away.
    Step,
    /// `shift`: a set of cells moved by one step.
    Shift,
    /// `distance`: the number of steps between two cells.
    Distance,
    /// `run`: the cells before the first that is not in a set.
    Run,
    /// `stop`: the cell behind a run.
    Stop,
    /// `reach`: the connected cells.
    Reach,
    /// `lines`: the straight lines of a board.
    Lines,
    /// `subsets`: the subsets of a set.
    Subsets,
    /// `count`: the number of members of a set; also a quantifier.
    Count,
    /// A function with binders only: `sum`, `union`.
    Bound(Quantifier),
    /// `min`, or with `true` `max`; also quantifiers.
    Extreme(bool),
    /// `abs`: the absolute value.
    Abs,
    /// `len`: the length of a list.
    Len,
    /// `other`: the other player.
    Other,
    /// `opposite`: the opposite direction.
    Opposite,
    /// `can`: whether a move is possible.
    Can,
    /// `stuck`: whether a player has no move.
    Stuck,
}

/// What a function gives, as far as its arguments do not decide it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionResult {
    /// A set of cells.
    Cells,
    /// A cell, or `none`.
    Cell,
    /// A condition.
    Condition,
    /// An integer.
    Integer,
    /// An integer, or `none`.
    IntegerOrNone,
    /// Its arguments decide it, or its place in a declaration.
    Other,
}

impl Function {
    /// What it gives.
    pub fn result(self) -> FunctionResult {
        match self {
            Function::Near | Function::Shift | Function::Run | Function::Reach => FunctionResult::Cells,
            Function::Step | Function::Stop => FunctionResult::Cell,
            Function::Can | Function::Stuck => FunctionResult::Condition,
            Function::Count | Function::Abs | Function::Len => FunctionResult::Integer,
            Function::Distance | Function::Extreme(_) => FunctionResult::IntegerOrNone,
            Function::Lines
            | Function::Subsets
            | Function::Bound(_)
            | Function::Other
            | Function::Opposite => FunctionResult::Other,
        }
    }

    /// Whether it gives an integer.
    pub fn gives_integer(self) -> bool {
        matches!(self.result(), FunctionResult::Integer | FunctionResult::IntegerOrNone)
    }
}

impl BuiltIn {
    /// Whether it is a function of its arguments alone that gives an integer.
    pub fn gives_integer(&self) -> bool {
        matches!(self.kind, Kind::Function(function) if function.gives_integer())
    }

    /// The quantifier of a call with binders, as in `sum(x in S: E)`, if it can have them.
    pub fn quantifier(&self) -> Option<Quantifier> {
        match self.kind {
            Kind::Function(Function::Count) => Some(Quantifier::Count),
            Kind::Function(Function::Bound(quantifier)) => Some(quantifier),
            Kind::Function(Function::Extreme(max)) => {
                Some(if max { Quantifier::Max } else { Quantifier::Min })
            }
            _ => None,
        }
    }

    /// Whether `name(..)` can be a call.
    pub fn is_callable(&self) -> bool {
        matches!(self.kind, Kind::Function(_) | Kind::Direction | Kind::DirectionSet(None))
    }

    /// Whether it is a kind of board. These names mean something in `board` items only and are free
    /// elsewhere.
    pub fn is_board(&self) -> bool {
        matches!(self.kind, Kind::Board(_))
    }
}

/// The built-in with this name; kinds of boards are not included.
pub fn built_in(name: &str) -> Option<&'static BuiltIn> {
    BUILT_INS.iter().find(|each| each.name == name && !each.is_board())
}

/// The kind of board with this name.
pub fn board(name: &str) -> Option<&'static BuiltIn> {
    kinds_of_boards().find(|each| each.name == name)
}

/// All kinds of boards.
pub fn kinds_of_boards() -> impl Iterator<Item = &'static BuiltIn> {
    BUILT_INS.iter().filter(|each| each.is_board())
}

const fn row(
    name: &'static str,
    kind: Kind,
    takes: &'static [usize],
    example: &'static str,
    gives: &'static str,
    forms: &'static [&'static str],
) -> BuiltIn {
    BuiltIn { name, kind, takes, example, gives, forms }
}

const fn function(
    name: &'static str,
    function: Function,
    takes: &'static [usize],
    example: &'static str,
    gives: &'static str,
    forms: &'static [&'static str],
) -> BuiltIn {
    row(name, Kind::Function(function), takes, example, gives, forms)
}

const fn direction(
    name: &'static str,
    example: &'static str,
    gives: &'static str,
    forms: &'static [&'static str],
) -> BuiltIn {
    row(name, Kind::Direction, &[1], example, gives, forms)
}

/// All built-ins.
#[rustfmt::skip] // A row is a built-in.
pub static BUILT_INS: [BuiltIn; 43] = [
    function("near", F::Near, &[1, 2], "near(b2)",
        "the set of neighbours of a cell, or of all cells of a set",
        &["near(cell)", "near(cell, directions)", "near(cell, links)"]),
    function("step", F::Step, &[2, 3], "step(a1, north, 2)",
        "the cell so many steps, or one, in a direction; `none` off the board",
        &["step(cell, direction)", "step(cell, direction, count)"]),
    function("shift", F::Shift, &[2], "shift({a1, b2}, east)", "every cell of a set moved by one step",
        &["shift(set, direction)"]),
    function("distance", F::Distance, &[2, 3], "distance(a1, c3)",
        "the least number of steps, or `none` if there is no way",
        &["distance(from, to)", "distance(from, to, directions)", "distance(from, to, links)"]),
    function("run", F::Run, &[3], "run(a1, east, {b1, c1})",
        "the unbroken cells of a set that follow a cell in a direction",
        &["run(cell, direction, set)"]),
    function("stop", F::Stop, &[3], "stop(a1, east, {b1})",
        "the first cell after that run, or `none` if the board ends there",
        &["stop(cell, direction, set)"]),
    function("reach", F::Reach, &[2, 3], "reach({a1}, Cell - {b1, b2})",
        "the cells of a set that are connected inside it to those of another",
        &["reach(from, within)", "reach(from, within, directions)", "reach(from, within, links)"]),
    function("lines", F::Lines, &[2, 3], "lines(Cell, 3)",
        "all straight lines of so many cells, for families",
        &["lines(Board, length)", "lines(Board, length, directions)"]),
    function("subsets", F::Subsets, &[2], "subsets(Cell, 1..2)",
        "all subsets of a set that have so many members, for families",
        &["subsets(set, sizes)"]),
    function("count", F::Count, &[1], "count(near(a1))", "how many members a set has",
        &["count(set)", "count(x in set)"]),
    function("sum", F::Bound(Quantifier::Sum), &[], "sum(c in Cell: c.x)", "the sum of integers",
        &["sum(x in set: number)"]),
    function("union", F::Bound(Quantifier::Union), &[], "union(c in {a1, b2}: near(c))", "the union of sets",
        &["union(x in set: set)"]),
    function("min", F::Extreme(false), &[], "min(2, 3)", "the least of integers, or over a set",
        &["min(a, b)", "min(x in set: number)"]),
    function("max", F::Extreme(true), &[], "max(c in Cell: c.x)", "the greatest of integers, or over a set",
        &["max(a, b)", "max(x in set: number)"]),
    function("abs", F::Abs, &[1], "abs(2 - 3)", "an integer without its sign",
        &["abs(number)"]),
    function("len", F::Len, &[1], "len(list)", "the length of a `param` that is a list",
        &["len(list)"]),
    function("other", F::Other, &[1], "other(me)", "the other player",
        &["other(player)"]),
    function("opposite", F::Opposite, &[1], "opposite(north)", "the direction that leads back",
        &["opposite(direction)"]),
    function("can", F::Can, &[1], "can(put)", "whether the player to move has such a choice",
        &["can(move)"]),
    function("stuck", F::Stuck, &[1], "stuck(opponent)",
        "whether a player, were he to move, would have no move",
        &["stuck(player)"]),
    row("compass", K::DirectionSet(None), &[1, 2], "compass(Cell)", "the set of all directions of the board",
        &["compass(Board)"]),
    row("orthogonal", K::DirectionSet(Some(&boards::ORTHOGONAL)), &[], "near(a1, orthogonal)",
        "the four straight directions of grids and tori",
        &[]),
    row("diagonal", K::DirectionSet(Some(&boards::DIAGONAL)), &[], "near(a1, diagonal)",
        "the four slanting directions of grids and tori",
        &[]),
    direction("north", "north(a1)", "towards the last row",
        &["north(cell)"]),
    direction("south", "south(a3)", "towards the first row",
        &["south(cell)"]),
    direction("east", "east(a1)", "towards the last column",
        &["east(cell)"]),
    direction("west", "west(c1)", "towards the first column",
        &["west(cell)"]),
    direction("northeast", "northeast(a1)", "north and east; on a triangle, up to the right",
        &["northeast(cell)"]),
    direction("northwest", "northwest(c1)", "north and west; on a triangle, up to the left",
        &["northwest(cell)"]),
    direction("southeast", "southeast(a3)", "south and east; on a triangle, down to the right",
        &["southeast(cell)"]),
    direction("southwest", "southwest(c3)", "south and west; on a triangle, down to the left",
        &["southwest(cell)"]),
    direction("forward", "forward(Place.1)", "the next place of a ring or path; along the arrows of a graph",
        &["forward(point)"]),
    direction("backward", "backward(Place.2)",
        "the place before on a ring or path; against the arrows of a graph",
        &["backward(point)"]),
    row("Player", K::Domain, &[], "count(Player)", "the domain of the two players",
        &[]),
    row("Direction", K::Domain, &[], "north in Direction",
        "the domain of all directions that the boards and graphs have",
        &[]),
    row("grid", K::Board(BoardGeometry::Grid), &[2], "grid(3, 3)", "squares in columns and rows",
        &["grid(width, height)"]),
    row("torus", K::Board(BoardGeometry::Torus), &[2], "torus(3, 3)",
        "a grid, its edges joined to the opposite ones",
        &["torus(width, height)"]),
    row("hex", K::Board(BoardGeometry::Hex), &[2], "hex(3, 3)", "hexagons as a rhombus",
        &["hex(width, height)"]),
    row("hextorus", K::Board(BoardGeometry::HexTorus), &[2], "hextorus(3, 3)",
        "a rhombus of hexagons, its edges joined to the opposite ones",
        &["hextorus(width, height)"]),
    row("hexagon", K::Board(|side, _| BoardGeometry::Hexagon(side)), &[1], "hexagon(3)",
        "hexagons in the shape of a hexagon, so many along a side",
        &["hexagon(side)"]),
    row("triangle", K::Board(|rows, _| BoardGeometry::Triangle(rows)), &[1], "triangle(3)",
        "rows of 1, 2, .. points",
        &["triangle(rows)"]),
    row("ring", K::Board(|points, _| BoardGeometry::Ring(points)), &[1], "ring(5)",
        "numbered points, the last joined to the first",
        &["ring(points)"]),
    row("path", K::Board(|points, _| BoardGeometry::Path(points)), &[1], "path(5)",
        "numbered points in a row",
        &["path(points)"]),
];

#[cfg(test)]
mod tests {
    use super::{BUILT_INS, BuiltIn, Function, Kind};
    use crate::boards::DIRECTIONS;
    use crate::check::tests::{accepted, checked};

    /// A small definition that contains `written` at a place where this built-in may stand.
    fn around(it: &BuiltIn, written: &str) -> String {
        let item = match it.kind {
            Kind::Board(_) => format!("board B = {written}"),
            Kind::Function(Function::Lines | Function::Subsets) => format!("family B of Cell = {written}"),
            _ => format!("def b = {written}"),
        };
        format!(
            "game \"G\" players X, O param list: list of 1..3 = [1, 2] board Cell = grid(3, 3) board Place = path(4)\n\
             state {{ n: 0..3 }} move put {{ n += 1 }}\n{item}\nstuck => me loses"
        )
    }

    #[test]
    fn every_example_is_accepted_and_names_what_it_is_of() {
        for it in &BUILT_INS {
            assert!(it.example.contains(it.name), "{}", it.name);
            accepted(&around(it, it.example));
        }
    }

    /// The arguments of a form: as many as there are commas, and one more.
    fn arguments(form: &str) -> usize {
        form.matches(',').count() + 1
    }

    #[test]
    fn forms_have_the_arguments_that_are_taken() {
        for it in &BUILT_INS {
            let callable = it.is_callable() || it.is_board();
            assert_eq!(!it.forms.is_empty(), callable, "{}", it.name);
            for form in it.forms {
                assert!(form.starts_with(&format!("{}(", it.name)) && form.ends_with(')'), "{form}");
                let binds = form.contains(" in ");
                assert_eq!(binds, form.contains(':') || *form == "count(x in set)", "{form}");
                assert!(binds || it.takes.is_empty() || it.takes.contains(&arguments(form)), "{form}");
            }
        }
    }

    #[test]
    fn directions_stand_in_their_order() {
        let table = BUILT_INS.iter().filter(|it| matches!(it.kind, Kind::Direction));
        assert!(table.map(|it| it.name).eq(DIRECTIONS));
    }

    #[test]
    fn a_swapped_pair_of_letters_is_seen() {
        for it in &BUILT_INS {
            for at in 1..it.name.len() {
                let (a, b) = (&it.name[at - 1..at], &it.name[at..=at]);
                let slip = format!("{}{b}{a}{}", &it.name[..at - 1], &it.name[at + 1..]);
                // A quantifier is reported by its word, but a misspelt one cannot have binders.
                let example = if it.example.contains(" in ") && it.quantifier().is_some() {
                    format!("{slip}(a1)")
                } else {
                    it.example.replace(it.name, &slip)
                };
                if a == b {
                    continue;
                }
                let (_, reported, _) = checked(&around(it, &example));
                let meant =
                    |help: &String| help.contains("did you mean") && help.contains(&format!("`{}`", it.name));
                assert!(reported.iter().any(|one| one.help.iter().any(meant)), "{example}: {reported:#?}");
            }
        }
    }
}
