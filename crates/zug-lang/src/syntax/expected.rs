//! Words the expectation of the parser: grammar rules to phrases.

use super::grammar::Rule;

/// The phrases for the rules of which one should have matched.
pub(super) fn phrases(rules: &[Rule]) -> Vec<&'static str> {
    let begins = rules.iter().any(|rule| begins_operand(*rule));
    let behind = behind_operand(rules);
    let mut phrases: Vec<&str> = Vec::new();
    if begins {
        phrases.push("an expression");
    }
    let silent = |rule: &Rule| begins && starts_operand(*rule) || behind && follows_operand(*rule);
    for phrase in rules.iter().filter(|rule| !silent(rule)).flat_map(|rule| phrase_of(*rule)) {
        if !phrases.contains(phrase) {
            phrases.push(phrase);
        }
    }
    if behind && phrases.iter().all(|phrase| *phrase == END) {
        phrases.push("an operator");
    }
    if phrases.len() > 1 {
        phrases.retain(|phrase| *phrase != END);
    }
    phrases
}

/// Whether an operator could have followed.
pub(super) fn behind_operand(rules: &[Rule]) -> bool {
    rules.iter().any(|rule| matches!(rule, Rule::op_add | Rule::op_multiply | Rule::op_range))
}

/// Left out of a report that has any other phrase.
const END: &str = "nothing more";

/// Operators that are words; a misspelt one is recognized by them.
pub(super) const OPERATORS: [&str; 5] = ["in", "and", "or", "not", "implies"];

/// Lists phrases as `a`, `b` or `c`.
pub(super) fn listed(phrases: &[&str]) -> String {
    match phrases {
        [] => "something else".to_string(),
        [one] => one.to_string(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// Whether a rule is tried only where an expression may begin.
fn begins_operand(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::expr
            | Rule::sum
            | Rule::operand
            | Rule::number
            | Rule::group
            | Rule::set
            | Rule::kw_true
            | Rule::if_expr
            | Rule::let_value
            | Rule::let_operand
            | Rule::let_if
    )
}

/// Whether a rule may begin an expression, and perhaps other constructs.
fn starts_operand(rule: Rule) -> bool {
    begins_operand(rule)
        || matches!(
            rule,
            Rule::kw_not
                | Rule::minus
                | Rule::kw_false
                | Rule::kw_none
                | Rule::kw_me
                | Rule::kw_opponent
                | Rule::quantified
                | Rule::let_quantified
                | Rule::let_expr
                | Rule::let_let
                | Rule::kw_let
                | Rule::gathered
                | Rule::aggregate
                | Rule::call
                | Rule::name
                | Rule::kw_some
                | Rule::kw_every
                | Rule::kw_no
                | Rule::scored
                | Rule::open_paren
        )
}

/// Whether a rule may follow any complete operand; to list it would tell nothing.
fn follows_operand(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::op_equal
            | Rule::op_not_equal
            | Rule::op_less
            | Rule::op_less_equal
            | Rule::op_greater
            | Rule::op_greater_equal
            | Rule::op_not_in
            | Rule::op_range
            | Rule::op_add
            | Rule::op_subtract
            | Rule::op_multiply
            | Rule::op_divide
            | Rule::op_remainder
            | Rule::op_intersect
            | Rule::kw_in
            | Rule::kw_and
            | Rule::kw_or
            | Rule::kw_not
            | Rule::kw_implies
            | Rule::element
            | Rule::member
            | Rule::index
            | Rule::arguments
            | Rule::dot
            | Rule::open_paren
            | Rule::open_brack
    )
}

/// The phrases for one rule; none for rules whose parts are reported instead.
fn phrase_of(rule: Rule) -> &'static [&'static str] {
    if let Some(spelling) = spelling(rule) {
        return std::slice::from_ref(spelling);
    }
    match rule {
        Rule::name | Rule::call | Rule::var_head | Rule::node_name | Rule::chain | Rule::word_start => {
            &["a name"]
        }
        Rule::move_head | Rule::let_head | Rule::def_head | Rule::family_head | Rule::assignment_head => {
            &["a name"]
        }
        Rule::players_item | Rule::param_item | Rule::enum_item | Rule::range_item | Rule::board_item => {
            &["a name"]
        }
        Rule::graph_item | Rule::family_item | Rule::let_item | Rule::def_item | Rule::move_item => {
            &["a name"]
        }
        Rule::show_item | Rule::allow_item => &["a name"],
        Rule::progress_item => &["an expression"],
        Rule::binder | Rule::binders | Rule::whole_binders => &["`NAME in SET`"],
        Rule::string | Rule::pictures | Rule::game_item | Rule::start_item | Rule::whole_text => {
            &["a text `\"..\"`"]
        }
        Rule::number | Rule::ordinal => &["a number"],
        Rule::type_ | Rule::set_type | Rule::list_type | Rule::choice_type | Rule::range_type => &["a type"],
        Rule::statement | Rule::let_statement | Rule::var_statement | Rule::assignment => &["a statement"],
        Rule::if_statement | Rule::for_statement | Rule::repeat_statement => &["a statement"],
        Rule::again_statement | Rule::whole_statement => &["a statement"],
        Rule::field | Rule::turn_field | Rule::declared | Rule::whole_field => &["a field `NAME: TYPE`"],
        Rule::outcome | Rule::scored | Rule::if_outcome | Rule::bracketed | Rule::whole_outcome => {
            &["an outcome"]
        }
        Rule::fact | Rule::value_fact | Rule::outcome_fact | Rule::expect_item => &["a fact"],
        Rule::setting | Rule::whole_setting => &["`NAME = VALUE`"],
        Rule::setting_value | Rule::initial | Rule::list | Rule::whole_initial => &["a value"],
        Rule::block | Rule::graph_body | Rule::state_item => &["`{`"],
        Rule::parameters | Rule::move_parameters => &["`(`"],
        Rule::indexes => &["`[`"],
        Rule::parameter => &["`NAME: TYPE`"],
        Rule::table_index => &["a domain"],
        Rule::request => &["the name of a move"],
        Rule::show_entry | Rule::whole_entry => &["`SET: \"X\"`"],
        Rule::tree_node => &["a tree"],
        Rule::tree_list | Rule::tree_names | Rule::tree_item => &["`[`", "`{`"],
        Rule::tree_branch => &["`NAME: BRANCH`"],
        Rule::end_item => &["`for`", "`when`"],
        Rule::stuck_item | Rule::endless_item => &["`=>`"],
        Rule::conditions => &["`with`", "`after`"],
        Rule::EOI => &[END],
        _ => &[],
    }
}

