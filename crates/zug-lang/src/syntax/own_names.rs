//! The names that a text declares, read off its tokens, and examples made of them: a condition, a
//! statement, a parameter, as the author of the text would write them.

use super::item_walk::is_name;
use super::parse_error::TokenView;

/// What a field holds, as far as its tokens show it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds<'t> {
    Truth,
    Number,
    Element(&'t str),
    Set(&'t str),
}

/// A field with its index.
#[derive(Clone, Copy)]
struct Field<'t> {
    name: &'t str,
    index: Option<&'t str>,
    holds: Holds<'t>,
}

/// The names of a text.
pub(super) struct OwnNames<'t> {
    /// The first player.
    pub player: &'t str,
    /// The first board, graph or range.
    pub domain: &'t str,
    /// The first board or graph.
    pub board: Option<&'t str>,
    /// Names that stand for something in the whole text.
    global: Vec<&'t str>,
    fields: Vec<Field<'t>>,
}

impl<'t> OwnNames<'t> {
    /// The names that the tokens declare.
    pub fn of(view: &TokenView<'t>) -> OwnNames<'t> {
        let named = |keywords: &[&str]| {
            let declares = |at: &usize| view.tokens[*at].first && keywords.contains(&view.word(*at));
            let found = (0..view.tokens.len()).filter(declares).map(|at| at + 1);
            found.filter(|at| is_name(view, *at)).map(|at| view.word(at)).next()
        };
        let board = named(&["board", "graph"]);
        let domain = board.or_else(|| named(&["range", "enum"]));
        let keywords = ["let", "def", "param", "move", "followup"];
        let declares = |at: &usize| view.tokens[*at].first && keywords.contains(&view.word(*at));
        let fields = fields(view);
        let global = (0..view.tokens.len()).filter(declares).map(|at| view.word(at + 1));
        let global = global.chain(fields.iter().map(|field| field.name)).collect();
        OwnNames {
            player: named(&["players"]).unwrap_or("A"),
            domain: domain.unwrap_or("1..3"),
            board,
            global,
            fields,
        }
    }

    /// A letter for an element of the domain.
    pub fn letter(&self) -> String {
        self.letter_of(self.domain)
    }

    /// A letter for an element of a domain, which names nothing else.
    fn letter_of(&self, domain: &str) -> String {
        let first = domain.chars().next().filter(|c| c.is_alphabetic());
        let letter = first.map_or("k".to_owned(), |c| c.to_lowercase().collect());
        let mut letters = std::iter::once(letter).chain(["x", "y", "z", "each"].map(str::to_owned));
        let free = letters.find(|letter| !self.global.contains(&letter.as_str()));
        free.unwrap_or_else(|| "one".to_owned())
    }

    /// A parameter or binder, `c in Cell`.
    pub fn binder(&self) -> String {
        format!("{} in {}", self.letter(), self.domain)
    }

    /// An index or a single value, if a field is one for both players or has no index.
    fn entry(field: &Field<'t>) -> Option<String> {
        match field.index {
            None => Some(field.name.to_owned()),
            Some("Player") => Some(format!("{}[me]", field.name)),
            Some(_) => None,
        }
    }

    /// A condition about a field.
    pub fn condition(&self) -> String {
        let of_field = |field: &Field<'t>| {
            let entry = Self::entry(field)?;
            Some(match field.holds {
                Holds::Truth => entry,
                Holds::Number => format!("{entry} > 0"),
                Holds::Element(_) => format!("{entry} != none"),
                Holds::Set(_) => format!("{entry} != {{}}"),
            })
        };
        let is_element = |field: &&Field<'t>| matches!(field.holds, Holds::Element(_));
        let first = self.fields.iter().filter(|field| !is_element(field));
        let elements = self.fields.iter().filter(is_element);
        first.chain(elements).find_map(of_field).unwrap_or_else(|| format!("me = {}", self.player))
    }

