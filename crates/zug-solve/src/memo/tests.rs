//! Properties that hold for every kind of table.

use super::*;
use crate::tracer::Window;

const WINDOW: Window = Window { alpha: -2, beta: 3 };

fn plan() -> EntryLayout {
    EntryLayout::new(20, (-8, 8)).unwrap()
}

/// One table of each kind.
fn tables(bytes: u64) -> Vec<TranspositionTable<[u64; 1]>> {
    let packed = PackedTable::new(plan(), bytes).map(TranspositionTable::Packed);
    let shared = TranspositionTable::Shared(
        (0..1 << LOCKS).map(|_| Mutex::new(FullKeyTable::new(bytes >> LOCKS, None))).collect(),
    );
    packed.into_iter().chain([TranspositionTable::FullKey(FullKeyTable::new(bytes, None)), shared]).collect()
}

/// The slot of a key.
fn slot(memo: &OpenTable<'_, [u64; 1]>, key: u64, colour_swapped: bool) -> Slot<[u64; 1]> {
    let mixed = match memo {
        OpenTable::Packed(open) => open.mixed(key),
        _ => mixed_hash(&[key], 0),
    };
    Slot { canonical: CanonicalForm { key: [key], colour_swapped }, mixed }
}

fn bounds(bounds: Bounds) -> (Value, Value) {
    (bounds.lower(), bounds.upper())
}

#[test]
fn only_a_result_inside_the_window_is_a_value() {
    for (value, expected) in [(1, (1, 1)), (-2, (Value::MIN, -2)), (3, (3, Value::MAX))] {
        for mut table in tables(1 << 20) {
            let mut memo = table.open();
            let place = slot(&memo, 7, false);
            memo.store(&place, value, WINDOW, None, 1);
            assert_eq!(bounds(memo.probe(&place)), expected);
            assert_eq!(memo.probe(&slot(&memo, 8, false)), Bounds::NOTHING);
        }
    }
}

#[test]
fn a_bound_is_turned_round_where_the_players_are_exchanged() {
    for mut table in tables(1 << 20) {
        let mut memo = table.open();
        let [stands, colour_swapped] = [false, true].map(|colour_swapped| slot(&memo, 7, colour_swapped));
        memo.store(&colour_swapped, 3, WINDOW, None, 1);
        assert_eq!(bounds(memo.probe(&stands)), (Value::MIN, -3));
        assert_eq!(bounds(memo.probe(&colour_swapped)), (3, Value::MAX));
    }
}

#[test]
fn bounds_of_one_position_meet() {
    for mut table in tables(1 << 20) {
        let mut memo = table.open();
        let place = slot(&memo, 7, false);
        memo.store(&place, 3, WINDOW, Some(4), 1);
        memo.store(&place, 5, Window { alpha: 5, beta: 9 }, None, 1);
        assert_eq!(bounds(memo.probe(&place)), (3, 5));
        assert_eq!(memo.probe(&place).best(), Some(4));
    }
}

#[test]
fn values_too_large_for_an_entry_stay_sound() {
    for value in [1 << 40, -(1 << 40), 1 << 23, -(1 << 23), 8_388_606, -8_388_606, 9, 8, -8, -9] {
        for mut table in tables(1 << 20) {
            let mut memo = table.open();
            let place = slot(&memo, 7, false);
            memo.store(&place, value, Window::OPEN, Some(1 << 20), 1);
            let (lower, upper) = bounds(memo.probe(&place));
            assert!(lower <= value && value <= upper, "{value}: {lower} {upper}");
            assert!(lower != upper || lower == value, "{value}: {lower} {upper}");
            assert_eq!(memo.probe(&place).best(), None);
        }
    }
}

/// The last value that a bound of so many bits stands for, and the first one beyond.
#[test]
fn values_at_the_edge_of_an_entry_come_back_and_those_beyond_become_weaker() {
    for (range, least, most) in
        [((-8, 8), -8, 22), ((0, 0), 0, 0), ((-1, 1), -1, 1), ((-1, 2), -1, 5), ((0, 30), 0, 30)]
    {
        let mut table = TranspositionTable::Packed(
            PackedTable::new(EntryLayout::new(20, range).unwrap(), 1 << 20).unwrap(),
        );
        let mut memo = table.open();
        let mut stored = |key, value| {
            let place = slot(&memo, key, false);
            memo.store(&place, value, Window::OPEN, None, 1);
            bounds(memo.probe(&place))
        };
        assert_eq!(stored(1, most), (most, most), "{range:?}");
        assert_eq!(stored(2, least), (least, least), "{range:?}");
        for beyond in 1..5 {
            assert_eq!(stored(2 * beyond as u64 + 1, most + beyond), (most, Value::MAX), "{range:?}");
            assert_eq!(stored(2 * beyond as u64 + 2, least - beyond), (Value::MIN, least), "{range:?}");
        }
    }
}

