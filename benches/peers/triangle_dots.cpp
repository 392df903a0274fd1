// Dots and Triangles: side. Alpha-beta on the triangles still to be had with a table of the lines drawn; who can close a triangle does
// so first, what gives the other none comes before what gives one.
#include "table.h"
#include <algorithm>
#include <array>
#include <map>

static u64 nodes;
static Table table;
static int edges;
static std::vector<u64> triangles;
static std::vector<std::vector<u64>> sides_of;          // of each edge, its triangles
static std::vector<std::vector<std::vector<u64>>> turns;  // of each symmetry, for each eight edges, where they go

static u64 least(u64 drawn) {
  u64 best = drawn;
  for (auto &turn : turns) {
    u64 there = 0;
    for (size_t part = 0; part < turn.size(); part++) there |= turn[part][drawn >> part * 8 & 255];
    best = std::min(best, there);
  }
  return best;
}

// What the mover gets from now on less what the other gets.
static int value(u64 drawn, int left, int alpha, int beta) {
  nodes++;
  if (!left) return 0;
  if (left <= alpha) return left;
  if (-left >= beta) return -left;
  u64 key = least(drawn);
  int low = -left, high = left;
  if (Entry *entry = table.find(key)) low = entry->low, high = entry->high;
  if (low >= beta || low == high) return low;
  if (high <= alpha) return high;
  alpha = std::max(alpha, low), beta = std::min(beta, high);
  int order[64], weight[64], count = 0;
  for (int edge = 0; edge < edges; edge++) {
    if (drawn >> edge & 1) continue;
    int w = 0;
    bool closes = false, gives = false;
    for (u64 triangle : sides_of[edge]) {
      int has = bits(triangle & drawn);
      w += has == 2 ? -4 : has == 1 ? 1 : 0;
      closes |= has == 2, gives |= has == 1;
    }
    // What closes a triangle and leaves no new one with two sides is best at once: any other line could be drawn after it, with the
    // same triangles closed by it, and the other player would have taken it in reply.
    if (closes && !gives) {
      order[0] = edge, count = 1;
      break;
    }
    int at = count++;
    for (; at > 0 && weight[at - 1] > w; at--) weight[at] = weight[at - 1], order[at] = order[at - 1];
    weight[at] = w, order[at] = edge;
  }
  int best = -100;
  for (int i = 0; i < count && best < beta; i++) {
    u64 with = drawn | 1ULL << order[i];
    int closed = 0, from = std::max(alpha, best);
    for (u64 triangle : sides_of[order[i]]) closed += (triangle & with) == triangle;
    int got = closed ? closed + value(with, left - closed, from - closed, beta - closed) : -value(with, left, -beta, -from);
    best = std::max(best, got);
  }
  if (best > alpha) low = std::max(low, best);
  if (best < beta) high = std::min(high, best);
  table.put(key, low, high);
  return best;
}

int main(int, char **argument) {
  int side = atoi(argument[1]);
  // Dots by three numbers that add up to `side`, so that exchanging them is a symmetry.
  typedef std::array<int, 3> Dot;
  std::vector<Dot> dots;
  for (int x = 0; x <= side; x++)
    for (int y = 0; x + y <= side; y++) dots.push_back({x, y, side - x - y});
  std::map<std::pair<Dot, Dot>, int> number;
  auto beside = [](const Dot &a, const Dot &b) { return abs(a[0] - b[0]) + abs(a[1] - b[1]) + abs(a[2] - b[2]) == 2; };
  auto edge = [&](Dot a, Dot b) { return number.at(std::minmax(a, b)); };
  for (auto &a : dots)
    for (auto &b : dots)
      if (a < b && beside(a, b)) number.emplace(std::make_pair(a, b), edges++);
  sides_of.resize(edges);
  for (auto &a : dots)
    for (auto &b : dots)
      for (auto &c : dots)
        if (a < b && b < c && beside(a, b) && beside(a, c) && beside(b, c)) {
          int of[3] = {edge(a, b), edge(a, c), edge(b, c)};
          u64 triangle = 1ULL << of[0] | 1ULL << of[1] | 1ULL << of[2];
          triangles.push_back(triangle);
          for (int one : of) sides_of[one].push_back(triangle);
        }
  int permutation[3] = {0, 1, 2};
  while (std::next_permutation(permutation, permutation + 3)) {
    auto image = [&](const Dot &dot) { return Dot{dot[permutation[0]], dot[permutation[1]], dot[permutation[2]]}; };
    std::vector<int> to(edges);
    for (auto &[pair, from] : number) to[from] = edge(image(pair.first), image(pair.second));
    std::vector<std::vector<u64>> turn((edges + 7) / 8, std::vector<u64>(256));
    for (int from = 0; from < edges; from++)
      for (int byte = 0; byte < 256; byte++)
        if (byte >> from % 8 & 1) turn[from / 8][byte] |= 1ULL << to[from];
    turns.push_back(turn);
  }
  int found = value(0, side * side, -100, 100);
  return answer(points(found, "A", "B"), nodes);
}
