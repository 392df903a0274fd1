// Cram: columns, rows. Nim-values of connected parts, each remembered by its shape; the empty board asks only for won or lost.
#include "grid.h"

static u64 nodes;
static Table table;

// A shape in the corner of the board, the least of its images there.
static u64 shape(const Grid &grid, u64 part) {
  u64 column = 0;
  for (int y = 0; y < grid.height; y++) column |= 1ULL << y * grid.width;
  auto shifted = [&](u64 set) {
    while (!(set & column)) set >>= 1;
    while (!(set & ((1ULL << grid.width) - 1))) set >>= grid.width;
    return set;
  };
  u64 best = shifted(part);
  for (auto &turn : grid.turns) best = std::min(best, shifted(Grid::turned(turn, part)));
  return best;
}

static int nimber(const Grid &grid, u64 free);

static int of_part(const Grid &grid, u64 part) {
  if ((part & (part - 1)) == 0) return 0;
  u64 key = shape(grid, part);
  if (Entry *entry = table.find(key)) return entry->low;
  nodes++;
  u64 seen = 0;
  for (u64 rest = part; rest; rest &= rest - 1) {
    int cell = first(rest);
    u64 one = 1ULL << cell;
    if (one & grid.right && part & one << 1) seen |= 1ULL << nimber(grid, part & ~(one | one << 1));
    if (part & one << grid.width) seen |= 1ULL << nimber(grid, part & ~(one | one << grid.width));
  }
  int found = first(~seen);
  table.put(key, found, found);
  return found;
}

static int nimber(const Grid &grid, u64 free) {
  int sum = 0;
  while (free) {
    u64 part = grid.reach(free & -free, free);
    sum ^= of_part(grid, part);
    free &= ~part;
  }
  return sum;
}

static Table lost;

// Won or lost, where one part alone is left by its moves, where there are more by their nim-values.
static bool wins(const Grid &grid, u64 free) {
  u64 alone = free & ~grid.near(free);
  free &= ~alone;
  if (!free) return false;
  if (grid.reach(free & -free, free) != free) return nimber(grid, free) != 0;
  u64 key = shape(grid, free);
  if (Entry *entry = lost.find(key)) return entry->low;
  nodes++;
  bool won = false;
  for (u64 rest = free; rest && !won; rest &= rest - 1) {
    u64 one = rest & -rest;
    if (one & grid.right && free & one << 1) won = !wins(grid, free & ~(one | one << 1));
    if (!won && free & one << grid.width) won = !wins(grid, free & ~(one | one << grid.width));
  }
  lost.put(key, won, won);
  return won;
}

int main(int, char **argument) {
  Grid grid(atoi(argument[1]), atoi(argument[2]));
  grid.prepare();
  bool won = wins(grid, grid.all);
  return answer(won ? "First wins" : "Second wins", nodes);
}
