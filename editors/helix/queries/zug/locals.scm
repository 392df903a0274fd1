; Made by editors/helix/make.py from editors/tree-sitter-zug/queries.
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

(binder name: (name) @local.definition.variable.parameter)
(parameter name: (name) @local.definition.variable.parameter)
(table_index name: (name) @local.definition.variable.parameter)
(let_statement name: (name) @local.definition.variable)
(let_expr name: (name) @local.definition.variable)
(board_cut name: (name) @local.definition.variable.parameter)
(var_statement name: (name) @local.definition.variable)

(reference (name) @local.reference)
(assignment name: (name) @local.reference)
