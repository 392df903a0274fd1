// English draughts: n, of 4 or 5; 1 if White begins else 0. Every position from the start, then backwards from the ends.
#include "retrograde.h"
#include <array>

// The dark cells of a row of the board from the south and west; a position holds men of Black, men of White, kings, the cell of the
// man that goes on jumping, and the mover.
int main(int, char **argument) {
  int n = atoi(argument[1]), cells = 0;
  std::vector<std::vector<int>> number(n, std::vector<int>(n, -1));
  std::vector<int> xs, ys;
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++)
      if ((x + y) % 2 == 0) number[y][x] = cells++, xs.push_back(x), ys.push_back(y);
  if (cells > 18) return 2;
  // Of each cell and direction (the first two go north) the next cell and the one behind.
  const int ways[4][2] = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
  std::vector<std::array<int, 4>> next(cells), behind(cells);
  u64 start[2] = {0, 0}, crown[2] = {0, 0};
  for (int cell = 0; cell < cells; cell++) {
    for (int way = 0; way < 4; way++) {
      auto at = [&](int far) {
        int x = xs[cell] + ways[way][0] * far, y = ys[cell] + ways[way][1] * far;
        return x < 0 || y < 0 || x >= n || y >= n ? -1 : number[y][x];
      };
      next[cell][way] = at(1), behind[cell][way] = at(2);
    }
    int row = ys[cell] + 1;
    if (row < n / 2) start[0] |= 1ULL << cell;
    if (row > n - n / 2 + 1) start[1] |= 1ULL << cell;
    if (row == n) crown[0] |= 1ULL << cell;
    if (row == 1) crown[1] |= 1ULL << cell;
  }
  const u64 field = (1ULL << 18) - 1;
  auto key = [](u64 black, u64 white, u64 kings, int jumper, int mover) {
    return black | white << 18 | kings << 36 | u64(jumper) << 54 | u64(mover) << 63;
  };
  auto rules = [&](u64 position, Look &look) {
    u64 men[2] = {position & field, position >> 18 & field}, kings = position >> 36 & field;
    int jumper = position >> 54 & 31, mover = position >> 63;
    u64 mine = men[mover], theirs = men[1 - mover], taken = mine | theirs;
    look.mover = mover;
    auto to = [&](u64 own, u64 others, u64 kings, int jumper, int player) {
      u64 both[2] = {own, others};
      look.next.push_back(key(both[mover], both[1 - mover], kings, jumper, player));
    };
    auto from = [&](u64 kings, int cell) { return kings >> cell & 1 ? 0 : mover == 0 ? 0 : 2; };
    auto until = [&](u64 kings, int cell) { return kings >> cell & 1 ? 4 : mover == 0 ? 2 : 4; };
    auto jumps = [&](int cell, u64 others, u64 taken, int way) {
      return behind[cell][way] >= 0 && others >> next[cell][way] & 1 && !(taken >> behind[cell][way] & 1);
    };
    for (u64 rest = jumper ? 1ULL << (jumper - 1) : mine; rest; rest &= rest - 1) {
      int cell = first(rest);
      for (int way = from(kings, cell); way < until(kings, cell); way++) {
        if (!jumps(cell, theirs, taken, way)) continue;
        int there = behind[cell][way];
        u64 over = 1ULL << next[cell][way], one = 1ULL << cell, land = 1ULL << there;
        bool king = kings & one, crowned = !king && land & crown[mover];
        u64 now = (mine & ~one) | land, others = theirs & ~over;
        u64 kinged = (kings & ~over & ~one) | (king || crowned ? land : 0);
        bool again = false;
        for (int further = from(kinged, there); further < until(kinged, there); further++)
          again |= jumps(there, others, now | others, further);
        if (again && !crowned) to(now, others, kinged, there + 1, mover);
        else to(now, others, kinged, 0, 1 - mover);
      }
    }
    if (look.next.empty())
      for (u64 rest = mine; rest; rest &= rest - 1) {
        int cell = first(rest);
        for (int way = from(kings, cell); way < until(kings, cell); way++) {
          int there = next[cell][way];
          if (there < 0 || taken >> there & 1) continue;
          u64 one = 1ULL << cell, land = 1ULL << there;
          bool king = kings & one || land & crown[mover];
          to((mine & ~one) | land, theirs, (kings & ~one) | (king ? land : 0), 0, 1 - mover);
        }
      }
    if (look.next.empty()) {
      look.over = true;
      look.worth = mover == 0 ? -1 : 1;
    }
  };
  Graph graph(key(start[0], start[1], 0, 0, atoi(argument[2])), rules);
  int outcome = graph.outcome();
  return answer(outcome > 0 ? "Black wins" : outcome < 0 ? "White wins" : "draw", graph.keys.size());
}
