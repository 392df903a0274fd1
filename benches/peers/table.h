// A table of positions by exact keys, which grows while it is filled; from `CAP` slots on, new ones take the place of old ones.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

typedef uint64_t u64;

inline u64 mixed(u64 x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ULL;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ULL;
  return x ^ x >> 32;
}

inline int bits(u64 x) { return __builtin_popcountll(x); }
inline int first(u64 x) { return __builtin_ctzll(x); }

// Bounds of the value of a position and the move that was best.
struct Entry {
  u64 key;  // 0: free
  int8_t low, high;
  uint8_t best;
};

struct Table {
  static const size_t CAP = size_t(1) << 24;
  std::vector<Entry> slots = std::vector<Entry>(size_t(1) << 12);
  size_t used = 0;

  // Where a position is, or where it may be put.
  Entry &slot(u64 key) {
    size_t mask = slots.size() - 1, at = mixed(key) & mask;
    for (int probe = 0; probe < 8; probe++) {
      Entry &entry = slots[(at + probe) & mask];
      if (entry.key == key || entry.key == 0) return entry;
    }
    return slots[at];
  }

  // The entry of a position, or none.
  Entry *find(u64 key) {
    Entry &entry = slot(++key);
    return entry.key == key ? &entry : nullptr;
  }

  void put(u64 key, int low, int high, int best = 0) {
    if (used * 2 > slots.size() && slots.size() < CAP) grow();
    Entry &entry = slot(++key);
    used += entry.key == 0;
    entry = {key, int8_t(low), int8_t(high), uint8_t(best)};
  }

  void grow() {
    std::vector<Entry> old(slots.size() * 2);
    old.swap(slots);
    used = 0;
    for (Entry &entry : old)
      if (entry.key) {
        Entry &to = slot(entry.key);
        used += to.key == 0;
        to = entry;
      }
  }
};

// The answer as the benchmark reads it.
inline int answer(const std::string &value, u64 nodes) {
  printf("%s %llu\n", value.c_str(), (unsigned long long)nodes);
  return 0;
}

// A difference of points as a value.
inline std::string points(int lead, const char *one, const char *other) {
  if (lead == 0) return "draw";
  return std::to_string(abs(lead)) + " to " + (lead > 0 ? one : other);
}
