; Colours. Each word has one capture, whatever the order in which an editor takes the patterns; the inside of texts has those of what
; stands there.

(comment) @comment
(string) @string
(notation) @string
(escape) @string.escape
[(interpolation_start) (interpolation_end)] @punctuation.special

(number) @number
(node_name) @constant
[(true) (false)] @boolean
(none) @constant.builtin
[(me) (opponent)] @variable.builtin

; Items, and words that are reserved.
[
  "game" "players" "param" "enum" "range" "board" "graph" "family" "let" "def" "state" "move" "followup" "end" "stuck" "endless"
  "progress" "tree" "show" "start" "expect" "allow" "var" "when" "where" "with" "as" "provided" "again" "some" "every" "no"
] @keyword
["if" "then" "else"] @keyword.conditional
["for" "repeat" "while"] @keyword.repeat
["and" "or" "not" "implies" "in"] @keyword.operator

; Words that mean something at their place.
["of" "set" "list" "turn" "to" "wins" "loses" "after" "value" "positions" "perft" "nimber" "best" "within"] @keyword
[(tied) (slow)] @keyword
["count" "sum" "union" "min" "max"] @function.builtin

; Names, by their places.
(players_item name: (name) @constant)
(enum_item name: (name) @type)
(enum_item member: (name) @constant)
(range_item name: (name) @type)
(board_item name: (name) @type)
(board_item shape: (name) @type.builtin)
(board_cut shape: (name) @type.builtin)
(board_cut name: (name) @variable.parameter)
(graph_item name: (name) @type)
(chain node: (name) @constant)
(family_item name: (name) @type)
(family_item of: (name) @type)
(show_item board: (name) @type)
((domain (name) @type) (#not-match? @type "^(bool|Player|Direction)$"))
((table_index domain: (name) @type) (#not-match? @type "^(bool|Player|Direction)$"))
((domain (name) @type.builtin) (#any-of? @type.builtin "bool" "Player" "Direction"))
((table_index domain: (name) @type.builtin) (#any-of? @type.builtin "bool" "Player" "Direction"))
(allow_item warning: (name) @constant)

(let_item name: (name) @constant)
(def_item name: (name) @function)
(move_head name: (name) @function)
(request move: (name) @function)
(param_item (declared name: (name) @constant))
(state_item (declared name: (name) @variable.member))
(parameter name: (name) @variable.parameter)
(binder name: (name) @variable.parameter)
(table_index name: (name) @variable.parameter)
(let_statement name: (name) @variable)
(let_expr name: (name) @variable)
(var_statement name: (name) @variable)
(assignment name: (name) @variable)
((setting name: (name) @variable) (#not-eq? @variable "turn"))
((setting name: (name) @keyword) (#eq? @keyword "turn"))
(tree_branch name: (name) @constant)
(member member: (name) @variable.member)

((call function: (name) @function.call)
  (#not-match? @function.call "^(abs|backward|can|compass|count|distance|east|forward|len|lines|max|min|near|north|northeast|northwest|opposite|other|reach|run|shift|south|southeast|southwest|step|stop|stuck|subsets|sum|union|west)$"))
((call function: (name) @function.builtin)
  (#any-of? @function.builtin
    "abs" "backward" "can" "compass" "count" "distance" "east" "forward" "len" "lines" "max" "min" "near" "north" "northeast" "northwest"
    "opposite" "other" "reach" "run" "shift" "south" "southeast" "southwest" "step" "stop" "stuck" "subsets" "sum" "union" "west"))

((reference (name) @variable)
  (#not-match? @variable "^(Direction|Player|bool|backward|compass|diagonal|east|forward|north|northeast|northwest|orthogonal|south|southeast|southwest|west)$"))
((reference (name) @constant.builtin)
  (#any-of? @constant.builtin
    "backward" "compass" "diagonal" "east" "forward" "north" "northeast" "northwest" "orthogonal" "south" "southeast" "southwest" "west"))
((reference (name) @type.builtin) (#any-of? @type.builtin "Direction" "Player" "bool"))

; Marks.
["=" "!=" "<" "<=" ">" ">=" ".." "+" "-" "*" "/" "%" "&" "+=" "-=" "=>" "->"] @operator
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," ":" "."] @punctuation.delimiter
