//! What every table promises, asked of each.

use super::*;
use crate::tracer::Window;

const WINDOW: Window = Window { alpha: -2, beta: 3 };

fn plan() -> Plan {
    Plan::new(20, (-8, 8)).unwrap()
}

/// A table of each kind.
fn tables(bytes: u64) -> Vec<Table<[u64; 1]>> {
    let slim = Slim::new(plan(), bytes).map(Table::Slim);
    let shared = Table::Shared((0..1 << LOCKS).map(|_| Mutex::new(Whole::new(bytes >> LOCKS))).collect());
    slim.into_iter().chain([Table::Whole(Whole::new(bytes)), shared]).collect()
}

/// Where a key belongs.
fn filed(memo: &Memo<'_, [u64; 1]>, key: u64, exchanged: bool) -> Filed<[u64; 1]> {
    let mixed = match memo {
        Memo::Slim(open) => open.mixed(key),
        _ => whole::mixed(&[key]),
    };
    Filed { class: Class { key: [key], exchanged }, mixed }
}

fn bounds(known: Known) -> (Value, Value) {
    (known.low(), known.high())
}

#[test]
fn only_a_result_inside_the_window_is_a_value() {
    for (value, expected) in [(1, (1, 1)), (-2, (Value::MIN, -2)), (3, (3, Value::MAX))] {
        for mut table in tables(1 << 20) {
            let mut memo = table.open();
            let place = filed(&memo, 7, false);
            memo.keep(&place, value, WINDOW, None, 1);
            assert_eq!(bounds(memo.known(&place)), expected);
            assert_eq!(memo.known(&filed(&memo, 8, false)), Known::NOTHING);
        }
    }
}

#[test]
fn a_bound_is_turned_round_where_the_players_are_exchanged() {
    for mut table in tables(1 << 20) {
        let mut memo = table.open();
        let [stands, exchanged] = [false, true].map(|exchanged| filed(&memo, 7, exchanged));
        memo.keep(&exchanged, 3, WINDOW, None, 1);
        assert_eq!(bounds(memo.known(&stands)), (Value::MIN, -3));
        assert_eq!(bounds(memo.known(&exchanged)), (3, Value::MAX));
    }
}

#[test]
fn bounds_of_one_position_meet() {
    for mut table in tables(1 << 20) {
        let mut memo = table.open();
        let place = filed(&memo, 7, false);
        memo.keep(&place, 3, WINDOW, Some(4), 1);
        memo.keep(&place, 5, Window { alpha: 5, beta: 9 }, None, 1);
        assert_eq!(bounds(memo.known(&place)), (3, 5));
        assert_eq!(memo.known(&place).best(), Some(4));
    }
}

#[test]
fn values_too_large_for_an_entry_stay_sound() {
    for value in [1 << 40, -(1 << 40), 1 << 23, -(1 << 23), 8_388_606, -8_388_606, 9, 8, -8, -9] {
        for mut table in tables(1 << 20) {
            let mut memo = table.open();
            let place = filed(&memo, 7, false);
            memo.keep(&place, value, Window::OPEN, Some(1 << 20), 1);
            let (low, high) = bounds(memo.known(&place));
            assert!(low <= value && value <= high, "{value}: {low} {high}");
            assert!(low != high || low == value, "{value}: {low} {high}");
            assert_eq!(memo.known(&place).best(), None);
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
            memo.keep(&filed(&memo, key, false), value(key), Window::OPEN, None, 1);
            if memo.is_crowded() {
                memo.grow();
            }
        }
        // Each of those with locks holds few.
        assert!(memo.bytes() > begin || matches!(memo, Memo::Shared(_)));
        let known = |key| memo.known(&filed(&memo, key, false));
        let held = (0..20_000).filter(|&key| known(key) != Known::NOTHING).count();
        assert!(held > 18_000, "{held}");
        assert!((0..20_000).all(|key| [Value::MIN, value(key)].contains(&known(key).low())));
        assert!((20_000..1 << 20).all(|key| known(key) == Known::NOTHING));
    }
}

#[test]
fn a_full_table_gives_up_what_took_the_least_work() {
    let mut table = Table::<[u64; 1]>::Slim(Slim::new(plan(), 1 << 15).unwrap());
    let mut memo = table.open();
    for key in 0..40_000 {
        memo.keep(&filed(&memo, key, false), 1, Window::OPEN, None, if key % 64 == 0 { 1_000 } else { 1 });
        assert!(memo.bytes() <= 1 << 15);
    }
    let held = |step: usize| {
        let keys = (0..40_000).step_by(step);
        keys.filter(|&key| memo.known(&filed(&memo, key, false)) != Known::NOTHING).count()
    };
    assert!(held(64) > 500, "{}", held(64));
    assert!(held(1) <= 4_096, "{}", held(1));
}

#[test]
fn a_table_without_room_holds_nothing() {
    assert!(Slim::new(plan(), 3).is_none());
    let mut table = Table::<[u64; 1]>::Whole(Whole::new(3));
    let mut memo = table.open();
    let place = filed(&memo, 7, false);
    memo.keep(&place, 1, WINDOW, None, 1);
    assert_eq!(memo.known(&place), Known::NOTHING);
    assert_eq!(memo.bytes(), 0);
}

#[test]
fn numbers_are_mixed_without_a_loss() {
    for bits in [16, 17, 19] {
        let plan = Plan::new(bits, (-1, 1)).unwrap();
        let mut seen = vec![false; 1 << bits];
        for number in 0..1 << bits {
            let mixed = plan.mixed(number) as usize;
            assert!(!std::mem::replace(&mut seen[mixed], true), "{bits} bits: {number}");
        }
    }
}

#[test]
fn an_entry_is_planned_only_where_it_fits_into_a_word() {
    assert!(Plan::new(62, (-1, 1)).is_some());
    assert!(Plan::new(63, (-1, 1)).is_none());
    assert!(Plan::new(30, (-(1 << 22), 1 << 22)).is_none());
    assert!(Plan::new(30, (Value::MIN, Value::MAX)).is_none());
    assert!(Plan::new(0, (0, 0)).is_some());
}
