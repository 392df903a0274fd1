/**
 * The grammar of `.game` files for tree-sitter. Rules have the names of `grammar/game.pest`, which decides what the language is;
 * `editors/tree-sitter-zug/test/run.py` compares the two.
 *
 * Differences, each because this grammar has no order of alternatives:
 * - what stands in braces in a type is a `set`, as in expressions;
 * - slips that Zug reads and reports (`==`, `&&`, `≤`, `#`) are errors here.
 */

/* global alias, choice, grammar, optional, prec, repeat, repeat1, seq, token */

// From the weakest to the strongest; docs/language.md, "Precedence".
const P = { open: -1, binder: 1, implies: 2, or: 3, and: 4, not: 5, compare: 6, range: 7, add: 8, multiply: 9, sign: 10, suffix: 11 };

/** What begins an item, `stuck` apart, which is no reserved word. */
const ITEMS = [
  'game', 'players', 'param', 'enum', 'range', 'board', 'graph', 'family', 'let', 'def', 'state', 'move', 'followup', 'endless', 'end',
  'progress', 'tree', 'show', 'start', 'expect', 'allow',
];

/** The other words that cannot be names. */
const RESERVED = [
  'and', 'or', 'not', 'implies', 'in', 'if', 'then', 'else', 'where', 'when', 'for', 'var', 'repeat', 'again', 'with', 'as', 'some',
  'every', 'none', 'no', 'true', 'false', 'provided', 'me', 'opponent',
];

/** The words that mean something at their place and are names elsewhere. */
const PLACES = [
  'of', 'set', 'list', 'turn', 'to', 'wins', 'loses', 'draw', 'pass', 'slow', 'after', 'value', 'positions', 'perft', 'nimber', 'best', 'within',
  'while', 'stuck',
];

/** The functions that take binders too. */
const AGGREGATES = ['count', 'sum', 'union', 'min', 'max'];

const commas = (rule) => seq(rule, repeat(seq(',', rule)));

