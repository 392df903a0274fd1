//! Turns a `start` picture into initial values, by the letters of `show`.
//!
//! The top row comes first. The set fields that `show` names are emptied. Then every cell is stored
//! as the entry of its letter says ([`super::picture_stores`]).

use super::checker::Checker;
use super::codes;
use super::domain_tables::DomainTables;
use super::input::CheckInput;
use super::picture_stores::Store;
use super::words::counted;
use crate::diagnostic::Diagnostic;
use crate::program::{Board, BoardGeometry, DomainId, FieldId};
use crate::source::Span;
use crate::syntax::ast::{ItemKind, Text};

/// An entry of `show`: its letter, its span and what the letter stores.
type Letter = (String, Span, Vec<Store>);

impl Checker<'_> {
    /// Applies the picture of `start`, if there is one.
    pub(super) fn check_start(&mut self) {
        let game = self.input.game;
        let written = game.items.iter().find_map(|item| match &item.kind {
            ItemKind::Start(rows) => Some(rows.as_slice()),
            _ => None,
        });
        let Some(rows) = self.input.setting_start().or(written) else { return };
        let Some(span) = rows.iter().map(|row| row.span).reduce(Span::to) else { return };
        if self.rules.shows.is_empty() {
            let shows = |item: &crate::syntax::ast::Item| match item.kind {
                ItemKind::Show { .. } => true,
                ItemKind::Error => {
                    game.text.get(item.span.start as usize..).is_some_and(|text| text.starts_with("show"))
                }
                _ => false,
            };
            if !game.items.iter().any(shows) {
                let message = "a `start` picture needs a `show` that tells what its letters mean";
                let diagnostic =
                    Diagnostic::error(codes::NO_SHOW, message, span, "no `show` in the whole text");
                self.reports.report(diagnostic.help("write `show Cell { stones[X]: \"X\", else: \".\" }`"));
            }
            return;
        }
        let domain = self.rules.shows[0].domain;
        if self.domains.lost.contains(&domain) {
            return;
        }
        let cells = self.picture(domain, rows, span);
        let Some(cells) = self.reports.whole_item(cells) else { return };
        let entries = self.letters();
        self.clear_shown(&entries);
        for (cell, letter, place) in cells {
            if self.put(cell, &letter, place, &entries).is_none() {
                self.reports.lost = true;
                return;
            }
        }
        // A setting of a field is more specific than the picture, so it is applied again.
        self.restore_settings();
    }

    /// The letter of every cell, with the span of its row.
    fn picture(&mut self, domain: DomainId, rows: &[Text], span: Span) -> Option<Vec<(u32, String, Span)>> {
        let blank = self.rules.shows[0].entries.iter().any(|(_, text)| text == " ");
        let keep = |c: &char| blank || !c.is_whitespace();
        let drawn: Vec<(Vec<char>, Span)> =
            rows.iter().map(|row| (row.text.chars().filter(keep).collect(), row.span)).collect();
        let layout = self.domains.picture_layout(domain);
        if drawn.len() != layout.len() {
            let name = self.domains.domain_name(domain).to_owned();
            let (has, wants) = (counted(drawn.len(), "row", "rows"), layout.len());
            let message = format!("the picture has {has}, but `{name}` has {wants}");
            let declared = self.domains.all[domain.index()].span;
            let diagnostic = Diagnostic::error(codes::PICTURE_SHAPE, message, span, has);
            let diagnostic = diagnostic.because(declared, format!("{wants} rows"));
            let all: Vec<&str> = rows.iter().flat_map(|row| row.text.split(['/', '|'])).collect();
            if all.len() == wants {
                let meant: Vec<String> = all.iter().map(|row| format!("\"{}\"", row.trim())).collect();
                let meant = meant.join(" ");
                let help = format!("write `start {meant}`: each row is a text of its own");
                return self.reports.refuse(diagnostic.help(help).likely(span, meant));
            }
            let help = "draw one row for each, the top one first";
            let empty = self.rules.shows[0].entries.last();
            let missing = empty.and_then(|(_, letter)| with_missing_rows(letter, rows, &layout));
            let help = missing.map_or(help.to_owned(), |text| format!("{help}: `{text}` for one"));
            return self.reports.refuse(diagnostic.help(help));
        }
        let mut cells = Vec::new();
        for ((letters, place), row) in drawn.iter().zip(&layout) {
            // A place without a cell may have a letter, or none of them has.
            let here: Vec<Option<u32>> = row.iter().copied().filter(Option::is_some).collect();
            let row = if letters.len() == here.len() { &here } else { row };
            if letters.len() != row.len() {
                return self.refuse_row(domain, letters.len(), here.len(), *place);
            }
            let known = row.iter().zip(letters).filter_map(|(cell, letter)| Some(((*cell)?, letter)));
            cells.extend(known.map(|(cell, letter)| (cell, letter.to_string(), *place)));
        }
        Some(cells)
    }

    fn refuse_row<T>(&mut self, domain: DomainId, found: usize, wanted: usize, place: Span) -> Option<T> {
        let has = counted(found, "letter", "letters");
        let message = format!("this row has {has}, but {wanted} cells belong here");
        let declared = self.domains.all[domain.index()].span;
        let diagnostic = Diagnostic::error(codes::PICTURE_SHAPE, message, place, has);
        let diagnostic = diagnostic.because(declared, "the board");
        self.reports.refuse(diagnostic.help("draw one letter for each cell"))
    }

    /// The entries of the first `show`.
    fn letters(&self) -> Vec<Letter> {
        let entries = self.rules.shows[0].entries.iter();
        entries.map(|(e, text)| (text.clone(), e.span, self.defs.stores(e))).collect()
    }

    /// Empties the set-valued entries that `show` names.
    fn clear_shown(&mut self, letters: &[Letter]) {
        for store in letters.iter().flat_map(|(_, _, stores)| stores) {
            self.clear(store);
        }
    }

    /// Makes the entry of a letter true of a cell.
    fn put(&mut self, cell: u32, letter: &str, place: Span, entries: &[Letter]) -> Option<()> {
        let mut meant = entries.iter().filter(|(text, _, _)| text == letter);
        let Some((_, first, puts)) = meant.next() else {
            let letters: Vec<&String> = entries.iter().map(|(text, _, _)| text).collect();
            let message = format!("no entry of `show` draws `{letter}`");
            let diagnostic =
                Diagnostic::error(codes::PICTURE_LETTER, message, place, "not a letter of `show`");
            let diagnostic = diagnostic.because(entries[0].1, "the entries begin here");
            if let Some(row) = self.input.in_declared_letters(place, entries) {
                let other = row.1;
                let help = format!("write `{other}` as in `show`: the row is `{}`", row.0);
                let rows = self.input.start_rows();
                let fixed =
                    rows.iter().filter_map(|at| Some((*at, self.input.in_declared_letters(*at, entries)?.0)));
                let report = fixed.fold(diagnostic, |report, (at, text)| report.likely(at, text));
                return self.reports.refuse(report.help(help));
            }
            let help = format!("the letters are {}", super::words::all_of(&letters));
            return self.reports.refuse(diagnostic.help(help));
        };
        if let Some((_, second, _)) = meant.next() {
            let message = format!("two entries of `show` draw `{letter}`");
            let diagnostic = Diagnostic::error(codes::PICTURE_LETTER, message, place, "which one?");
            let diagnostic = diagnostic.because(*first, "this one").because(*second, "or this one");
            return self.reports.refuse(diagnostic.help("give them different letters"));
        }
        puts.iter().try_for_each(|store| self.store(store, cell, letter, place))
    }

    fn restore_settings(&mut self) {
        let set: Vec<&str> = self.input.settings.iter().map(|setting| setting.name.text.as_str()).collect();
        for at in 0..self.state.fields.len() {
            let name = self.state.fields[at].name.clone();
            if !set.contains(&name.as_str()) {
                continue;
            }
            let whole = self.input.setting_initial(&name).is_some();
            let id = FieldId(at as u32);
            if whole {
                self.initial_of_field(id);
                continue;
            }
            let (domains, ty) = (self.state.fields[at].indexes.clone(), self.state.fields[at].ty);
            let mut values = std::mem::take(&mut self.state.fields[at].initial);
            self.set_entries(&name, &domains, ty, &mut values);
            self.state.fields[at].initial = values;
        }
    }
}

