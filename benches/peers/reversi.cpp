// Reversi: width, height, 1 if fewest else 0. Alpha-beta on the difference of discs with a table up to symmetry; corners first, then
// moves that leave the other few.
#include "grid.h"

static u64 nodes;
static Table table;

struct Game {
  Grid grid;
  u64 corners;
  bool fewest;
  Game(int width, int height, bool fewest) : grid(width, height), fewest(fewest) {
    corners = 1ULL | 1ULL << (width - 1) | 1ULL << (grid.cells - 1) | 1ULL << (grid.cells - width);
    grid.prepare();
  }
  // One step in one of eight directions.
  u64 step(u64 set, int way) const {
    int x = way % 3 - 1, y = way / 3 - 1;
    if (x > 0) set = (set & grid.right) << 1;
    if (x < 0) set = (set & grid.left) >> 1;
    return (y > 0 ? set << grid.width : y < 0 ? set >> grid.width : set) & grid.all;
  }
  u64 moves(u64 mine, u64 theirs) const {
    u64 found = 0, empty = grid.all & ~mine & ~theirs;
    for (int way = 0; way < 9; way++) {
      if (way == 4) continue;
      u64 run = step(mine, way) & theirs;
      for (u64 next; (next = run | (step(run, way) & theirs)) != run;) run = next;
      found |= step(run, way) & empty;
    }
    return found;
  }
  u64 flips(u64 mine, u64 theirs, u64 to) const {
    u64 found = 0;
    for (int way = 0; way < 9; way++) {
      if (way == 4) continue;
      u64 run = 0, next = step(to, way);
      for (; next & theirs; next = step(next, way)) run |= next;
      if (next & mine) found |= run;
    }
    return found;
  }
  int score(u64 mine, u64 theirs) const { return (bits(mine) - bits(theirs)) * (fewest ? -1 : 1); }

  int value(u64 mine, u64 theirs, int alpha, int beta) {
    nodes++;
    u64 can = moves(mine, theirs);
    if (!can) return moves(theirs, mine) ? -value(theirs, mine, -beta, -alpha) : score(mine, theirs);
    bool keep = bits(mine | theirs) <= grid.cells - 4;
    int low = -64, high = 64;
    u64 key = 0;
    if (keep) {
      key = grid.least(mine, theirs);
      if (Entry *entry = table.find(key)) low = entry->low, high = entry->high;
      if (low >= beta || low == high) return low;
      if (high <= alpha) return high;
      alpha = std::max(alpha, low), beta = std::min(beta, high);
    }
    struct Move {
      u64 mine, theirs;
      int weight;
    } sorted[64];
    int count = 0;
    for (u64 rest = can; rest; rest &= rest - 1) {
      u64 to = rest & -rest, turned = flips(mine, theirs, to);
      Move move = {mine | to | turned, theirs & ~turned, 0};
      if (keep) move.weight = 2 * bits(moves(move.theirs, move.mine)) - (to & corners ? (fewest ? -12 : 12) : 0);
      int at = count++;
      for (; at > 0 && sorted[at - 1].weight > move.weight; at--) sorted[at] = sorted[at - 1];
      sorted[at] = move;
    }
    int best = -64;
    for (int i = 0; i < count && best < beta; i++) {
      int from = std::max(alpha, best), got;
      if (i > 0 && keep) {
        got = -value(sorted[i].theirs, sorted[i].mine, -from - 1, -from);
        if (got > from && got < beta) got = -value(sorted[i].theirs, sorted[i].mine, -beta, -got);
      } else {
        got = -value(sorted[i].theirs, sorted[i].mine, -beta, -from);
      }
      best = std::max(best, got);
    }
    if (keep) {
      if (best > alpha) low = std::max(low, best);
      if (best < beta) high = std::min(high, best);
      table.put(key, low, high);
    }
    return best;
  }
};

int main(int, char **argument) {
  Game game(atoi(argument[1]), atoi(argument[2]), atoi(argument[3]) == 1);
  int width = game.grid.width, x = width / 2 - 1, y = game.grid.height / 2 - 1;
  auto cell = [&](int x, int y) { return 1ULL << (x + width * y); };
  int found = game.value(cell(x, y) | cell(x + 1, y + 1), cell(x, y + 1) | cell(x + 1, y), -64, 64);
  return answer(points(found, "Black", "White"), nodes);
}
