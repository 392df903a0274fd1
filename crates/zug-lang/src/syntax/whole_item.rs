//! Whether a text is one item in order, and else how far it can be read.

use super::grammar::GameParser;
use super::items::rule_of;
use pest::Parser;
use pest::error::InputLocation;

/// The longest item, in bytes, that is read so.
const LONGEST: usize = 600;

/// Reads one item by the grammar alone.
///
/// # Errors
/// The byte at which it can be read no further; 0 where no item keyword begins it, or where it is
/// too long.
pub(crate) fn read(item: &str) -> Result<(), usize> {
    let keyword = item.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(item.len());
    let rule = rule_of(&item[..keyword]).filter(|_| item.len() <= LONGEST).ok_or(0usize)?;
    let rest = item[keyword..].trim_start();
    let before = item.len() - rest.len();
    GameParser::parse(rule, rest.trim_end()).map(|_| ()).map_err(|error| match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => before + at,
    })
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn an_item_is_read_as_far_as_it_can_be() {
        assert_eq!(read("enum Card { ace, king }"), Ok(()));
        assert_eq!(read("enum Card ( ace, king }"), Err("enum Card ".len()));
        assert_eq!(read("a card"), Err(0));
    }
}
