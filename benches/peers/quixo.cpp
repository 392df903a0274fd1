// Quixo: n, of 2 to 4. Every position from the start up to symmetry, seen by the mover, then backwards from the ends.
#include "grid.h"
#include "retrograde.h"

int main(int, char **argument) {
  int n = atoi(argument[1]);
  Grid grid(n, n);
  grid.prepare();
  std::vector<u64> rows = grid.lines(n);
  auto line = [&](u64 marks) {
    for (u64 row : rows)
      if ((marks & row) == row) return true;
    return false;
  };
  // Of each push the cells from where the cube is taken to the end.
  struct Push {
    u64 from, end, moved;
    int by;
  };
  std::vector<Push> pushes;
  for (int cell = 0; cell < grid.cells; cell++) {
    int x = cell % n, y = cell / n;
    if (x > 0 && x < n - 1 && y > 0 && y < n - 1) continue;
    const int ways[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (auto &way : ways) {
      int by = way[0] + n * way[1];
      Push push = {1ULL << cell, 0, 0, by};
      for (int i = x + way[0], j = y + way[1]; i >= 0 && j >= 0 && i < n && j < n; i += way[0], j += way[1])
        push.end = 1ULL << (i + n * j), push.moved |= push.end;
      if (push.end) pushes.push_back(push);
    }
  }
  auto rules = [&](u64 key, Look &look) {
    u64 marks[2] = {key & 0xffff, key >> 32 & 0xffff};
    int mover = key >> 63;
    look.mover = mover;
    u64 mine = marks[mover], theirs = marks[1 - mover];
    // `me` is who moves now.
    if (line(theirs) || line(mine)) {
      int winner = line(theirs) && line(mine) ? 1 - mover : line(theirs) ? 1 - mover : mover;
      look.over = true;
      look.worth = winner == 0 ? 1 : -1;
      return;
    }
    for (auto &push : pushes) {
      if (push.from & theirs) continue;
      auto pushed = [&](u64 set) {
        u64 there = set & push.moved;
        return (set & ~push.moved & ~push.from) | (push.by > 0 ? there >> push.by : there << -push.by);
      };
      u64 both[2] = {pushed(mine) | push.end, pushed(theirs)};
      look.next.push_back(grid.least(both[mover], both[1 - mover]) | u64(1 - mover) << 63);
    }
    if (look.next.empty()) {
      look.over = true;
      look.worth = mover == 0 ? -1 : 1;
    }
  };
  Graph graph(0, rules);
  int outcome = graph.outcome();
  return answer(outcome > 0 ? "X wins" : outcome < 0 ? "O wins" : "draw", graph.keys.size());
}
