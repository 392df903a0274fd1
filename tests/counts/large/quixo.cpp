// Counts the positions of Quixo on SIZE x SIZE by turn, worth and plies to the end, from the rules alone: one byte for
// each board and turn, and one pass for each distance.

#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

const int CELLS = SIZE * SIZE;
using Board = std::array<int, CELLS>;

std::vector<std::vector<int>> pushes, lines;  // from the cube that is taken to the place where it is put
std::array<int, CELLS + 1> power;

void prepare() {
  power[0] = 1;
  for (int i = 0; i < CELLS; i++) power[i + 1] = power[i] * 3;
  const int steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  for (int y = 0; y < SIZE; y++)
    for (int x = 0; x < SIZE; x++) {
      if (x && y && x < SIZE - 1 && y < SIZE - 1) continue;
      for (auto& step : steps) {
        std::vector<int> path;
        for (int a = x, b = y; a >= 0 && b >= 0 && a < SIZE && b < SIZE; a += step[0], b += step[1])
          path.push_back(b * SIZE + a);
        if (path.size() > 1) pushes.push_back(path);
      }
    }
  std::vector<int> one, other;
  for (int i = 0; i < SIZE; i++) {
    std::vector<int> row, column;
    for (int j = 0; j < SIZE; j++) row.push_back(i * SIZE + j), column.push_back(j * SIZE + i);
    lines.push_back(row), lines.push_back(column);
    one.push_back(i * SIZE + i), other.push_back(i * SIZE + SIZE - 1 - i);
  }
  lines.push_back(one), lines.push_back(other);
}

Board unpack(uint32_t board) {
  Board cells;
  for (int& cell : cells) cell = board % 3, board /= 3;
  return cells;
}

bool has_line(const Board& cells, int mark) {
  for (auto& line : lines) {
    bool full = true;
    for (int cell : line) full &= cells[cell] == mark;
    if (full) return true;
  }
  return false;
}

// Calls `see` with the position after each move; a position is twice the board, and whose turn it is.
template <class See>
void each_move(uint32_t position, const Board& cells, See see) {
  int turn = position & 1;
  for (auto& path : pushes) {
    if (cells[path[0]] == 2 - turn) continue;
    uint32_t next = position >> 1;
    size_t last = path.size() - 1;
    for (size_t j = 0; j < last; j++) next += (cells[path[j + 1]] - cells[path[j]]) * power[path[j]];
    next += (turn + 1 - cells[path[last]]) * power[path[last]];
    see(next * 2 + (1 - turn));
  }
}

int main() {
  prepare();
  enum { UNSEEN, OPEN, WON };  // and WON + 2 * plies + winner
  std::vector<uint8_t> state(2 * size_t(power[CELLS]), UNSEEN);
  std::vector<uint32_t> stack{0}, open;
  state[0] = OPEN;
  while (!stack.empty()) {
    uint32_t position = stack.back();
    stack.pop_back();
    int turn = position & 1;
    Board cells = unpack(position >> 1);
    bool lost = has_line(cells, 2 - turn), won = has_line(cells, turn + 1), moves = false;
    if (!lost && !won)
      each_move(position, cells, [&](uint32_t next) {
        moves = true;
        if (state[next] == UNSEEN) state[next] = OPEN, stack.push_back(next);
      });
    if (moves)
      open.push_back(position);
    else
      state[position] = WON + (lost || !won ? 1 - turn : turn);
  }
  for (int plies = 1;; plies++) {
    std::vector<uint32_t> rest, found;
    std::vector<uint8_t> winners;
    for (uint32_t position : open) {
      int turn = position & 1;
      bool wins = false, loses = true;
      each_move(position, unpack(position >> 1), [&](uint32_t next) {
        bool decided = state[next] >= WON, own = decided && (state[next] - WON) % 2 == turn;
        wins |= own, loses &= decided && !own;
      });
      if (wins || loses)
        found.push_back(position), winners.push_back(wins ? turn : 1 - turn);
      else
        rest.push_back(position);
    }
    for (size_t i = 0; i < found.size(); i++) state[found[i]] = WON + 2 * plies + winners[i];
    open.swap(rest);
    if (found.empty()) break;
  }
  std::array<std::array<size_t, 256>, 2> counts{};
  for (size_t position = 0; position < state.size(); position++) counts[position & 1][state[position]]++;
  for (int turn = 0; turn < 2; turn++)
    for (int kind = OPEN; kind < 256; kind++) {
      if (!counts[turn][kind]) continue;
      if (kind == OPEN)
        printf("%d 0 - %zu\n", turn, counts[turn][kind]);
      else
        printf("%d %d %d %zu\n", turn, kind % 2 == WON % 2 ? 1 : -1, (kind - WON) / 2, counts[turn][kind]);
    }
}
