// Tic-tac-toe in a cube. Alpha-beta: a line that can be filled is filled, one that the other could fill is stopped, and cells on many
// lines come first.
#include "table.h"
#include <algorithm>

static u64 nodes, all_lines[49], order[27];
static Table table;

static int value(u64 mine, u64 theirs, int alpha, int beta) {
  nodes++;
  u64 empty = ((1ULL << 27) - 1) & ~mine & ~theirs, must = empty;
  if (!empty) return 0;
  for (u64 line : all_lines) {
    if (!(line & theirs) && bits(line & mine) == 2) return 1;
    if (!(line & mine) && bits(line & theirs) == 2) must &= line;
  }
  if (!must) return -1;
  int low = -1, high = 1;
  u64 key = mine | theirs << 27;
  if (Entry *entry = table.find(key)) low = entry->low, high = entry->high;
  if (low >= beta || low == high) return low;
  if (high <= alpha) return high;
  alpha = std::max(alpha, low), beta = std::min(beta, high);
  int best = -1;
  for (u64 cell : order)
    if (cell & must && best < beta) best = std::max(best, -value(theirs, mine | cell, -beta, -std::max(alpha, best)));
  if (best > alpha) low = std::max(low, best);
  if (best < beta) high = std::min(high, best);
  table.put(key, low, high);
  return best;
}

int main() {
  int count = 0, through[27] = {};
  for (int cell = 0; cell < 27; cell++)
    for (int way = 14; way < 27; way++) {
      int at[3] = {cell % 3, cell / 3 % 3, cell / 9}, by[3] = {way % 3 - 1, way / 3 % 3 - 1, way / 9 - 1};
      bool inside = true;
      for (int axis = 0; axis < 3; axis++) inside &= at[axis] + 2 * by[axis] >= 0 && at[axis] + 2 * by[axis] < 3;
      if (!inside) continue;
      int step = by[0] + 3 * by[1] + 9 * by[2];
      all_lines[count++] = 1ULL << cell | 1ULL << (cell + step) | 1ULL << (cell + 2 * step);
      for (int i = 0; i < 3; i++) through[cell + i * step]++;
    }
  for (int cell = 0; cell < 27; cell++) order[cell] = 1ULL << cell;
  std::stable_sort(order, order + 27, [&](u64 a, u64 b) { return through[first(a)] > through[first(b)]; });
  int found = value(0, 0, -1, 1);
  return answer(found > 0 ? "X wins" : found < 0 ? "O wins" : "draw", nodes);
}