/// The spelling of a rule that is a keyword or a mark.
fn spelling(rule: Rule) -> Option<&'static &'static str> {
    Some(match rule {
        Rule::comma => &"`,`",
        Rule::colon => &"`:`",
        Rule::dot => &"`.`",
        Rule::open_paren => &"`(`",
        Rule::close_paren => &"`)`",
        Rule::open_brack => &"`[`",
        Rule::close_brack => &"`]`",
        Rule::open_brace => &"`{`",
        Rule::close_brace => &"`}`",
        Rule::arrow => &"`=>`",
        Rule::dots => &"`..`",
        Rule::equal => &"`=`",
        Rule::put_in => &"`+=`",
        Rule::take_out => &"`-=`",
        Rule::minus => &"`-`",
        Rule::one_way => &"`->`",
        Rule::kw_and => &"`and`",
        Rule::kw_or => &"`or`",
        Rule::kw_not => &"`not`",
        Rule::kw_in => &"`in`",
        Rule::kw_if => &"`if`",
        Rule::kw_then => &"`then`",
        Rule::kw_else | Rule::else_block | Rule::else_if => &"`else`",
        Rule::kw_where => &"`where`",
        Rule::kw_when => &"`when`",
        Rule::kw_for => &"`for`",
        Rule::kw_with => &"`with`",
        Rule::kw_as => &"`as`",
        Rule::kw_none => &"`none`",
        Rule::kw_provided => &"`provided`",
        Rule::word_of => &"`of`",
        Rule::word_turn => &"`turn`",
        Rule::word_to => &"`to`",
        Rule::word_wins => &"`wins`",
        Rule::word_loses => &"`loses`",
        Rule::word_draw => &"`draw`",
        Rule::word_pass => &"`pass`",
        Rule::word_slow | Rule::slow => &"`slow`",
        Rule::word_after | Rule::after => &"`after`",
        Rule::word_while | Rule::going_on => &"`while`",
        Rule::word_within | Rule::within => &"`within`",
        Rule::word_value => &"`value`",
        Rule::word_positions | Rule::positions_fact => &"`positions`",
        Rule::word_perft | Rule::perft_fact => &"`perft`",
        Rule::word_nimber | Rule::nimber_fact => &"`nimber`",
        Rule::word_best | Rule::best_fact => &"`best`",
        _ => return None,
    })
}
