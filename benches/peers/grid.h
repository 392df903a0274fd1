// A grid of at most 64 cells as bits, cell (x, y) from 0 being bit x + width * y, and its symmetries.
#pragma once
#include "table.h"
#include <algorithm>
#include <array>

struct Grid {
  int width, height, cells;
  u64 all = 0, left = 0, right = 0;  // left: all but the western column, from where a step west leads
  std::vector<std::vector<std::array<u64, 256>>> turns;  // of each symmetry, for each eight bits, where they go

  Grid(int width, int height) : width(width), height(height), cells(width * height) {
    for (int cell = 0; cell < cells; cell++) {
      all |= 1ULL << cell;
      if (cell % width > 0) left |= 1ULL << cell;
      if (cell % width < width - 1) right |= 1ULL << cell;
    }
  }

  u64 near(u64 set) const {
    return ((set & right) << 1 | (set & left) >> 1 | set << width | set >> width) & all;
  }

  u64 near8(u64 set) const {
    u64 row = set | (set & right) << 1 | (set & left) >> 1;
    return (row | row << width | row >> width) & all & ~set;
  }

  // All that hangs together with `seed` inside `set`.
  u64 reach(u64 seed, u64 set) const {
    for (u64 old = 0; seed != old;) {
      old = seed;
      seed |= near(seed) & set;
    }
    return seed;
  }

  // Where symmetry `number` takes a cell: mirrored, upside down, and with x and y exchanged.
  int image(int number, int cell) const {
    int x = cell % width, y = cell / width;
    if (number & 1) x = width - 1 - x;
    if (number & 2) y = height - 1 - y;
    return number & 4 ? y + width * x : x + width * y;
  }

  // Those symmetries that keep a set as it is become usable.
  void prepare(u64 keep) {
    for (int number = 1; number < (width == height ? 8 : 4); number++) {
      u64 kept = 0;
      for (int cell = 0; cell < cells; cell++)
        if (keep >> cell & 1) kept |= 1ULL << image(number, cell);
      if (kept == keep) add(number);
    }
  }
  void prepare() { prepare(all); }

  void add(int number) {
    std::vector<std::array<u64, 256>> turn((cells + 7) / 8);
    for (size_t part = 0; part < turn.size(); part++)
      for (int byte = 0; byte < 256; byte++) {
        u64 there = 0;
        for (int bit = 0; bit < 8; bit++)
          if (byte >> bit & 1 && int(part) * 8 + bit < cells) there |= 1ULL << image(number, part * 8 + bit);
        turn[part][byte] = there;
      }
    turns.push_back(turn);
  }

  static u64 turned(const std::vector<std::array<u64, 256>> &turn, u64 set) {
    u64 there = 0;
    for (size_t part = 0; part < turn.size(); part++) there |= turn[part][set >> part * 8 & 255];
    return there;
  }

  // The least image of one set.
  u64 least(u64 set) const {
    u64 best = set;
    for (auto &turn : turns) best = std::min(best, turned(turn, set));
    return best;
  }

  // The least image of two sets as one key: both side by side, or on more than 32 cells a number of 64 bits that both mix into.
  u64 least(u64 one, u64 other) const {
    if (cells > 32) {
      std::pair<u64, u64> best{one, other};
      for (auto &turn : turns) best = std::min(best, {turned(turn, one), turned(turn, other)});
      return mixed(mixed(best.first) + 3 * best.second);
    }
    u64 best = one | other << 32;
    for (auto &turn : turns) best = std::min(best, turned(turn, one) | turned(turn, other) << 32);
    return best;
  }

  // All straight rows of k cells.
  std::vector<u64> lines(int k) const {
    std::vector<u64> found;
    const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int cell = 0; cell < cells; cell++)
      for (auto &way : ways) {
        int x = cell % width, y = cell / width, endx = x + way[0] * (k - 1), endy = y + way[1] * (k - 1);
        if (endx >= width || endy >= height || endy < 0) continue;
        u64 line = 0;
        for (int i = 0; i < k; i++) line |= 1ULL << (x + way[0] * i + width * (y + way[1] * i));
        found.push_back(line);
      }
    return found;
  }
};
