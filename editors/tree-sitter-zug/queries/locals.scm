; Names of moves, definitions, bodies and binders.

[
  (move_item)
  (def_item)
  (let_item)
  (end_item)
  (declared)
  (block)
  (for_statement)
  (quantified)
  (gathered)
  (set)
  (board_cut)
  (let_expr)
] @local.scope

(binder name: (name) @local.definition.parameter)
(parameter name: (name) @local.definition.parameter)
(table_index name: (name) @local.definition.parameter)
(let_statement name: (name) @local.definition.var)
(let_expr name: (name) @local.definition.var)
(board_cut name: (name) @local.definition.parameter)
(var_statement name: (name) @local.definition.var)

(reference (name) @local.reference)
(assignment name: (name) @local.reference)
