// Positions that repeat: all that can be reached are listed, then worth is carried backwards from the ends.
#pragma once
#include "table.h"

// What the rules say of one position.
struct Look {
  int mover = 0;
  bool over = false;
  int worth = 0;  // of an end, to player 0
  std::vector<u64> next;
};

struct Graph {
  std::vector<u64> keys;
  std::vector<uint32_t> slots = std::vector<uint32_t>(1 << 12), from{0}, next, back_from, back;
  std::vector<int8_t> mover, over, worth;

  // The number of a position, which gets the next one if it is new.
  uint32_t number(u64 key) {
    if (keys.size() * 2 > slots.size()) {
      slots.assign(slots.size() * 2, 0);
      for (size_t i = 0; i < keys.size(); i++) place(keys[i]) = i + 1;
    }
    uint32_t &slot = place(key);
    if (slot == 0) {
      keys.push_back(key);
      slot = keys.size();
    }
    return slot - 1;
  }

  uint32_t &place(u64 key) {
    size_t mask = slots.size() - 1, at = mixed(key) & mask;
    while (slots[at] && keys[slots[at] - 1] != key) at = (at + 1) & mask;
    return slots[at];
  }

  // Lists all positions; `rules(key, look)` fills the look.
  template <class Rules> Graph(u64 start, Rules rules) {
    number(start);
    Look look;
    for (size_t i = 0; i < keys.size(); i++) {
      look.next.clear();
      look.over = false;
      rules(keys[i], look);
      mover.push_back(look.mover);
      over.push_back(look.over);
      worth.push_back(look.worth);
      if (!look.over)
        for (u64 key : look.next) next.push_back(number(key));
      from.push_back(next.size());
    }
    turn_round();
  }

  void turn_round() {
    back_from.assign(keys.size() + 1, 0);
    back.resize(next.size());
    for (uint32_t to : next) back_from[to]++;
    for (size_t i = 0, sum = 0; i <= keys.size(); i++) back_from[i] = sum += back_from[i];
    for (size_t i = 0; i < keys.size(); i++)
      for (uint32_t edge = from[i]; edge < from[i + 1]; edge++) back[--back_from[next[edge]]] = i;
  }

  // Whether a player forces an end that is worth at least so much to him.
  bool forces(int player, int least) const {
    std::vector<uint32_t> left(keys.size()), queue;
    std::vector<bool> won(keys.size());
    for (size_t i = 0; i < keys.size(); i++) {
      left[i] = mover[i] == player ? 1 : from[i + 1] - from[i];
      if (over[i] && (player == 0 ? worth[i] : -worth[i]) >= least) {
        won[i] = true;
        queue.push_back(i);
      }
    }
    for (size_t head = 0; head < queue.size() && !won[0]; head++)
      for (uint32_t edge = back_from[queue[head]]; edge < back_from[queue[head] + 1]; edge++) {
        uint32_t before = back[edge];
        if (!won[before] && --left[before] == 0) {
          won[before] = true;
          queue.push_back(before);
        }
      }
    return won[0];
  }

  // 1, 0 or -1 to player 0; endless play is a draw.
  int outcome() const { return forces(0, 1) ? 1 : forces(1, 1) ? -1 : 0; }
};
