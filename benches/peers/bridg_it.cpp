// Bridg-It: n, 1 if doubled else 0. Alpha-beta on won and lost with a table; the fewest bridges that either side still needs tell wins
// at once and forced replies, and bridges on the shortest ways of both come first.
#include "grid.h"

static u64 nodes;
static Table table;
static bool doubled;
static int n, cells;

// A crossing joins two dots of Red and two of Blue; dots are numbered by player, the two sides last.
struct Crossing {
  int end[2][2];
};
static std::vector<Crossing> crossings;
static std::vector<std::array<int, 2>> beside[2][64];  // of each dot: a crossing and the dot behind it

// How many more bridges lead from one side to every dot, where those in `own` are there and those in `other` cannot be.
static int distances(int player, int from, int to, u64 own, u64 other, int8_t *far) {
  int queue[256], head = 128, tail = 128;
  for (int i = 0; i < 64; i++) far[i] = 100;
  far[from] = 0;
  queue[tail++] = from;
  while (head < tail) {
    int dot = queue[head++];
    for (auto &[crossing, next] : beside[player][dot]) {
      if (crossing >= 0 && other >> crossing & 1) continue;
      int cost = crossing >= 0 && !(own >> crossing & 1);
      if (far[dot] + cost >= far[next]) continue;
      far[next] = far[dot] + cost;
      if (cost) queue[tail++] = next;
      else queue[--head] = next;
    }
  }
  return far[to];
}

static bool wins(u64 red, u64 blue, int mover, int left) {
  nodes++;
  u64 set[2] = {red, blue}, all = (1ULL << cells) - 1, free = all & ~red & ~blue;
  u64 key = red | blue << 25 | u64(mover) << 62 | u64(left == 2) << 63;
  if (cells > 25) key = mixed(mixed(red) + 3 * blue) ^ u64(mover) << 62 ^ u64(left == 2) << 63;
  if (Entry *entry = table.find(key)) return entry->low;
  int8_t near[2][64], back[2][64];
  int need[2], sides[2] = {62, 63};
  for (int player = 0; player < 2; player++) {
    need[player] = distances(player, sides[0], sides[1], set[player], set[1 - player], near[player]);
    distances(player, sides[1], sides[0], set[player], set[1 - player], back[player]);
  }
  bool won = need[mover] <= left;
  int other = 1 - mover, replies = doubled ? 2 : 1;
  if (!won) {
    auto through = [&](int player, int crossing) {
      int a = crossings[crossing].end[player][0], b = crossings[crossing].end[player][1];
      return std::min(near[player][a] + back[player][b], near[player][b] + back[player][a]) + 1;
    };
    int order[64], weight[64], count = 0;
    bool forced = need[other] <= replies;  // then it must be one of the bridges that such a way needs
    for (u64 rest = free; rest; rest &= rest - 1) {
      int crossing = first(rest), theirs = through(other, crossing), mine = through(mover, crossing);
      if (forced && theirs > replies) continue;
      int w = std::min(theirs - need[other], 20) + std::min(mine - need[mover], 20), at = count++;
      for (; at > 0 && weight[at - 1] > w; at--) weight[at] = weight[at - 1], order[at] = order[at - 1];
      weight[at] = w, order[at] = crossing;
    }
    for (int i = 0; i < count && !won; i++) {
      u64 with[2] = {red, blue};
      with[mover] |= 1ULL << order[i];
      won = left == 2 ? wins(with[0], with[1], mover, 1) : !wins(with[0], with[1], other, replies);
    }
  }
  table.put(key, won, won);
  return won;
}

int main(int, char **argument) {
  n = atoi(argument[1]);
  doubled = atoi(argument[2]) == 1;
  // Red's dots stand in n + 1 columns and n rows, Blue's in n columns and n + 1 rows; a bridge of Red from one column to the next
  // crosses one of Blue from one row to the next, and inside one of Red's columns the other way round.
  auto red = [](int column, int row) { return column == 0 ? 62 : column == n ? 63 : (column - 1) * n + row; };
  auto blue = [](int column, int row) { return row == 0 ? 62 : row == n ? 63 : (row - 1) * n + column; };
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) crossings.push_back({{{red(i, j), red(i + 1, j)}, {blue(i, j), blue(i, j + 1)}}});
  for (int column = 1; column < n; column++)
    for (int row = 0; row + 1 < n; row++)
      crossings.push_back({{{red(column, row), red(column, row + 1)}, {blue(column - 1, row + 1), blue(column, row + 1)}}});
  cells = crossings.size();
  for (int i = 0; i < cells; i++)
    for (int player = 0; player < 2; player++) {
      auto &end = crossings[i].end[player];
      beside[player][end[0]].push_back({i, end[1]});
      beside[player][end[1]].push_back({i, end[0]});
    }
  bool won = wins(0, 0, 0, 1);
  return answer(won ? "Red wins" : "Blue wins", nodes);
}
