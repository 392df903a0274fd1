// Go: columns, rows. Every position from the start up to symmetry; then for one number of points after the other whether a player forces
// so many, by halving.
#include "grid.h"
#include "retrograde.h"

int main(int, char **argument) {
  Grid grid(atoi(argument[1]), atoi(argument[2]));
  if (grid.cells > 25) return 2;
  grid.prepare();
  const u64 field = (1ULL << 25) - 1;
  // The stones of Black and of White, the point that is forbidden, the passes, the mover.
  auto key = [](u64 black, u64 white, int ko, int passes, int mover) {
    return black | white << 25 | u64(ko) << 50 | u64(passes) << 56 | u64(mover) << 58;
  };
  auto least = [&](u64 black, u64 white, int ko, int passes, int mover) {
    u64 best = key(black, white, ko, passes, mover);
    for (auto &turn : grid.turns) {
      int there = ko ? 1 + first(Grid::turned(turn, 1ULL << (ko - 1))) : 0;
      best = std::min(best, key(Grid::turned(turn, black), Grid::turned(turn, white), there, passes, mover));
    }
    return best;
  };
  auto rules = [&](u64 position, Look &look) {
    u64 stones[2] = {position & field, position >> 25 & field};
    int ko = position >> 50 & 63, passes = position >> 56 & 3, mover = position >> 58 & 1;
    look.mover = mover;
    u64 mine = stones[mover], theirs = stones[1 - mover], empty = grid.all & ~mine & ~theirs;
    if (passes == 2) {
      auto area = [&](int player) {
        u64 seen = grid.reach(empty & grid.near(stones[1 - player]), empty);
        return bits(stones[player]) + bits(empty & ~seen);
      };
      look.over = true;
      look.worth = area(0) - area(1);
      return;
    }
    auto to = [&](u64 own, u64 others, int ko, int passes) {
      u64 both[2] = {own, others};
      look.next.push_back(least(both[mover], both[1 - mover], ko, passes, 1 - mover));
    };
    for (u64 rest = empty; rest; rest &= rest - 1) {
      u64 one = rest & -rest;
      if (first(one) + 1 == ko) continue;
      u64 now = mine | one, free = empty & ~one;
      u64 alive = grid.reach(theirs & grid.near(free), theirs), taken = theirs & ~alive;
      free |= taken;
      if (!(grid.reach(now & grid.near(free), now) & one)) continue;
      bool single = bits(taken) == 1 && !(grid.near(one) & mine) && (grid.near(one) & free) == taken;
      to(now, alive, single ? first(taken) + 1 : 0, 0);
    }
    to(mine, theirs, 0, passes + 1);
  };
  Graph graph(least(0, 0, 0, 0, 0), rules);
  int found = 0;
  for (int player = 0; player < 2 && !found; player++) {
    int low = 0, high = grid.cells;
    while (low < high) {
      int middle = (low + high + 1) / 2;
      if (graph.forces(player, middle)) low = middle;
      else high = middle - 1;
    }
    found = player == 0 ? low : -low;
  }
  return answer(points(found, "Black", "White"), graph.keys.size());
}
