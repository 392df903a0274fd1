//! A database as a table: one row a position, with a column for each entry of a field that tells
//! positions apart.

use zug::database::Entry;
use zug_game::Player;
use zug_lang::program::{FieldId, Program};
use zug_lang::semantics::Position;
use zug_lang::{text, wording};

/// The columns of a table of positions.
#[derive(Clone, Debug)]
pub struct TableColumns<'a> {
    /// The definition.
    pub program: &'a Program,
    /// The entries of fields that are shown, in the order of the definition.
    pub entries: Vec<(FieldId, usize)>,
    /// Whether distances are stored.
    pub distances: bool,
}

impl TableColumns<'_> {
    /// The names of the columns: `turn`, each entry as the definition writes it (`marks[X]`),
    /// `asked` where moves ask for others, `value`, the `outcome` in words where outcomes are no
    /// points, and the `plies` to the end where they are stored.
    pub fn head(&self) -> Vec<String> {
        let mut head = vec!["turn".to_string()];
        for (id, at) in &self.entries {
            let field = &self.program.fields[id.index()];
            head.push(format!("{}{}", field.name, text::entries::index(self.program, &field.indexes, *at)));
        }
        head.extend(self.asks().then(|| "asked".to_string()));
        head.push("value".to_string());
        head.extend((!self.program.points).then(|| "outcome".to_string()));
        head.extend(self.distances.then(|| "plies".to_string()));
        head
    }

    /// The row of a position: values as definitions and `--set` write them; nothing where there is
    /// no request or no distance.
    pub fn row(&self, position: &Position, entry: Entry) -> Vec<String> {
        let mut row = vec![self.program.players()[usize::from(position.turn == Player::Second)].to_string()];
        for (id, at) in &self.entries {
            let field = &self.program.fields[id.index()];
            let value = position.fields.get(id.index()).and_then(|entries| entries.get(*at));
            row.push(
                value.map_or(String::new(), |value| self.program.show_value(value, field.ty).to_string()),
            );
        }
        let asked =
            || position.asked.as_ref().map_or(String::new(), |asked| wording::request(self.program, asked));
        row.extend(self.asks().then(asked));
        row.push(entry.value.to_string());
        row.extend((!self.program.points).then(|| wording::value(self.program, entry.value)));
        let plies = entry.distance.map(|plies| plies.to_string());
        row.extend(self.distances.then(|| plies.unwrap_or_default()));
        row
    }

    fn asks(&self) -> bool {
        !self.program.requests.is_empty()
    }
}
