// Notakto: boards, size, k. Boards up to symmetry, in order, dead ones left out; won or lost with a table.
#include "grid.h"

static u64 nodes;
static Table table;
static std::vector<u64> all_lines;

struct Boards {
  u64 at[6];
  int count;
};

static bool dead(u64 board) {
  for (u64 line : all_lines)
    if ((board & line) == line) return true;
  return false;
}

// Whether the mover wins; who is left without a live board does.
static bool wins(const Grid &grid, const Boards &boards) {
  if (!boards.count) return true;
  nodes++;
  u64 key = boards.count;
  for (int i = 0; i < boards.count; i++) key = key << grid.cells | boards.at[i];
  if (Entry *entry = table.find(key)) return entry->low;
  bool won = false;
  for (int i = 0; i < boards.count && !won; i++) {
    if (i > 0 && boards.at[i] == boards.at[i - 1]) continue;
    for (u64 rest = grid.all & ~boards.at[i]; rest && !won; rest &= rest - 1) {
      u64 now = boards.at[i] | (rest & -rest);
      Boards next = {{}, 0};
      bool is_dead = dead(now);
      if (!is_dead) now = grid.least(now);
      for (int j = 0; j < boards.count; j++)
        if (j != i) {
          if (!is_dead && now < boards.at[j]) next.at[next.count++] = now, is_dead = true;
          next.at[next.count++] = boards.at[j];
        }
      if (!is_dead) next.at[next.count++] = now;
      won = !wins(grid, next);
    }
  }
  table.put(key, won, won);
  return won;
}

int main(int, char **argument) {
  Boards boards = {{}, atoi(argument[1])};
  Grid grid(atoi(argument[2]), atoi(argument[2]));
  if (boards.count * grid.cells > 60) return 2;
  all_lines = grid.lines(atoi(argument[3]));
  grid.prepare();
  bool won = wins(grid, boards);
  return answer(won ? "First wins" : "Second wins", nodes);
}
