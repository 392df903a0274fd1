//! Builds settings (`NAME = VALUE` in an expectation or from outside) and graphs.

use super::{Lower, Pair, error_expr};
use crate::source::Span;
use crate::syntax::ast::{Chain, Initial, Setting, SettingValue, Text};
use crate::syntax::grammar::Rule;

impl Lower<'_> {
    /// Builds a setting, `n = 5` or `stones[X] = {a1}`.
    pub fn setting(&mut self, pair: Pair) -> Setting {
        Setting {
            name: self.first_name(&pair),
            indexes: self.index_in(&pair),
            value: self.setting_value(&pair),
            span: self.span(&pair),
        }
    }

    /// Builds the right side of a setting.
    fn setting_value(&mut self, setting: &Pair) -> SettingValue {
        let value = setting.clone().into_inner().find(|part| part.as_rule() == Rule::setting_value);
        let Some(part) = value.and_then(|value| value.into_inner().next()) else {
            return SettingValue::Value(Initial::One(error_expr(self.span(setting))));
        };
        let span = self.span(&part);
        match part.as_rule() {
            Rule::pictures => {
                let texts = part.into_inner().filter(|part| part.as_rule() == Rule::string);
                let texts: Vec<Text> = texts.map(|part| self.text(&part)).collect();
                SettingValue::Start(texts.iter().flat_map(|text| picture_rows(text, 1)).collect())
            }
            Rule::setting_graph => SettingValue::Graph(self.chains_in(&part), span),
            _ => SettingValue::Value(self.initial(part)),
        }
    }

    /// The chains of the graph directly within a match.
    pub fn chains_in(&mut self, pair: &Pair) -> Vec<Chain> {
        let Some(body) = pair.clone().into_inner().find(|part| part.as_rule() == Rule::graph_body) else {
            return Vec::new();
        };
        let chains = body.into_inner().filter(|part| part.as_rule() == Rule::chain);
        chains.map(|part| self.chain(part)).collect()
    }

    /// Builds a chain, `a-b->c`.
    fn chain(&mut self, pair: Pair) -> Chain {
        let links = pair.clone().into_inner().map(|part| part.as_rule());
        let arrows = links.filter(|rule| matches!(rule, Rule::minus | Rule::one_way));
        Chain { arrows: arrows.map(|rule| rule == Rule::one_way).collect(), points: self.names(pair) }
    }
}

/// Splits a picture at `/` into its rows; `quote` is the length of the opening quote in bytes.
pub(in crate::syntax) fn picture_rows(text: &Text, quote: usize) -> Vec<Text> {
    let (start, end) = (text.span.start as usize, text.span.end as usize);
    // Escapes were resolved, so offsets inside the text fit the file only if there were none.
    let known = end - start == text.text.len() + 2 * quote;
    let mut at = start + quote;
    let mut rows = Vec::new();
    for row in text.text.split('/') {
        let span = if known { Span::new(text.span.file, at, at + row.len()) } else { text.span };
        rows.push(Text { text: row.to_string(), span });
        at += row.len() + 1;
    }
    rows
}
