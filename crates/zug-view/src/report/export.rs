//! A database as a table: one row a position, with a column for each entry of a field that tells positions apart.

use zug::database::Entry;
use zug_game::Player;
use zug_lang::program::{FieldId, Program};
use zug_lang::semantics::Position;
use zug_lang::{text, wording};

/// The columns of a table of positions.
#[derive(Clone, Debug)]
pub struct PositionTable<'a> {
    /// The definition.
    pub program: &'a Program,
    /// The entries of fields that are shown, in the order of the definition.
    pub entries: Vec<(FieldId, usize)>,
    /// Whether distances are stored.
    pub distances: bool,
}

impl PositionTable<'_> {
    /// The names of the columns: `turn`, each entry as the definition writes it (`marks[X]`), `asked` where moves ask for others,
    /// `value`, the `outcome` in words where outcomes are no points, and the `plies` to the end where they are stored.
    pub fn head(&self) -> Vec<String> {
        let mut head = vec!["turn".to_string()];
        for (id, at) in &self.entries {
            let field = &self.program.fields[id.index()];
            head.push(format!("{}{}", field.name, text::position::entry(self.program, &field.indexes, *at)));
        }
        head.extend(self.asks().then(|| "asked".to_string()));
        head.push("value".to_string());
        head.extend((!self.program.points).then(|| "outcome".to_string()));
        head.extend(self.distances.then(|| "plies".to_string()));
        head
    }

    /// The row of a position: values as definitions and `--set` write them; nothing where there is no request or no distance.
    pub fn row(&self, position: &Position, entry: Entry) -> Vec<String> {
        let mut row = vec![self.program.players()[usize::from(position.turn == Player::Second)].to_string()];
        for (id, at) in &self.entries {
            let field = &self.program.fields[id.index()];
            let value = position.fields.get(id.index()).and_then(|entries| entries.get(*at));
            row.push(
                value.map_or(String::new(), |value| self.program.show_value(value, field.ty).to_string()),
            );
        }
        row.extend(self.asks().then(|| self.asked(position)));
        row.push(entry.value.to_string());
        row.extend((!self.program.points).then(|| wording::value(self.program, entry.value)));
        let plies = entry.distance.map(|plies| plies.to_string());
        row.extend(self.distances.then(|| plies.unwrap_or_default()));
        row
    }

    fn asks(&self) -> bool {
        !self.program.requests.is_empty()
    }

    /// The moves that are asked for, each with its fixed arguments: `jump(c3)`.
    fn asked(&self, position: &Position) -> String {
        let Some(asked) = &position.asked else { return String::new() };
        let Some(request) = self.program.requests.get(asked.request.index()) else { return String::new() };
        let each = request.moves.iter().zip(&asked.arguments).map(|((id, _), fixed)| {
            let sought = &self.program.moves[id.index()];
            let types = sought.parameters.iter().map(|(_, set)| set.ty.kind.member());
            let text = |(value, ty)| self.program.show_value(value, ty).to_string();
            let texts: Vec<String> = fixed.iter().zip(types).map(text).collect();
            if texts.is_empty() {
                sought.name.clone()
            } else {
                format!("{}({})", sought.name, texts.join(", "))
            }
        });
        each.collect::<Vec<String>>().join(" or ")
    }
}
