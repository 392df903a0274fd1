# Turns the judges' layout (the number of games; for each the number of moves, then a move a line) into a line a game,
# its moves separated by commas:
#
#     awk -f examples/poj1085/lines.awk examples/poj1085/input.txt |
#         zug solve games/poj1085.game --batch - --format "Game {n}: {value}."
#
NR > 1 && NF == 1 { left = $1; line = ""; if (left == 0) print "" }
NF == 2 { line = line (line == "" ? "" : ", ") $1 " " $2; if (--left == 0) print line }
