// Dobutsu shogi from a start: four rows, the northern one first, as in the definition. Every position up to the mirror, then backwards
// from the ends.
#include "retrograde.h"
#include <algorithm>
#include <cstring>

// Kinds: 0 lion, 1 giraffe, 2 elephant, 3 chick, 4 hen; a cell is 0 if empty, else 1 + kind for Sky and 6 + kind for Forest.
static const int HAND[5] = {-1, 0, 1, 2, 2};
static const int WAYS[5][8][2] = {
    {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}},
    {{0, 1}, {1, 0}, {0, -1}, {-1, 0}},
    {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}},
    {{0, 1}},
    {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {-1, 1}},
};
static const int COUNT[5] = {8, 4, 4, 1, 6};

struct Position {
  int8_t cell[12] = {}, hand[2][3] = {};
  int mover = 0;

  u64 key() const {
    u64 straight = 0, mirrored = 0, rest = 0;
    for (int i = 0; i < 12; i++) {
      straight = straight << 4 | cell[i];
      mirrored = mirrored << 4 | cell[i / 3 * 3 + 2 - i % 3];
    }
    for (auto &side : hand)
      for (int held : side) rest = rest << 2 | held;
    return std::min(straight, mirrored) | (rest << 1 | mover) << 48;
  }

  static Position of(u64 key) {
    Position position;
    for (int i = 11; i >= 0; i--, key >>= 4) position.cell[i] = key & 15;
    position.mover = key & 1;
    key >>= 1;
    for (int i = 5; i >= 0; i--, key >>= 2) position.hand[i / 3][i % 3] = key & 3;
    return position;
  }
};

static int owner(int piece) { return piece == 0 ? -1 : piece > 5; }

// Calls `to(cell)` for every cell that a piece at `at` steps to.
template <class To> static void steps(int piece, int at, To to) {
  int kind = (piece - 1) % 5, ahead = owner(piece) == 0 ? 1 : -1;
  for (int i = 0; i < COUNT[kind]; i++) {
    int x = at % 3 + WAYS[kind][i][0], y = at / 3 + ahead * WAYS[kind][i][1];
    if (x >= 0 && x < 3 && y >= 0 && y < 4) to(x + 3 * y);
  }
}

static void rules(u64 key, Look &look) {
  Position now = Position::of(key);
  int mover = now.mover, far[2] = {3, 0}, lion[2] = {-1, -1};
  look.mover = mover;
  for (int i = 0; i < 12; i++)
    if (now.cell[i] == 1) lion[0] = i;
    else if (now.cell[i] == 6) lion[1] = i;
  auto ends = [&](int winner) { look.over = true, look.worth = winner == 0 ? 1 : -1; };
  if (lion[0] < 0) return ends(1);
  if (lion[1] < 0) return ends(0);
  if (lion[mover] / 3 == far[mover]) return ends(mover);
  if (lion[1 - mover] / 3 == far[1 - mover]) {
    bool attacked = false;
    for (int i = 0; i < 12; i++)
      if (owner(now.cell[i]) == mover) steps(now.cell[i], i, [&](int to) { attacked |= to == lion[1 - mover]; });
    if (!attacked) return ends(1 - mover);
  }
  for (int i = 0; i < 12; i++) {
    int piece = now.cell[i];
    if (owner(piece) != mover) continue;
    steps(piece, i, [&](int to) {
      if (owner(now.cell[to]) == mover) return;
      Position next = now;
      int taken = now.cell[to] ? HAND[(now.cell[to] - 1) % 5] : -1;
      if (taken >= 0) next.hand[mover][taken]++;
      next.cell[i] = 0;
      next.cell[to] = (piece - 1) % 5 == 3 && to / 3 == far[mover] ? piece + 1 : piece;
      next.mover = 1 - mover;
      look.next.push_back(next.key());
    });
  }
  for (int kind = 0; kind < 3; kind++)
    for (int to = 0; to < 12 && now.hand[mover][kind]; to++) {
      if (now.cell[to]) continue;
      Position next = now;
      next.hand[mover][kind]--;
      next.cell[to] = 2 + kind + 5 * mover;
      next.mover = 1 - mover;
      look.next.push_back(next.key());
    }
  if (look.next.empty()) ends(1 - mover);
}

int main(int, char **argument) {
  Position start;
  const char *names = ".LGECHlgech";
  for (int row = 0; row < 4; row++)
    for (int x = 0; x < 3; x++) start.cell[x + 3 * (3 - row)] = strchr(names, argument[1 + row][x]) - names;
  Graph graph(start.key(), rules);
  int outcome = graph.outcome();
  return answer(outcome > 0 ? "Sky wins" : outcome < 0 ? "Forest wins" : "draw", graph.keys.size());
}
