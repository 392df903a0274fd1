// Slimetrail: n, 1 if being stuck draws else 0. Alpha-beta with a table; of the cells only those that the token can still come to count.
#include "grid.h"

static u64 nodes;
static Table table;
static bool stuck_draws;

static int value(const Grid &grid, u64 at, u64 free, int mover, int alpha, int beta) {
  nodes++;
  u64 goals[2] = {1, 1ULL << (grid.cells - 1)};
  u64 moves = grid.near8(at) & free;
  if (moves & goals[mover]) return 1;
  if (!moves) return stuck_draws ? 0 : -1;
  u64 open = at;
  for (u64 old = 0; open != old;) old = open, open |= grid.near8(open & ~goals[0] & ~goals[1]) & free;
  open &= ~at;
  u64 key = (open | u64(first(at)) << 54) << 1 | mover;
  int low = -1, high = 1;
  if (Entry *entry = table.find(key)) low = entry->low, high = entry->high;
  if (low >= beta || low == high) return low;
  if (high <= alpha) return high;
  alpha = std::max(alpha, low), beta = std::min(beta, high);
  // Nearest to the mover's corner first; the other's corner is left to him.
  int cells[8], count = 0, best = -1, width = grid.width;
  for (u64 rest = moves & ~goals[1 - mover]; rest; rest &= rest - 1) {
    int cell = first(rest);
    auto far = [&](int cell) {
      int away = std::max(cell % width, cell / width), back = width - 1 - std::min(cell % width, cell / width);
      return mover == 0 ? away : back;
    };
    int place = count++;
    for (; place > 0 && far(cells[place - 1]) > far(cell); place--) cells[place] = cells[place - 1];
    cells[place] = cell;
  }
  for (int i = 0; i < count && best < beta; i++) {
    u64 to = 1ULL << cells[i];
    best = std::max(best, -value(grid, to, open & ~to, 1 - mover, -beta, -std::max(alpha, best)));
  }
  if (best > alpha) low = best;
  if (best < beta) high = best;
  table.put(key, low, high);
  return best;
}

int main(int, char **argument) {
  int n = atoi(argument[1]);
  stuck_draws = atoi(argument[2]) == 1;
  Grid grid(n, n);
  int middle = (n + 3) / 2 - 1;
  u64 start = 1ULL << (middle + n * middle);
  int found = value(grid, start, grid.all & ~start, 0, -1, 1);
  return answer(found > 0 ? "First wins" : found < 0 ? "Second wins" : "draw", nodes);
}