    /// A statement that stores to a field; to the one of this name, if there is such a one.
    pub fn statement(&self, name: &str) -> String {
        let named = self.fields.iter().filter(|field| field.name == name);
        let mut fields = named.chain(&self.fields);
        let of_field = |field: &Field<'t>| {
            let entry = Self::entry(field).or_else(|| {
                let index = field.index?;
                Some(format!("{}[{}]", field.name, self.letter_of(index)))
            })?;
            Some(match field.holds {
                Holds::Truth => format!("{entry} = true"),
                Holds::Number => format!("{entry} -= 1"),
                Holds::Element(domain) | Holds::Set(domain) => {
                    let sign = if matches!(field.holds, Holds::Set(_)) { "+=" } else { "=" };
                    let value = if domain == "Player" { "me".to_owned() } else { self.letter_of(domain) };
                    format!("{entry} {sign} {value}")
                }
            })
        };
        fields.find_map(of_field).unwrap_or_else(|| "x = 1".to_owned())
    }

    /// A set of elements of the domain.
    pub fn set(&self) -> String {
        let set =
            self.fields.iter().filter(|field| matches!(field.holds, Holds::Set(_))).find_map(Self::entry);
        set.unwrap_or_else(|| self.domain.to_owned())
    }

    /// The set that each player has of elements of the domain.
    pub fn set_of_each(&self) -> Option<&'t str> {
        let is_own = |field: &&Field<'t>| {
            field.index == Some("Player")
                && matches!(field.holds, Holds::Set(domain) if domain == self.domain)
        };
        self.fields.iter().find(is_own).map(|field| field.name)
    }

    /// The field that holds a number for each player.
    pub fn number_of_each(&self) -> Option<&'t str> {
        let is_number =
            |field: &&Field<'t>| field.index == Some("Player") && matches!(field.holds, Holds::Number);
        self.fields.iter().find(is_number).map(|field| field.name)
    }

    /// How an entry of this field is written, `men[me]`.
    pub fn index_of(&self, name: &str) -> Option<String> {
        let field = self.fields.iter().find(|field| field.name == name)?;
        let index = match field.index? {
            "Player" => "me".to_owned(),
            domain => self.letter_of(domain),
        };
        Some(format!("{name}[{index}]"))
    }

    /// The fields of elements and of sets of them, as they are taken from the whole domain.
    pub fn over(&self, domain: &str, players: &[&str]) -> Vec<String> {
        let over = self.fields.iter().filter(|field| match field.holds {
            Holds::Set(of) | Holds::Element(of) => of == domain,
            _ => false,
        });
        let entries = over.flat_map(|field| match field.index {
            None => vec![field.name.to_owned()],
            Some("Player") => players.iter().map(|player| format!("{}[{player}]", field.name)).collect(),
            Some(_) => Vec::new(),
        });
        entries.collect()
    }

    /// The first set or element that a picture can show, with the player where each has his own.
    pub fn shown(&self) -> String {
        let on_board = |field: &&Field<'t>| match field.holds {
            Holds::Set(domain) | Holds::Element(domain) => domain == self.domain,
            _ => false,
        };
        match self.fields.iter().find(on_board) {
            Some(field) if field.index == Some("Player") => format!("{}[{}]", field.name, self.player),
            Some(field) => field.name.to_owned(),
            None => self.condition(),
        }
    }
}

/// The names in the item `players`, in the order of the text.
pub(super) fn players<'t>(view: &TokenView<'t>) -> Vec<&'t str> {
    let is_item = |at: &usize| view.tokens[*at].first && view.word(*at) == "players";
    let item = (0..view.tokens.len()).find(is_item);
    let behind = item.map_or(0..0, |item| item + 1..view.tokens.len());
    let line = behind.take_while(|at| !view.tokens[*at].first || view.word(at - 1) == ",");
    line.filter(|at| is_name(view, *at)).map(|at| view.word(at)).collect()
}

/// The fields that stand in `state { .. }`.
fn fields<'t>(view: &TokenView<'t>) -> Vec<Field<'t>> {
    let word = |at: usize| view.word(at);
    let begins = (0..view.tokens.len()).find(|at| view.tokens[*at].first && word(*at) == "state");
    let Some(state) = begins else { return Vec::new() };
    let behind =
        |at: &usize| *at > state + 1 && view.tokens[*at].first && super::items::rule_of(word(*at)).is_some();
    let end = (state + 1..view.tokens.len()).find(behind).unwrap_or(view.tokens.len());
    let field = |at: usize| {
        let (colon, index) = match word(at + 1) {
            ":" => (at + 1, None),
            "[" if word(at + 3) == "]" && word(at + 4) == ":" => (at + 4, Some(word(at + 2))),
            "[" if word(at + 3) == ":" && word(at + 5) == "]" => (at + 6, Some(word(at + 4))),
            _ => return None,
        };
        let holds = match (word(colon + 1), word(colon + 2)) {
            ("bool", _) => Holds::Truth,
            ("set", "of") => Holds::Set(word(colon + 3)),
            (_, "..") => Holds::Number,
            (domain, _) if is_name(view, colon + 1) => Holds::Element(domain),
            _ => return None,
        };
        let before = word(at.wrapping_sub(1));
        (is_name(view, at) && before != "[").then_some(Field { name: word(at), index, holds })
    };
    (state + 1..end).filter_map(field).collect()
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    #[test]
    fn a_letter_names_nothing_else() {
        let index = |declared: &str| {
            helps_about(&format!(
                "game \"G\"\nplayers Ann, Bob\nboard Cell = grid(3, 3)\n{declared}\nstate {{ on[Cell]: 0..9 }}\nmove m {{ on[+] = 1 }}\nstuck => draw\n"
            ))
        };
        assert!(index("")[0].contains("`on[c]`"), "{:?}", index(""));
        assert!(index("let c = 3")[0].contains("`on[x]`"), "{:?}", index("let c = 3"));
    }

    #[test]
    fn a_family_is_of_what_there_is() {
        let family = |declared: &str| {
            helps_about(&format!(
                "game \"G\"\nplayers Ann, Bob\n{declared}\nfamily Line of\nstate {{ n: 0..9 }}\nmove m when n < 9 {{ n += 1 }}\nstuck => draw\n"
            ))
        };
        let holds = |declared: &str, form: &str| {
            let found = family(declared);
            assert!(found[0].contains(form), "{found:?}");
        };
        holds("board C = grid(3, 3)", "`family Line of C = lines(C, 3)`");
        holds("enum Hue { red, green, blue }", "`family Line of Hue = subsets(Hue, 2)`");
        holds("", "`family Line of Cell = lines(Cell, 3)`, with `board Cell = grid(3, 3)`");
    }
}