impl DomainTables {
    /// The cells of every row, top row first; `None` at a place without a cell.
    fn picture_layout(&self, domain: DomainId) -> Vec<Vec<Option<u32>>> {
        let all = || (0..self.all[domain.index()].len() as u32).map(Some).collect::<Vec<_>>();
        let board = self.board(domain);
        let Some(squares) = self.coordinates(domain) else { return vec![all()] };
        if let Some(Board { geometry: BoardGeometry::Triangle(n), .. }) = board {
            let mut rows: Vec<Vec<Option<u32>>> = (1..=n as usize).map(|y| vec![None; y]).collect();
            for (cell, (x, y)) in (0..).zip(squares) {
                rows[(y - 1) as usize][(x - 1) as usize] = Some(cell);
            }
            return rows;
        }
        let (width, height) = squares.iter().fold((0, 0), |(w, h), (x, y)| (w.max(*x), h.max(*y)));
        let mut rows = vec![vec![None; width as usize]; height as usize];
        for (cell, (x, y)) in squares.iter().enumerate() {
            rows[(height - y) as usize][(x - 1) as usize] = Some(cell as u32);
        }
        rows
    }
}

impl CheckInput<'_> {
    /// A row of the picture in which letters of the other case are written as `show` has them, and
    /// the first of these.
    fn in_declared_letters(&self, place: Span, entries: &[Letter]) -> Option<(String, char)> {
        let drawn = |c: char| entries.iter().any(|(text, ..)| text.chars().eq([c]));
        let mut first = None;
        let row = self.written(place).chars().map(|c| {
            let other = c.to_lowercase().chain(c.to_uppercase()).find(|other| *other != c && drawn(*other));
            match other.filter(|_| !drawn(c)) {
                Some(other) => {
                    first.get_or_insert(other);
                    other
                }
                None => c,
            }
        });
        let row: String = row.collect();
        Some((row, first?))
    }

    /// The places of the rows of `start`.
    fn start_rows(&self) -> Vec<Span> {
        let rows = self.game.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Start(rows) => Some(rows),
            _ => None,
        });
        rows.flatten().map(|row| row.span).collect()
    }
}

