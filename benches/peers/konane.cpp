// Konane: columns, rows. A stone never leaves the cells of its colour, so a position is the cells that are taken and the mover.
// Alpha-beta on won and lost with a table up to symmetry; moves that leave the other fewest come first.
#include "grid.h"

static u64 nodes;
static Table table;

struct Game {
  Grid grid;
  u64 dark = 0;
  Game(int columns, int rows) : grid(columns, rows) {
    for (int cell = 0; cell < grid.cells; cell++)
      if ((cell % columns + cell / columns) % 2 == 0) dark |= 1ULL << cell;
    grid.prepare(dark);
  }
  u64 own(int player) const { return player == 0 ? dark : grid.all & ~dark; }
  u64 step(u64 one, int way) const {
    switch (way) {
      case 0: return (one & grid.right) << 1;
      case 1: return (one & grid.left) >> 1;
      case 2: return one << grid.width & grid.all;
      default: return one >> grid.width;
    }
  }
  int mobility(u64 taken, int player) const {
    int count = 0;
    for (int way = 0; way < 4; way++)
      count += bits(step(step(taken & own(player), way) & taken, way) & ~taken);
    return count;
  }

  bool wins(u64 taken, int player) {
    nodes++;
    u64 key = grid.least(taken) << 1 | player;
    if (Entry *entry = table.find(key)) return entry->low;
    u64 after[128];
    int weight[128], count = 0;
    auto add = [&](u64 now) {
      int replies = mobility(now, 1 - player), at = count++;
      for (; at > 0 && weight[at - 1] > replies; at--) weight[at] = weight[at - 1], after[at] = after[at - 1];
      weight[at] = replies, after[at] = now;
    };
    for (int way = 0; way < 4; way++) {
      u64 movers = taken & own(player);
      for (u64 rest = step(step(movers, way) & taken, way) & ~taken; rest; rest &= rest - 1) {
        u64 to = rest & -rest, over = step(to, way ^ 1), now = (taken & ~over & ~step(over, way ^ 1));
        add(now | to);
        for (;;) {
          over = step(to, way);
          to = step(over, way);
          if (!(over & taken) || !to || to & taken) break;
          now &= ~over;
          add(now | to);
        }
      }
    }
    bool won = count > 0 && weight[0] == 0;
    for (int i = 0; i < count && !won; i++) won = !wins(after[i], 1 - player);
    table.put(key, won, won);
    return won;
  }

  // Black takes away a stone of the middle or of a corner, White one beside it.
  bool opening() {
    bool won = false;
    for (u64 rest = dark; rest && !won; rest &= rest - 1) {
      int cell = first(rest), x = cell % grid.width, y = cell / grid.width;
      bool middle = abs(2 * x + 1 - grid.width) <= 1 && abs(2 * y + 1 - grid.height) <= 1;
      bool corner = (x == 0 || x == grid.width - 1) && (y == 0 || y == grid.height - 1);
      if (!middle && !corner) continue;
      won = true;
      for (u64 beside = grid.near(1ULL << cell); beside && won; beside &= beside - 1)
        won = wins(grid.all & ~(1ULL << cell) & ~(beside & -beside), 0);
    }
    return won;
  }
};

int main(int, char **argument) {
  Game game(atoi(argument[1]), atoi(argument[2]));
  bool won = game.opening();
  return answer(won ? "Black wins" : "White wins", nodes);
}
