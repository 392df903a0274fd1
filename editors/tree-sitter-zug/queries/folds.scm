; What can be folded: bodies, lists and items of several lines.

[
  (block)
  (state_item)
  (show_item)
  (enum_item)
  (graph_body)
  (list)
  (set)
  (tree_list)
  (tree_names)
  (move_item)
  (def_item)
  (let_item)
  (family_item)
  (end_item)
  (expect_item)
  (start_item)
] @fold