/// A picture with too few rows, and rows of the letter `empty` in its middle.
fn with_missing_rows(empty: &str, rows: &[Text], layout: &[Vec<Option<u32>>]) -> Option<String> {
    let missing = layout.len().checked_sub(rows.len()).filter(|missing| *missing > 0 && layout.len() <= 8)?;
    let top = rows.len().div_ceil(2);
    let added = layout[top..top + missing].iter().map(|row| empty.repeat(row.iter().flatten().count()));
    let mut all: Vec<String> = rows.iter().map(|row| row.text.clone()).collect();
    all.splice(top..top, added);
    Some(format!("start {}", all.iter().map(|row| format!("\"{row}\"")).collect::<Vec<_>>().join(" ")))
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_about;

    #[test]
    fn letters_are_those_of_the_show() {
        let start = |rows: &str| {
            helps_about(&format!(
                "game \"G\" players Ann, Bob board C = grid(3, 2) state {{ men[Player]: set of C, o: set of C }}\nstart {rows}\n\
                 move m(c in C) {{ men[me] += c o -= c }}\nstuck => draw\n\
                 show C {{ men[Ann]: \"A\", men[Bob]: \"b\", o: \"o\", else: \".\" }}"
            ))
        };
        assert_eq!(start("\"A.b\" \"o.a\""), ["write `A` as in `show`: the row is `\"o.A\"`"]);
        assert_eq!(start("\"aBO\" \"o.A\""), ["write `A` as in `show`: the row is `\"Abo\"`"]);
        assert_eq!(start("\"A.x\" \"o.A\""), ["the letters are `A`, `b`, `o` and `.`"]);
    }

    #[test]
    fn missing_rows_are_drawn_in_the_middle() {
        let start = |rows: &str| {
            helps_about(&format!(
                "game \"G\" players Ann, Bob board C = grid(3, 3) state {{ men[Player]: set of C }}\nstart {rows}\n\
                 move m(c in C) {{ men[me] += c }}\nstuck => draw\n\
                 show C {{ men[Ann]: \"a\", men[Bob]: \"b\", else: \".\" }}"
            ))
        };
        let help = "draw one row for each, the top one first";
        assert_eq!(start("\"bbb\" \"aaa\""), [format!("{help}: `start \"bbb\" \"...\" \"aaa\"` for one")]);
        assert_eq!(start("\"bbb\""), [format!("{help}: `start \"bbb\" \"...\" \"...\"` for one")]);
        assert_eq!(start("\"bbb\" \"...\" \"...\" \"aaa\""), [help]);
    }
}
