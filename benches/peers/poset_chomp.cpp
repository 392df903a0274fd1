// Chomp on a poset: 1 if poisoned else 0, then the arrows as pairs of names. Won or lost of every set of elements that is asked for;
// who would be left with one element on top of all the others takes it.
#include "table.h"
#include <algorithm>
#include <map>

static u64 nodes;
static Table table;
static std::vector<u64> up;  // what goes with an element
static bool poisoned;

static bool wins(u64 left) {
  if (!left) return poisoned;
  nodes++;
  if (Entry *entry = table.find(left)) return entry->low;
  bool won = false;
  for (u64 rest = left; rest && !won; rest &= rest - 1) won = !wins(left & ~up[first(rest)]);
  table.put(left, won, won);
  return won;
}

int main(int count, char **argument) {
  poisoned = atoi(argument[1]) == 1;
  std::map<std::string, int> number;
  auto of = [&](const char *name) { return number.emplace(name, number.size()).first->second; };
  std::vector<std::pair<int, int>> arrows;
  for (int i = 2; i + 1 < count; i += 2) {
    int below = of(argument[i]), above = of(argument[i + 1]);
    arrows.push_back({below, above});
  }
  std::vector<u64> above(number.size());
  for (size_t i = 0; i < above.size(); i++) above[i] = 1ULL << i;
  for (size_t round = 0; round < above.size(); round++)
    for (auto [from, to] : arrows) above[from] |= above[to];
  // Elements with much above them come first.
  std::vector<int> order(above.size());
  for (size_t i = 0; i < order.size(); i++) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return bits(above[a]) > bits(above[b]); });
  for (int element : order) {
    u64 set = 0;
    for (size_t i = 0; i < order.size(); i++)
      if (above[element] >> order[i] & 1) set |= 1ULL << i;
    up.push_back(set);
  }
  bool won = wins(up.size() == 64 ? ~0ULL : (1ULL << up.size()) - 1);
  return answer(won ? "First wins" : "Second wins", nodes);
}
