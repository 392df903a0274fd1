; Indentation as `zug fmt` writes it, in the captures of nvim-treesitter.

; What is in brackets, and the lines that go on an item or a statement.
[
  (block)
  (state_item)
  (show_item)
  (enum_item)
  (graph_body)
  (list)
  (set)
  (arguments)
  (parameters)
  (move_parameters)
  (group)
  (tree_list)
  (tree_names)
  (move_head)
  (provided)
  (def_item)
  (let_item)
  (family_item)
  (end_item)
  (stuck_item)
  (endless_item)
  (progress_item)
  (expect_item)
  (param_item)
  (let_statement)
  (var_statement)
  (assignment)
  (again_statement)
] @indent.begin

["}" "]" ")"] @indent.end @indent.branch
(else_if "else" @indent.branch)
(else_block "else" @indent.branch)

(comment) @indent.auto
