// Hexapawn: columns, rows. Alpha-beta on won and lost with a table of positions up to the mirror; captures and the foremost pawns first.
#include "grid.h"

static u64 nodes;
static Table table;

// The board is turned so that the mover goes north; `mine` and `theirs` are seen from there.
static bool wins(const Grid &grid, u64 mine, u64 theirs) {
  nodes++;
  u64 empty = grid.all & ~mine & ~theirs;
  int width = grid.width;
  u64 advance = mine << width & empty, west = (mine & grid.left) << (width - 1) & theirs,
      east = (mine & grid.right) << (width + 1) & theirs;
  u64 far = grid.all & ~(grid.all >> width);
  if ((advance | west | east) & far) return true;
  if (!(advance | west | east)) return false;
  u64 key = grid.least(mine, theirs);
  if (Entry *entry = table.find(key)) return entry->low;
  // The board upside down for the other: rows change places.
  auto lost = [&](u64 now, u64 others) {
    u64 a = 0, b = 0, row = (1ULL << width) - 1;
    for (int y = 0; y < grid.height; y++) {
      a = a << width | (now >> y * width & row);
      b = b << width | (others >> y * width & row);
    }
    return !wins(grid, b, a);
  };
  bool won = false;
  auto high = [](u64 set) { return 1ULL << (63 - __builtin_clzll(set)); };
  for (u64 rest = west; rest && !won; rest &= ~high(rest)) {
    u64 to = high(rest);
    won = lost((mine & ~(to >> (width - 1))) | to, theirs & ~to);
  }
  for (u64 rest = east; rest && !won; rest &= ~high(rest)) {
    u64 to = high(rest);
    won = lost((mine & ~(to >> (width + 1))) | to, theirs & ~to);
  }
  for (u64 rest = advance; rest && !won; rest &= ~high(rest)) {
    u64 to = high(rest);
    won = lost((mine & ~(to >> width)) | to, theirs);
  }
  table.put(key, won, won);
  return won;
}

int main(int, char **argument) {
  Grid grid(atoi(argument[1]), atoi(argument[2]));
  grid.add(1);
  u64 row = (1ULL << grid.width) - 1;
  bool won = wins(grid, row, row << grid.width * (grid.height - 1));
  return answer(won ? "White wins" : "Black wins", nodes);
}
