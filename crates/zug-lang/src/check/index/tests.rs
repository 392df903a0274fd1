//! The index against the tokens of the library, and of definitions with mistakes.

use super::{Definition, Index, NameKind, Target};
use crate::check::check_with_index;
use crate::keywords::KEYWORDS;
use crate::source::FileId;
use crate::syntax::tokens::{TokenClass, tokens};
use crate::syntax::{self};

fn index(text: &str) -> Index {
    let (game, _) = syntax::parse(FileId::DEFINITION, text);
    let (_, mut index) = check_with_index(&game, &[]);
    index.keep_exact(text);
    index
}

/// What the name that begins at the `nth` occurrence of `part` stands for.
fn behind<'i>(index: &'i Index, text: &str, part: &str, nth: usize) -> Option<&'i Definition> {
    let (at, _) = text.match_indices(part).nth(nth).expect("the part occurs");
    index.definition(&index.at(at + 1)?.target)
}

const GAME: &str = "game \"T\"
players X, O
board Cell = grid(3, 3)
enum Side { left, right }
let most = 2
state { on[Player]: set of Cell, side: Side = left }
def empty = Cell - on[X] - on[O]
def free(c: Cell, k: 0..9) = c in empty and k < most
move put(c in empty) when free(c, 1) {
  let more = near(c)
  on[me] += c
  if count(more) > most { side = right }
}
stuck => X wins
expect with most = 1: X wins
";

#[test]
fn names_lead_to_their_declarations() {
    let index = index(GAME);
    let found = |part, nth| behind(&index, GAME, part, nth).map(|it| (it.name.as_str(), it.kind));
    assert_eq!(found("empty", 1), Some(("empty", NameKind::Def)));
    assert_eq!(found("right }", 1), Some(("right", NameKind::Member)));
    assert_eq!(found("most", 3), Some(("most", NameKind::Let)));
    assert_eq!(found("c, 1", 0), Some(("c", NameKind::Parameter)));
    assert_eq!(found("more) >", 0), Some(("more", NameKind::LocalLet)));
    assert_eq!(found("X wins", 0), Some(("X", NameKind::Player)));
    assert_eq!(found("on[me]", 0), Some(("on", NameKind::Field)));
}

#[test]
fn definitions_tell_types_values_and_what_they_take() {
    let index = index(GAME);
    let of = |name: &str| index.definitions.iter().find(|it| it.name == name).expect("declared");
    assert_eq!(of("on").ty.as_deref(), Some("set of Cell"));
    assert_eq!(of("on").takes, ["Player"]);
    assert_eq!(of("most").value.as_deref(), Some("2"));
    assert_eq!(of("free").takes, ["c: Cell", "k: 0..9"]);
    assert_eq!(of("free").ty.as_deref(), Some("bool"));
    assert_eq!(of("put").takes, ["c: Cell"]);
    assert_eq!(of("more").ty.as_deref(), Some("set of Cell"));
    assert_eq!(of("Side").value.as_deref(), Some("left, right"));
}

#[test]
fn mistakes_leave_the_rest_of_the_index() {
    let whole = index(GAME);
    for (right, wrong) in [
        ("Cell - on[X] - on[O]", "Cell - nothing[X] - on[O]"),
        ("c in empty and k < most", "c in empty and k < "),
        ("grid(3, 3)", "grd(3, 3)"),
        ("near(c)", "near(c"),
    ] {
        let text = GAME.replace(right, wrong);
        let broken = index(&text);
        let kinds =
            |index: &Index| index.definitions.iter().map(|it| (it.name.clone(), it.kind)).collect::<Vec<_>>();
        for each in kinds(&whole) {
            assert!(kinds(&broken).contains(&each), "{each:?} in\n{text}");
        }
        let writes = |index: &Index| index.uses.iter().filter(|it| it.writes).count();
        assert_eq!(writes(&broken), writes(&whole), "{text}");
        assert!(broken.uses.len() + 9 > whole.uses.len(), "{} of {}", broken.uses.len(), whole.uses.len());
    }
}

/// Words of the library that stand for nothing: coordinates, branches of trees, lints.
fn is_no_name(text: &str, before: &str) -> bool {
    let at_place = KEYWORDS.iter().any(|it| it.word.split(' ').any(|word| word == text));
    at_place || before == "." || text == "cell"
}

#[test]
fn every_word_of_the_library_is_a_use() {
    let folder = format!("{}/../../games", env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for path in std::fs::read_dir(folder).expect("the games").flatten().map(|entry| entry.path()) {
        if path.extension().is_none_or(|end| end != "game") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("readable");
        let (index, tokens) = (index(&text), tokens(&text));
        let mut item = "";
        for (at, token) in tokens.iter().enumerate() {
            let (word, before) = (token.text(&text), if at > 0 { tokens[at - 1].text(&text) } else { "" });
            if token.class == TokenClass::ItemKeyword {
                item = word;
            }
            if token.class != TokenClass::Word
                || is_no_name(word, before)
                || matches!(item, "allow" | "tree" | "expect")
            {
                continue;
            }
            seen += 1;
            let used = index
                .uses
                .iter()
                .any(|it| (it.span.start, it.span.end) == (token.start as u32, token.end as u32));
            assert!(used, "{}: `{word}` at {} stands for nothing", path.display(), token.start);
        }
        for it in &index.uses {
            if let Target::Definition(at) = it.target {
                assert!(at < index.definitions.len());
            }
        }
    }
    assert!(seen > 5000, "{seen}");
}
