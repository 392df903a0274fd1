// Halma: n, deep. Every position from the start, then backwards from the ends.
#include "grid.h"
#include "retrograde.h"

static u64 step(const Grid &grid, u64 one, int direction) {
  const int ways[8][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
  if (ways[direction][0] == 1) one = (one & grid.right) << 1;
  if (ways[direction][0] == -1) one = (one & grid.left) >> 1;
  if (ways[direction][1] == 1) one <<= grid.width;
  if (ways[direction][1] == -1) one >>= grid.width;
  return one & grid.all;
}

// A position: the men of White and Black, the cells where the jumping man was, each `cells` bits where these are at most 20; else, on
// the boards with few men, the men as lists of cells. A man that may jump on is told apart by his cell.
int main(int, char **argument) {
  int n = atoi(argument[1]), deep = atoi(argument[2]);
  Grid grid(n, n);
  if (grid.cells > 20) return 2;
  u64 camp[2] = {0, 0};
  for (int cell = 0; cell < grid.cells; cell++) {
    int x = cell % n, y = cell / n;
    if (x + y < deep) camp[0] |= 1ULL << cell;
    if (x + y > 2 * (n - 1) - deep) camp[1] |= 1ULL << cell;
  }
  const int size = 20;
  const u64 field = (1ULL << size) - 1;
  // A visited set holds the cell where the man stands; of the men of the mover just one stands on a visited cell.
  auto rules = [&](u64 key, Look &look) {
    u64 men[2] = {key & field, key >> size & field}, visited = key >> 2 * size & field;
    int mover = key >> 63;
    look.mover = mover;
    for (int player = 0; player < 2 && !visited; player++)
      if (men[player] == camp[1 - player]) {
        look.over = true;
        look.worth = player == 0 ? 1 : -1;
        return;
      }
    u64 taken = men[0] | men[1], mine = men[mover];
    auto to = [&](u64 now, u64 been, int player) {
      u64 both[2] = {men[0], men[1]};
      both[mover] = now;
      look.next.push_back(both[0] | both[1] << size | been << 2 * size | u64(player) << 63);
    };
    auto can_jump = [&](u64 one, u64 all, u64 been) {
      for (int way = 0; way < 8; way++)
        if (step(grid, one, way) & all && step(grid, step(grid, one, way), way) & ~all & ~been) return true;
      return false;
    };
    auto jumps = [&](u64 one) {
      for (int way = 0; way < 8; way++) {
        u64 over = step(grid, one, way) & taken, there = over ? step(grid, over, way) & ~taken & ~visited : 0;
        if (!there) continue;
        u64 now = (mine & ~one) | there, been = visited | one | there;
        if (can_jump(there, now | men[1 - mover], been)) to(now, been, mover);
        else to(now, 0, 1 - mover);
      }
    };
    if (visited) {
      jumps(mine & visited);
      to(mine, 0, 1 - mover);
    } else {
      for (u64 rest = mine; rest; rest &= rest - 1) {
        u64 one = rest & -rest;
        for (u64 free = grid.near8(one) & ~taken; free; free &= free - 1) to((mine & ~one) | (free & -free), 0, 1 - mover);
        jumps(one);
      }
    }
    if (look.next.empty()) {
      look.over = true;
      look.worth = mover == 0 ? -1 : 1;
    }
  };
  Graph graph(camp[0] | camp[1] << size, rules);
  int outcome = graph.outcome();
  return answer(outcome > 0 ? "White wins" : outcome < 0 ? "Black wins" : "draw", graph.keys.size());
}
