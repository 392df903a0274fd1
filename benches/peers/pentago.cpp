// Pentago: n, which is 2; k; 1 if Black begins else 0. Alpha-beta on whole turns (a marble and a turned block) with a table of positions up to symmetry.
#include "grid.h"

static u64 nodes;
static Table table;
static std::vector<u64> rows;
static u64 turned[4][2][1 << 4];  // of each block and way, what its four cells become
static u64 block[4];

static bool line(u64 marbles) {
  for (u64 row : rows)
    if ((marbles & row) == row) return true;
  return false;
}

// The four cells of a block as a number: those of its lower row, then of its upper one.
static int cut(u64 marbles, int which) {
  marbles >>= first(block[which]);
  return (marbles & 3) | (marbles >> 2 & 12);
}

static u64 turn(u64 marbles, int which, int way) { return (marbles & ~block[which]) | turned[which][way][cut(marbles, which)]; }

static int value(const Grid &grid, u64 mine, u64 theirs, int alpha, int beta) {
  nodes++;
  u64 empty = grid.all & ~mine & ~theirs;
  if (!empty) return 0;
  u64 after[128];
  int count = 0;
  int low = -1, high = 1;
  u64 key = grid.least(mine, theirs);
  if (Entry *entry = table.find(key)) low = entry->low, high = entry->high;
  if (low >= beta || low == high) return low;
  if (high <= alpha) return high;
  alpha = std::max(alpha, low), beta = std::min(beta, high);
  // A line of one's own ends the game at once; so every turn that wins is looked for before one is searched.
  int best = -1;
  for (u64 rest = empty; rest && best < 1; rest &= rest - 1) {
    u64 with = mine | (rest & -rest);
    if (line(with)) best = 1;
    for (int way = 0; way < 8 && best < 1; way++) {
      u64 now = turn(with, way / 2, way % 2), others = turn(theirs, way / 2, way % 2);
      bool own = line(now), other = line(others);
      if (own && !other) best = 1;
      else if (own) best = std::max(best, 0);
      else if (!other) after[count++] = now | others << 32;
    }
  }
  std::sort(after, after + count);
  count = std::unique(after, after + count) - after;
  for (int i = 0; i < count && best < beta; i++)
    best = std::max(best, -value(grid, after[i] >> 32, after[i] & 0xffffffff, -beta, -std::max(alpha, best)));
  if (best > alpha) low = std::max(low, best);
  if (best < beta) high = std::min(high, best);
  table.put(key, low, high);
  return best;
}

int main(int, char **argument) {
  if (atoi(argument[1]) != 2) return 2;
  Grid grid(4, 4);
  grid.prepare();
  rows = grid.lines(atoi(argument[2]));
  for (int which = 0; which < 4; which++) {
    int corner = which % 2 * 2 + which / 2 * 8;
    block[which] = 0x33ULL << corner;
    const int round[4] = {0, 1, 5, 4};  // the cells of a block, one after the other all the way round
    const int bit[4] = {0, 1, 3, 2};    // and their bits in its number
    for (int number = 0; number < 16; number++)
      for (int i = 0; i < 4; i++)
        if (number >> bit[i] & 1) {
          turned[which][0][number] |= 1ULL << (corner + round[(i + 1) % 4]);
          turned[which][1][number] |= 1ULL << (corner + round[(i + 3) % 4]);
        }
  }
  int found = value(grid, 0, 0, -1, 1);
  if (atoi(argument[3]) == 1) found = -found;
  return answer(found > 0 ? "White wins" : found < 0 ? "Black wins" : "draw", nodes);
}
