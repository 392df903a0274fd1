// Counts the positions of Oware with PITS pits of SEEDS seeds by turn and the points that are still to go, from the
// rules alone: the seeds on the board one after the other, and for each number of points what a player can force.

#include <array>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

const int ALL = 2 * PITS;
struct Position {
  std::array<uint8_t, ALL> pits;
  int turn;
  int side(int player) const {
    int seeds = 0;
    for (int i = 0; i < PITS; i++) seeds += pits[player * PITS + i];
    return seeds;
  }
};
struct Move {
  uint32_t to;
  int gain;  // to South
};

// Sows a pit; false where the move is not legal, since the other has no seed after it.
bool sow(const Position& before, int pit, Position& after, int& taken) {
  after = before;
  int hand = after.pits[pit], at = pit;
  after.pits[pit] = 0;
  while (hand--) {
    at = (at + 1) % ALL;
    if (at == pit) at = (at + 1) % ALL;
    after.pits[at]++;
  }
  std::vector<int> won;
  for (int i = 0; i < ALL; i++, at = (at + ALL - 1) % ALL) {
    if (at / PITS == before.turn || after.pits[at] < 2 || after.pits[at] > 3) break;
    won.push_back(at);
  }
  taken = 0;
  for (int each : won) taken += after.pits[each];
  if (taken >= after.side(1 - before.turn)) taken = 0, won.clear();
  for (int each : won) after.pits[each] = 0;
  after.turn = 1 - before.turn;
  return after.side(after.turn) > 0;
}

std::vector<Position> positions;
std::vector<std::vector<Move>> moves;
std::vector<int> value;

// The positions of a tier from which a player gets so many points at least, going round being worth none.
std::vector<uint32_t> forced(const std::vector<uint32_t>& tier, std::unordered_map<uint32_t, std::vector<uint32_t>>& before,
                             int sign, int points) {
  std::vector<uint32_t> found;
  std::unordered_set<uint32_t> in;
  std::unordered_map<uint32_t, int> left;  // moves inside the tier that are not known to give so much
  auto chooses = [&](uint32_t n) { return (positions[n].turn == 0) == (sign == 1); };
  auto add = [&](uint32_t n) {
    if (in.insert(n).second) found.push_back(n);
  };
  for (uint32_t n : tier) {
    if (moves[n].empty()) {
      if (sign * (positions[n].side(0) - positions[n].side(1)) >= points) add(n);
      continue;
    }
    int inside = 0, good = 0, bad = 0;
    for (const Move& move : moves[n]) {
      if (!move.gain) inside++;
      else if (sign * (value[move.to] + move.gain) >= points) good++;
      else bad++;
    }
    if (chooses(n) ? good > 0 : bad + inside == 0) add(n);
    left[n] = bad ? INT_MAX : inside;
  }
  for (size_t i = 0; i < found.size(); i++)
    for (uint32_t n : before[found[i]])
      if (chooses(n) || (left[n] != INT_MAX && --left[n] == 0)) add(n);
  return found;
}

int main() {
  std::unordered_map<std::string, uint32_t> number;
  std::map<int, std::vector<uint32_t>> tiers;
  auto id = [&](const Position& position) {
    std::string key(position.pits.begin(), position.pits.end());
    auto [entry, is_new] = number.emplace(key + char(position.turn), uint32_t(positions.size()));
    if (is_new) {
      tiers[position.side(0) + position.side(1)].push_back(uint32_t(positions.size()));
      positions.push_back(position);
    }
    return entry->second;
  };
  Position start;
  start.pits.fill(SEEDS), start.turn = 0;
  id(start);
  for (size_t n = 0; n < positions.size(); n++) {
    Position position = positions[n], after;
    std::vector<Move> all;
    for (int i = 0; i < PITS; i++) {
      int pit = position.turn * PITS + i, taken;
      if (position.pits[pit] && sow(position, pit, after, taken))
        all.push_back({id(after), position.turn == 0 ? taken : -taken});
    }
    moves.push_back(all);
  }
  value.assign(positions.size(), 0);
  for (auto& [seeds, tier] : tiers) {
    std::unordered_map<uint32_t, std::vector<uint32_t>> before;
    for (uint32_t n : tier)
      for (const Move& move : moves[n])
        if (!move.gain) before[move.to].push_back(n);
    for (int sign : {1, -1})
      for (int points = seeds; points > 0; points--)
        for (uint32_t n : forced(tier, before, sign, points))
          if (!value[n]) value[n] = sign * points;
  }
  std::map<std::pair<int, int>, size_t> counts;
  for (size_t n = 0; n < positions.size(); n++) counts[{positions[n].turn, value[n]}]++;
  for (auto& [kind, many] : counts) printf("%d %d - %zu\n", kind.first, kind.second, many);
}