export default grammar({
  name: 'zug',

  word: ($) => $.name,

  extras: ($) => [/[ \t\r\n\uFEFF]/, $.comment],

  reserved: { global: () => [...ITEMS, ...RESERVED] },

  supertypes: ($) => [$.item, $.statement, $.fact, $.expression],

  inline: ($) => [$._aggregate],

  conflicts: ($) => [
    // `expect draw in 3` and `expect draw in men wins`: words of outcomes and facts may be names too.
    [$._plain, $.tied],
    [$._plain, $.slow],
    [$._plain, $.value_fact],
    [$._plain, $.positions_fact],
    [$._plain, $.perft_fact],
    [$._plain, $.nimber_fact],
    [$._plain, $.best_fact],
    // `{1}` may be a set, or a graph of one node.
    [$._node, $._sum],
    [$._node, $.reference],
  ],

  rules: {
    source_file: ($) => repeat($.item),

    item: ($) => choice(
      $.game_item, $.players_item, $.param_item, $.enum_item, $.range_item, $.board_item, $.graph_item, $.family_item, $.let_item,
      $.def_item, $.state_item, $.move_item, $.end_item, $.stuck_item, $.endless_item, $.progress_item, $.tree_item, $.show_item,
      $.start_item, $.expect_item, $.allow_item,
    ),

    // ----------------------------------------------------------------------------------------- Words

    comment: () => token(/\/\/[^\r\n]*/),

    name: () => /\p{XID_Start}\p{XID_Continue}*/u,

    number: () => /[0-9]+/,

    // `1a`, a node of a graph.
    numbered: () => /[0-9]\p{XID_Continue}*/u,

    _name: ($) => choice($._plain, ...AGGREGATES.map((word) => alias(word, $.name))),
    _plain: ($) => choice($.name, ...PLACES.map((word) => alias(word, $.name))),

    _node: ($) => choice($._name, alias($.number, $.node_name), alias($.numbered, $.node_name)),

    _aggregate: () => choice(...AGGREGATES),

    string: ($) => seq('"', repeat(choice($._text, $.escape)), token.immediate('"')),
    _text: () => token.immediate(prec(1, /[^"\\\r\n]+/)),
    escape: () => token.immediate(/\\["\\]/),

    // The text behind `as`, with expressions in braces.
    notation: ($) => seq(
      '"',
      repeat(choice($._written, $.escape, alias($.brace, $.escape), $.interpolation)),
      token.immediate('"'),
    ),
    _written: () => token.immediate(prec(1, /[^"\\{}\r\n]+/)),
    brace: () => token.immediate(prec(1, choice('{{', '}}'))),
    interpolation: ($) => seq(alias(token.immediate(/[{]/), $.interpolation_start), $.expression, alias('}', $.interpolation_end)),

    // ----------------------------------------------------------------------------------------- Items

    game_item: ($) => seq('game', $.string),
    players_item: ($) => seq('players', commas(field('name', $._name))),
    param_item: ($) => seq('param', $.declared),
    enum_item: ($) => seq('enum', field('name', $._name), '{', commas(field('member', $._name)), '}'),
    range_item: ($) => seq('range', field('name', $._name), '=', alias($.limits, $.range_type)),
    board_item: ($) => seq('board', field('name', $._name), '=', choice($.board_cut, $._board_shape)),
    _board_shape: ($) => seq(field('shape', $._name), $.arguments),
    board_cut: ($) => seq('{', field('name', $._name), 'in', $._board_shape, 'where', $.expression, '}'),
    graph_item: ($) => seq('graph', field('name', $._name), $.graph_body),
    family_item: ($) => seq('family', field('name', $._name), 'of', field('of', $._name), '=', $.expression),
    let_item: ($) => seq('let', field('name', $._name), optional($.indexes), optional(seq(':', $.type)), '=', $._initial),
    def_item: ($) => seq('def', field('name', $._name), optional($.parameters), '=', $.expression),
    state_item: ($) => seq('state', '{', optional(seq($._field, repeat(seq(optional(','), $._field)))), '}'),
    move_item: ($) => seq($.move_head, $.block, optional($.provided)),
    move_head: ($) => seq(
      choice('move', 'followup'),
      field('name', $._name),
      optional($.move_parameters),
      optional(seq('when', field('when', $.expression))),
      optional(seq('as', field('as', $.notation))),
    ),
    provided: ($) => seq('provided', $.expression),
    end_item: ($) => seq('end', optional(seq('for', $.binders)), 'when', $.expression, '=>', $._outcome),
    stuck_item: ($) => seq('stuck', '=>', $._outcome),
    endless_item: ($) => seq('endless', '=>', $._outcome),
    progress_item: ($) => seq('progress', commas($.expression)),
    tree_item: ($) => seq('tree', choice($.tree_list, $.tree_names)),
    show_item: ($) => seq('show', field('board', $._name), '{', commas($.show_entry), '}'),
    start_item: ($) => seq('start', repeat1($.string)),
    expect_item: ($) => seq('expect', optional($.slow), optional(seq($.conditions, ':')), commas($.fact)),
    allow_item: ($) => seq('allow', commas(field('warning', $._name))),

    parameters: ($) => seq('(', optional(commas($.parameter)), ')'),
    parameter: ($) => seq(field('name', $._name), ':', $.type),
    move_parameters: ($) => seq('(', optional(commas($.binder)), ')'),

    _field: ($) => choice($.turn_field, $.declared),
    turn_field: ($) => seq('turn', '=', $.expression),
    declared: ($) => seq(field('name', $._name), optional($.indexes), ':', $.type, optional(seq('=', $._initial))),
    indexes: ($) => seq('[', commas($.table_index), ']'),
    table_index: ($) => choice(field('domain', $._name), seq(field('name', $._name), ':', field('domain', $._name))),

    _initial: ($) => choice($.list, $.expression),
    list: ($) => seq('[', optional(commas($._initial)), ']'),

    graph_body: ($) => seq('{', optional(commas($.chain)), '}'),
    chain: ($) => choice(
      field('node', $._node),
      prec.dynamic(2, seq(field('node', $._node), repeat1(seq(choice('-', '->'), field('node', $._node))))),
    ),

    _tree: ($) => choice($.tree_list, $.tree_names, $.expression),
    tree_list: ($) => seq('[', commas($._tree), ']'),
    tree_names: ($) => seq('{', commas($.tree_branch), '}'),
    tree_branch: ($) => seq(field('name', $._node), ':', $._tree),

    show_entry: ($) => seq(choice('else', $.expression), ':', $.string),

    // ----------------------------------------------------------------------------------------- Types

    type: ($) => seq($._plain_type, optional(seq('or', $.none))),
    _plain_type: ($) => choice($.set_type, $.list_type, $.domain, $._sum, alias($.limits, $.range_type)),
    // A name alone; in a range it is a reference.
    domain: ($) => prec(1, $._name),
    // `set of` is never a field `of` behind a domain `set`.
    set_type: ($) => prec(1, seq('set', 'of', $._plain_type)),
    list_type: ($) => prec(1, seq('list', 'of', $._plain_type)),
    limits: ($) => seq($._sum, '..', $._sum),

    // ----------------------------------------------------------------------------------------- Facts

    slow: () => 'slow',
    conditions: ($) => choice(seq('with', commas($.setting), optional($.after)), $.after),
    after: ($) => seq('after', $.string),
    setting: ($) => seq(field('name', choice($._name, 'start')), optional($.index), '=', $._setting_value),
    _setting_value: ($) => choice(repeat1($.string), $._initial, alias($.linked, $.graph_body)),
    // Braces with a link in them are a graph, others a set.
    linked: ($) => prec.dynamic(-1, seq('{', commas($.chain), '}')),

    fact: ($) => choice($.value_fact, $.positions_fact, $.perft_fact, $.nimber_fact, $.best_fact, $.outcome_fact),
    value_fact: ($) => prec.dynamic(1, seq('value', '=', $._outcome, optional($._plies))),
    outcome_fact: ($) => seq($._outcome, optional($._plies)),
    _plies: ($) => choice(seq('in', $._sum), seq('within', $._sum)),
    positions_fact: ($) => prec.dynamic(1, seq('positions', '=', $.expression)),
    nimber_fact: ($) => prec.dynamic(1, seq('nimber', '=', $.expression)),
    perft_fact: ($) => prec.dynamic(1, seq('perft', '=', '[', commas($.expression), ']')),
    best_fact: ($) => prec.dynamic(1, seq('best', '=', $.string)),

    // -------------------------------------------------------------------------------------- Outcomes

    _outcome: ($) => choice($.if_outcome, $.scored, $.tied, $.bracketed),
    if_outcome: ($) => prec.dynamic(1, prec.right(P.open, seq('if', $.expression, 'then', $._outcome, 'else', $._outcome))),
    scored: ($) => seq($.expression, choice('wins', 'loses', seq('to', $.expression))),
    tied: () => choice('draw', 'pass'),
    bracketed: ($) => seq('(', $._outcome, ')'),

    // ------------------------------------------------------------------------------------ Statements

    block: ($) => seq('{', repeat($.statement), '}'),
    statement: ($) => choice(
      $.let_statement, $.var_statement, $.if_statement, $.for_statement, $.repeat_statement, $.again_statement, $.assignment,
    ),
    let_statement: ($) => seq('let', field('name', $._name), '=', $.expression),
    var_statement: ($) => seq('var', field('name', $._name), '=', $.expression),
    if_statement: ($) => seq('if', $.expression, $.block, repeat($.else_if), optional($.else_block)),
    else_if: ($) => seq('else', 'if', $.expression, $.block),
    else_block: ($) => seq('else', $.block),
    for_statement: ($) => seq('for', $.binders, $.block),
    repeat_statement: ($) => seq('repeat', $.expression, optional($.going_on), $.block),
    going_on: ($) => seq('while', $.expression),
    assignment: ($) => seq(field('name', $._name), optional($.index), choice('=', '+=', '-='), $.expression),
    again_statement: ($) => seq(
      'again',
      optional(seq('with', $.request, repeat(seq('or', $.request)))),
      optional(seq('when', $.expression)),
    ),
    request: ($) => seq(field('move', $._name), optional($.arguments)),

    // ----------------------------------------------------------------------------------- Expressions

    expression: ($) => choice($._sum, $.not_expr, $.comparison, $.logical, $.range_expr),

    // Without comparisons, logic and `..`: an end of a range in a type.
    _sum: ($) => choice(
      $.number, $.true, $.false, $.none, $.me, $.opponent, $.reference, $.call, $.gathered, $.set, $.group, $.member, $.element, $.subscript,
      $.negative, $.arithmetic, $.if_expr, $.quantified, $.let_expr,
    ),

    reference: ($) => $._name,

    true: () => 'true',
    false: () => 'false',
    none: () => 'none',
    me: () => 'me',
    opponent: () => 'opponent',

    not_expr: ($) => prec(P.not, seq('not', $.expression)),
    logical: ($) => choice(
      prec.left(P.and, seq($.expression, 'and', $.expression)),
      prec.left(P.or, seq($.expression, 'or', $.expression)),
      prec.right(P.implies, seq($.expression, 'implies', $.expression)),
    ),
    comparison: ($) => prec.left(P.compare, seq(
      $.expression,
      choice('=', '!=', '<', '<=', '>', '>=', 'in', seq('not', 'in')),
      $.expression,
    )),
    range_expr: ($) => prec.left(P.range, seq($.expression, '..', $.expression)),
    arithmetic: ($) => choice(
      prec.left(P.add, seq($._sum, choice('+', '-'), $._sum)),
      prec.left(P.multiply, seq($._sum, choice('*', '/', '%', '&'), $._sum)),
    ),
    negative: ($) => prec(P.sign, seq('-', $._sum)),

    member: ($) => prec.left(P.suffix, seq($._sum, '.', field('member', $._name))),
    element: ($) => prec.left(P.suffix, seq($._sum, '.', field('place', $.number))),
    subscript: ($) => prec.left(P.suffix, seq($._sum, $.index)),
    index: ($) => seq('[', commas($.expression), ']'),

    call: ($) => choice(
      seq(field('function', $._plain), $.arguments),
      ...AGGREGATES.map((word) => seq(field('function', alias(word, $.name)), $.arguments)),
    ),
    arguments: ($) => seq('(', optional(commas($.expression)), ')'),
    gathered: ($) => seq(
      field('function', $._aggregate), '(', $.binders, optional(seq(':', $.expression)), ')',
    ),
    set: ($) => seq(
      '{',
      optional(choice($.binders, seq($.expression, choice(seq('for', $.binders), repeat(seq(',', $.expression)))))),
      '}',
    ),
    group: ($) => seq('(', $.expression, ')'),
    if_expr: ($) => prec.right(P.open, seq('if', $.expression, 'then', $.expression, 'else', $.expression)),
    quantified: ($) => prec.right(P.open, seq(choice('some', 'every', 'no'), $.binders, ':', $.expression)),
    let_expr: ($) => prec.right(P.open, seq('let', field('name', $._name), '=', field('value', $.let_value), 'in', $.expression)),
    // It ends at the first `in` outside of brackets.
    let_value: ($) => choice($._let_sum, alias($.let_not, $.not_expr), alias($.let_comparison, $.comparison),
      alias($.let_logical, $.logical), alias($.let_range, $.range_expr)),
    _let_expression: ($) => choice($._let_sum, alias($.let_not, $.not_expr), alias($.let_comparison, $.comparison),
      alias($.let_logical, $.logical), alias($.let_range, $.range_expr)),
    _let_sum: ($) => prec(1, choice(
      $.number, $.true, $.false, $.none, $.me, $.opponent, $.reference, $.call, $.gathered, $.set, $.group, $.member, $.element, $.subscript,
      $.negative, alias($.let_arithmetic, $.arithmetic), alias($.let_if, $.if_expr), alias($.let_quantified, $.quantified),
      alias($.let_let, $.let_expr),
    )),
    let_not: ($) => prec(P.not, seq('not', $._let_expression)),
    let_logical: ($) => choice(
      prec.left(P.and, seq($._let_expression, 'and', $._let_expression)),
      prec.left(P.or, seq($._let_expression, 'or', $._let_expression)),
      prec.right(P.implies, seq($._let_expression, 'implies', $._let_expression)),
    ),
    let_comparison: ($) => prec.left(P.compare, seq(
      $._let_expression, choice('=', '!=', '<', '<=', '>', '>='), $._let_expression,
    )),
    let_range: ($) => prec.left(P.range, seq($._let_expression, '..', $._let_expression)),
    let_arithmetic: ($) => choice(
      prec.left(P.add, seq($._let_sum, choice('+', '-'), $._let_sum)),
      prec.left(P.multiply, seq($._let_sum, choice('*', '/', '%', '&'), $._let_sum)),
    ),
    let_if: ($) => prec.right(P.open, seq('if', $.expression, 'then', $.expression, 'else', $._let_expression)),
    let_quantified: ($) => prec.right(P.open, seq(choice('some', 'every', 'no'), $.binders, ':', $._let_expression)),
    let_let: ($) => prec.right(P.open, seq(
      'let', field('name', $._name), '=', field('value', $.let_value), 'in', $._let_expression,
    )),
    binders: ($) => prec.right(seq(commas($.binder), optional(seq('where', $.expression)))),
    // A name and `in` at the beginning of a list are a binder, never a membership test.
    binder: ($) => prec(P.binder, seq(field('name', $._name), 'in', $.expression)),
  },
});
