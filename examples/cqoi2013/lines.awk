# Turns the judges' layout, `n r1 c1 r2 c2` (the size, then row and column of the white piece and of the black one), into
# settings, a position a line:
#
#     awk -f examples/cqoi2013/lines.awk examples/cqoi2013/input.txt |
#         zug solve games/cqoi2013.game --batch - --format "{winner} {plies}"
#
function cell(row, column) { return substr("abcdefghijklmnopqrst", column, 1) row }
NF == 5 { print "n=" $1 " white=" cell($2, $3) " black=" cell($4, $5) ";" }
