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
] @local.scope

(binder name: (name) @local.definition.parameter)
(parameter name: (name) @local.definition.parameter)
(table_index name: (name) @local.definition.parameter)
(let_statement name: (name) @local.definition.var)
(var_statement name: (name) @local.definition.var)

(reference (name) @local.reference)
(assignment name: (name) @local.reference)
