// Connect6: columns, rows, k. Alpha-beta with a table of positions up to symmetry; who can fill a line this turn does, and a line that
// the other could fill next turn is stopped.
#include "grid.h"
#include <algorithm>

static u64 nodes;
static Table table;
static std::vector<u64> all_lines;
static int k;

static int value(const Grid &grid, u64 mine, u64 theirs, int left, int alpha, int beta) {
  nodes++;
  u64 empty = grid.all & ~mine & ~theirs;
  int free = bits(empty);
  if (!free) return 0;
  left = std::min(left, free);
  int reply = std::min(2, free - left);
  u64 must = empty, hit = empty;
  bool can_win = false, can_lose = false;
  int8_t weight[64] = {};
  for (u64 line : all_lines) {
    if (!(line & theirs)) {
      can_win = true;
      if (k - bits(line & mine) <= left) return 1;
    }
    if (!(line & mine)) {
      can_lose = true;
      if (k - bits(line & theirs) <= reply) must &= line, hit = line & empty;
    }
    if (!(line & theirs) || !(line & mine)) {
      int much = 1 + 2 * bits(line & (mine | theirs));
      for (u64 rest = line & empty; rest; rest &= rest - 1) weight[first(rest)] += much;
    }
  }
  int low = can_lose ? -1 : 0, high = can_win ? 1 : 0;
  if (low >= beta || low == high) return low;
  if (high <= alpha) return high;
  u64 moves = left == 1 ? must : hit;
  if (!moves) return -1;
  u64 key = grid.least(mine, theirs) | u64(left == 2) << 63;
  if (Entry *entry = table.find(key)) low = std::max<int>(low, entry->low), high = std::min<int>(high, entry->high);
  if (low >= beta || low == high) return low;
  if (high <= alpha) return high;
  alpha = std::max(alpha, low), beta = std::min(beta, high);
  int cells[64], count = 0;
  for (u64 rest = moves; rest; rest &= rest - 1) cells[count++] = first(rest);
  std::sort(cells, cells + count, [&](int a, int b) { return weight[a] > weight[b]; });
  int best = -1;
  for (int i = 0; i < count && best < beta; i++) {
    u64 with = mine | 1ULL << cells[i];
    int from = std::max(alpha, best);
    best = std::max(best, left == 2 ? value(grid, with, theirs, 1, from, beta) : -value(grid, theirs, with, 2, -beta, -from));
  }
  best = std::min(std::max(best, low), high);
  if (best > alpha) low = best;
  if (best < beta) high = best;
  table.put(key, low, high);
  return best;
}

int main(int, char **argument) {
  Grid grid(atoi(argument[1]), atoi(argument[2]));
  k = atoi(argument[3]);
  grid.prepare();
  all_lines = grid.lines(k);
  int found = value(grid, 0, 0, 1, -1, 1);
  return answer(found > 0 ? "Black wins" : found < 0 ? "White wins" : "draw", nodes);
}
