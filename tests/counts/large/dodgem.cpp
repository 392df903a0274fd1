// Counts the positions of Dodgem on SIZE x SIZE by turn, worth and plies to the end, from the rules alone: two bytes for
// each pair of sets of at most SIZE - 1 cars, and moves undone from the positions that are decided.

#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

const int CELLS = SIZE * SIZE, CARS = SIZE - 1;
enum Way { EAST, WEST, NORTH, SOUTH };
const Way ways[2][3] = {{EAST, NORTH, SOUTH}, {NORTH, EAST, WEST}};
const Way back[2][3] = {{WEST, SOUTH, NORTH}, {SOUTH, WEST, EAST}};

uint32_t west_edge, east_edge, south_edge, north_edge;
std::vector<uint32_t> sets;            // the sets of at most CARS cells
std::vector<uint32_t> number(1 << CELLS);  // of a set its place there

uint32_t step(uint32_t car, Way way) {
  switch (way) {
    case EAST: return car & east_edge ? 0 : car << 1;
    case WEST: return car & west_edge ? 0 : car >> 1;
    case NORTH: return car & north_edge ? 0 : car << SIZE;
    default: return car & south_edge ? 0 : car >> SIZE;
  }
}

struct Position {
  std::array<uint32_t, 2> cars;
  int turn;
  uint64_t index() const { return (uint64_t(number[cars[0]]) * sets.size() + number[cars[1]]) * 2 + turn; }
  static Position at(uint64_t index) {
    return {{sets[index / 2 / sets.size()], sets[index / 2 % sets.size()]}, int(index & 1)};
  }
};

// The edge behind which a player's cars leave.
uint32_t exits(int player) { return player == 0 ? east_edge : north_edge; }

template <class See>
void each_move(const Position& position, See see) {
  int player = position.turn;
  uint32_t taken = position.cars[0] | position.cars[1];
  auto after = [&](uint32_t cars) {
    Position next = position;
    next.cars[player] = cars, next.turn = 1 - player;
    see(next);
  };
  for (uint32_t rest = position.cars[player]; rest; rest &= rest - 1) {
    uint32_t car = rest & -rest;
    for (Way way : ways[player]) {
      uint32_t to = step(car, way);
      if (to && !(to & taken)) after(position.cars[player] ^ car ^ to);
    }
    if (car & exits(player)) after(position.cars[player] ^ car);
  }
}

// The positions from which a move may have led here.
template <class See>
void each_move_back(const Position& position, See see) {
  int player = 1 - position.turn;
  uint32_t taken = position.cars[0] | position.cars[1], own = position.cars[player];
  auto before = [&](uint32_t cars) {
    Position last = position;
    last.cars[player] = cars, last.turn = player;
    if (last.cars[0] && last.cars[1]) see(last);
  };
  for (uint32_t rest = own; rest; rest &= rest - 1) {
    uint32_t car = rest & -rest;
    for (Way way : back[player]) {
      uint32_t from = step(car, way);
      if (from && !(from & taken)) before(own ^ car ^ from);
    }
  }
  if (__builtin_popcount(own) < CARS)
    for (uint32_t rest = exits(player) & ~taken; rest; rest &= rest - 1) before(own | (rest & -rest));
}

int main() {
  for (int i = 0; i < SIZE; i++) {
    west_edge |= 1 << (i * SIZE), east_edge |= 1 << (i * SIZE + SIZE - 1);
    south_edge |= 1 << i, north_edge |= 1 << ((SIZE - 1) * SIZE + i);
  }
  for (uint32_t set = 0; set < 1u << CELLS; set++)
    if (__builtin_popcount(set) <= CARS) number[set] = sets.size(), sets.push_back(set);
  enum { UNSEEN, OPEN, WON };  // and WON + 2 * plies + winner
  uint64_t all = uint64_t(sets.size()) * sets.size() * 2;
  std::vector<uint8_t> state(all, UNSEEN), left(all);  // moves that are not known to lose
  Position start{{west_edge & ~1u, south_edge & ~1u}, 0};
  std::vector<uint64_t> stack{start.index()};
  state[start.index()] = OPEN;
  while (!stack.empty()) {
    uint64_t index = stack.back();
    stack.pop_back();
    Position position = Position::at(index);
    int moves = 0;
    if (position.cars[0] && position.cars[1])
      each_move(position, [&](const Position& next) {
        moves++;
        if (state[next.index()] == UNSEEN) state[next.index()] = OPEN, stack.push_back(next.index());
      });
    left[index] = moves;
    // Who has no car left has won; who cannot move has lost.
    int winner = !position.cars[0] ? 0 : !position.cars[1] ? 1 : 1 - position.turn;
    if (!moves) state[index] = WON + winner;
  }
  bool found = true;
  for (int plies = 0; found; plies++) {
    found = false;
    for (uint64_t index = 0; index < all; index++) {
      if (state[index] < WON || (state[index] - WON) / 2 != plies) continue;
      found = true;
      int winner = (state[index] - WON) % 2;
      each_move_back(Position::at(index), [&](const Position& last) {
        uint64_t before = last.index();
        if (state[before] != OPEN) return;
        if (winner == last.turn || --left[before] == 0) state[before] = WON + 2 * (plies + 1) + winner;
      });
    }
  }
  std::array<std::array<uint64_t, 256>, 2> counts{};
  for (uint64_t index = 0; index < all; index++) counts[index & 1][state[index]]++;
  for (int turn = 0; turn < 2; turn++)
    for (int kind = OPEN; kind < 256; kind++) {
      unsigned long long many = counts[turn][kind];
      if (!many) continue;
      if (kind == OPEN)
        printf("%d 0 - %llu\n", turn, many);
      else
        printf("%d %d %d %llu\n", turn, kind % 2 == WON % 2 ? 1 : -1, (kind - WON) / 2, many);
    }
}
