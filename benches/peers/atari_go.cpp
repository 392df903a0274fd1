// Atari Go: columns, rows. Alpha-beta on won and lost with a table of positions up to symmetry; what can be captured at once wins,
// and a chain with one empty cell left must be saved.
#include "grid.h"

static u64 nodes;
static Table table;

static bool wins(const Grid &grid, u64 mine, u64 theirs) {
  nodes++;
  u64 empty = grid.all & ~mine & ~theirs;
  for (u64 rest = theirs; rest;) {
    u64 chain = grid.reach(rest & -rest, theirs), free = grid.near(chain) & empty;
    if ((free & (free - 1)) == 0) return true;
    rest &= ~chain;
  }
  u64 moves = empty;
  for (u64 rest = mine; rest;) {
    u64 chain = grid.reach(rest & -rest, mine), free = grid.near(chain) & empty;
    if ((free & (free - 1)) == 0) moves &= free;
    rest &= ~chain;
  }
  if (!moves) return false;
  u64 key = grid.least(mine, theirs);
  if (Entry *entry = table.find(key)) return entry->low > 0;
  bool won = false;
  for (int near = 1; near >= 0 && !won; near--) {  // first those beside the other's stones
    u64 beside = grid.near(theirs);
    for (u64 rest = moves & (near ? beside : ~beside); rest && !won; rest &= rest - 1) {
      u64 with = mine | (rest & -rest);
      u64 chain = grid.reach(rest & -rest, with);
      if (grid.near(chain) & empty & ~with) won = !wins(grid, theirs, with);
    }
  }
  table.put(key, won, won);
  return won;
}

int main(int, char **argument) {
  Grid grid(atoi(argument[1]), atoi(argument[2]));
  grid.prepare();
  bool won = wins(grid, 0, 0);
  return answer(won ? "Black wins" : "White wins", nodes);
}
