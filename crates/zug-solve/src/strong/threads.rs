//! Divides a list among threads; what they make comes back in the order of the list.

use crate::threads::{in_threads, locked};
use std::sync::Mutex;

/// Fewer items than this are not worth a thread.
const FEW: usize = 256;

/// Does work on pieces of a list, one for each thread: each piece with the number of its first
/// item.
pub(super) fn divide<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    work: impl Fn(usize, &[T]) -> R + Sync,
) -> Vec<R> {
    let threads = if items.len() < FEW { 1 } else { threads };
    pieces(threads, items, work)
}

/// Does work on each item of a list that is worth a thread, with so many threads; what they make
/// comes back in the order of the list when all have ended.
pub fn each_in_threads<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let piece = |_: usize, piece: &[T]| piece.iter().map(&work).collect::<Vec<R>>();
    pieces(threads, items, piece).into_iter().flatten().collect()
}

fn pieces<T: Sync, R: Send>(threads: usize, items: &[T], work: impl Fn(usize, &[T]) -> R + Sync) -> Vec<R> {
    if threads <= 1 || items.len() <= 1 {
        return vec![work(0, items)];
    }
    let size = items.len().div_ceil(threads);
    let pieces: Vec<&[T]> = items.chunks(size).collect();
    let made: Vec<Mutex<Option<R>>> = pieces.iter().map(|_| Mutex::new(None)).collect();
    in_threads(pieces.len(), &|number| {
        let result = work(number * size, pieces[number]);
        *locked(&made[number]) = Some(result);
    });
    made.iter().map(|made| locked(made).take().expect("each thread has done its piece")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_back_in_order_whatever_the_number_of_threads() {
        let items: Vec<usize> = (0..1000).collect();
        for threads in [1, 2, 3, 7, 1000] {
            let made = divide(threads, &items, |first, piece| {
                assert_eq!(piece[0], first);
                piece.to_vec()
            });
            assert_eq!(made.concat(), items, "{threads}");
        }
    }
}