#[test]
fn a_growing_table_keeps_what_it_holds() {
    for mut table in tables(1 << 24) {
        let mut memo = table.open();
        let begin = memo.bytes();
        let value = |key: u64| key as Value % 9;
        for key in 0..20_000 {
            memo.store(&slot(&memo, key, false), value(key), Window::OPEN, None, 1);
            if memo.is_crowded() {
                memo.grow();
            }
        }
        // A shared table is divided into 256: each part holds few entries and need not grow.
        assert!(memo.bytes() > begin || matches!(memo, OpenTable::Shared(_)));
        let bounds = |key| memo.probe(&slot(&memo, key, false));
        let held = (0..20_000).filter(|&key| bounds(key) != Bounds::NOTHING).count();
        assert!(held > 18_000, "{held}");
        assert!((0..20_000).all(|key| [Value::MIN, value(key)].contains(&bounds(key).lower())));
        assert!((20_000..1 << 20).all(|key| bounds(key) == Bounds::NOTHING));
    }
}

#[test]
fn a_full_table_gives_up_what_took_the_least_work() {
    let mut table = TranspositionTable::<[u64; 1]>::Packed(PackedTable::new(plan(), 1 << 15).unwrap());
    let mut memo = table.open();
    for key in 0..40_000 {
        memo.store(&slot(&memo, key, false), 1, Window::OPEN, None, if key % 64 == 0 { 1_000 } else { 1 });
        assert!(memo.bytes() <= 1 << 15);
    }
    let held = |step: usize| {
        let keys = (0..40_000).step_by(step);
        keys.filter(|&key| memo.probe(&slot(&memo, key, false)) != Bounds::NOTHING).count()
    };
    assert!(held(64) > 500, "{}", held(64));
    assert!(held(1) <= 4_096, "{}", held(1));
}

#[test]
fn a_table_without_room_holds_nothing() {
    assert!(PackedTable::new(plan(), 3).is_none());
    let mut table = TranspositionTable::<[u64; 1]>::FullKey(FullKeyTable::new(3, None));
    let mut memo = table.open();
    let place = slot(&memo, 7, false);
    memo.store(&place, 1, WINDOW, None, 1);
    assert_eq!(memo.probe(&place), Bounds::NOTHING);
    assert_eq!(memo.bytes(), 0);
}

#[test]
fn a_table_grows_only_where_the_process_has_room_for_the_new_one_beside_the_old() {
    let filled = |most| {
        let process = ProcessMemory { most, now: || Some(1 << 20) };
        let mut table = TranspositionTable::FullKey(FullKeyTable::new(1 << 30, Some(process)));
        let mut memo = table.open();
        for key in 0..100_000 {
            let slot = slot(&memo, key, false);
            memo.store(&slot, 1, WINDOW, None, 1);
        }
        memo.bytes()
    };
    assert_eq!(filled((1 << 20) + (1 << 18)), 1 << 18);
    assert_eq!(filled((1 << 20) + (1 << 19)), 1 << 19);
    assert!(filled(1 << 30) > 1 << 20);
}

#[test]
fn numbers_are_mixed_without_a_loss() {
    for bits in [16, 17, 19] {
        let plan = EntryLayout::new(bits, (-1, 1)).unwrap();
        let mut seen = vec![false; 1 << bits];
        for number in 0..1 << bits {
            let mixed = plan.mixed(number) as usize;
            assert!(!std::mem::replace(&mut seen[mixed], true), "{bits} bits: {number}");
        }
    }
}

#[test]
fn an_entry_is_planned_only_where_it_fits_into_a_word() {
    assert!(EntryLayout::new(62, (-1, 1)).is_some());
    assert!(EntryLayout::new(63, (-1, 1)).is_none());
    assert!(EntryLayout::new(30, (-(1 << 22), 1 << 22)).is_none());
    assert!(EntryLayout::new(30, (Value::MIN, Value::MAX)).is_none());
    assert!(EntryLayout::new(0, (0, 0)).is_some());
}

/// A best move whose number does not fit is forgotten, and changes nothing beside it.
#[test]
fn a_best_move_at_the_edge_of_its_field_is_kept_or_forgotten() {
    for mut table in tables(1 << 24) {
        let mut memo = table.open();
        let most = if matches!(memo, OpenTable::Packed(_)) { 31 } else { 1_023 };
        for best in [0, 1, 30, 31, 32, 33, 1_022, 1_023, 1_024, 1_025, 65_534, 65_535, 65_536, 100_000] {
            let place = slot(&memo, best as u64, false);
            memo.store(&place, -3, Window::OPEN, Some(best), 1);
            let found = memo.probe(&place);
            assert_eq!(bounds(found), (-3, -3), "{best}");
            assert_eq!(found.best(), Some(best).filter(|best| *best < most), "{best}");
        }
    }
}
