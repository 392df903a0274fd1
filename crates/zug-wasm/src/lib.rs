//! Zug for a page: what [`zug_playground`] answers, as functions of a WebAssembly module. For other
//! targets nothing is here.
//!
//! A host writes a request into memory that [`zug_alloc`] gave it and calls [`zug_call`], which
//! takes that memory; the result is the place and the length of the answer, which the host gives
//! back to [`zug_free`]. The host lends a clock and hears of a panic, after which it must make a
//! new instance. One thread calls, one call at a time.
//!
//! `unsafe` is here because memory is passed by address. What it rests on: an address and a length
//! come from [`zug_alloc`] or [`zug_call`] and are given back once.
#![cfg(target_family = "wasm")]
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::sync::Once;
use std::time::Duration;
use zug::answer::clock;
use zug_playground::{Host, Playground};

/// The most that tables may take: a module has 1 GiB at most, and other things are in it too.
const MEMORY: u64 = 640 << 20;
/// The longest time for an answer.
const TIME: Duration = Duration::from_secs(3600);

#[link(wasm_import_module = "zug")]
unsafe extern "C" {
    /// Milliseconds since some moment, always the same.
    safe fn now() -> f64;
    /// Hears the message of a panic.
    fn panicked(message: *const u8, length: usize);
}

thread_local! {
    static PLAYGROUND: RefCell<Playground> = RefCell::new(Playground::new(host()));
}

fn host() -> Host {
    Host { memory: MEMORY, time: TIME, stop: Default::default(), keeps: true }
}

fn prepare() {
    static PREPARED: Once = Once::new();
    PREPARED.call_once(|| {
        clock::set(|| Duration::from_secs_f64(now().max(0.0) / 1000.0));
        std::panic::set_hook(Box::new(|info| {
            let message = info.to_string();
            // SAFETY: the host reads so many bytes at that address, now.
            unsafe { panicked(message.as_ptr(), message.len()) }
        }));
    });
}

/// Memory for so many bytes of a request.
#[unsafe(no_mangle)]
pub extern "C" fn zug_alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Takes memory back.
///
/// # Safety
/// The address and the length are of one [`zug_alloc`] or [`zug_call`], given back for the first
/// time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zug_free(place: *mut u8, length: usize) {
    // SAFETY: as the caller promises; both functions make boxed slices of bytes.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(place, length)) });
}

/// Answers a request, UTF-8 in memory of [`zug_alloc`], which is taken. The result has the address
/// of the answer in its high half and the length in its low half.
///
/// # Safety
/// The address and the length are of one [`zug_alloc`], not given back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zug_call(place: *mut u8, length: usize) -> u64 {
    prepare();
    // SAFETY: as the caller promises.
    let request = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(place, length)) };
    let request = String::from_utf8_lossy(&request);
    let answer = PLAYGROUND.with_borrow_mut(|playground| playground.call(&request));
    let answer = answer.into_bytes().into_boxed_slice();
    let length = answer.len() as u64;
    let place = Box::into_raw(answer).cast::<u8>();
    ((place as usize as u64) << 32) | length
}
