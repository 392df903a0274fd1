//! Rounds: in each, every worker sends bytes to every other, and goes on when it has what all of
//! them sent. A dataflow of timely carries them, one timestamp a round.

use super::failure;
use super::stream::{Lost, WatchedStream};
use super::wire;
use crate::error::{DatabaseError, Result};
use serde_bytes::ByteBuf;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};
use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::{Allocator, Hooks};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;
use zug_solve::Limits;

/// From one look at the clock and at the other workers to the next.
const PAUSE: Duration = Duration::from_millis(20);
/// How long a worker that ends waits until the others know why.
const FAREWELL: Duration = Duration::from_secs(2);

/// What one worker sends to one in a round: to whom, from whom, the round, and the bytes.
type RoundBlock = (u64, u64, u64, ByteBuf);

/// Nothing more comes from this worker in this exchange.
const LAST: u8 = 0;
/// More comes.
const MORE: u8 = 1;
/// The worker ends, or gives up what all are doing.
const FAILURE: u8 = 2;

/// What all workers sent to one.
#[derive(Debug)]
pub(crate) struct Received {
    /// By sender.
    pub(crate) bytes: Vec<Vec<u8>>,
    /// Whether the sender has more to send.
    pub(crate) more: Vec<bool>,
}

impl Received {
    /// Whether one of them has more to send.
    pub(crate) fn any_more(&self) -> bool {
        self.more.contains(&true)
    }
}

/// The rounds of a worker.
pub(crate) struct Rounds {
    index: usize,
    workers: usize,
    worker: Worker,
    input: InputHandle<u64, CapacityContainerBuilder<Vec<RoundBlock>>>,
    probe: ProbeHandle<u64>,
    inbox: Rc<RefCell<Vec<RoundBlock>>>,
    round: u64,
    limits: Limits,
    lost: Arc<Lost>,
    guard: CommsGuard,
    /// Whether another worker told why it ends or gives up.
    is_over: bool,
    /// Positions that each has done, as far as it told.
    done: Vec<u64>,
}

impl Rounds {
    /// Of connections with all others.
    pub(crate) fn of(
        index: usize,
        streams: Vec<Option<WatchedStream>>,
        lost: Arc<Lost>,
        limits: &Limits,
    ) -> Result<Rounds> {
        let workers = streams.len();
        let hooks = Hooks::default();
        let own = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
        let failed = |text: String| DatabaseError::Worker { worker: index, text, is_limit: false };
        let (mut builders, guard) = initialize_networking_from_sockets(own, streams, index, 1, hooks)
            .map_err(|error| failed(error.to_string()))?;
        let builder = builders.pop().ok_or_else(|| failed("it has no connection".into()))?;
        let mut worker =
            Worker::new(WorkerConfig::default(), Allocator::Tcp(builder.build()), Some(Instant::now()));
        let mut input = InputHandle::new();
        let probe = ProbeHandle::new();
        let inbox = Rc::new(RefCell::new(Vec::new()));
        let arrived = Rc::clone(&inbox);
        worker.dataflow(|scope| {
            scope
                .input_from(&mut input)
                .container::<Vec<RoundBlock>>()
                .unary::<CapacityContainerBuilder<Vec<RoundBlock>>, _, _, _>(
                    Exchange::new(|block: &RoundBlock| block.0),
                    "inbox",
                    |_, _| move |input, _| input.for_each(|_, blocks| arrived.borrow_mut().append(blocks)),
                )
                .probe_with(&probe);
        });
        let limits = limits.clone();
        let done = vec![0; workers];
        Ok(Rounds {
            index,
            workers,
            worker,
            input,
            probe,
            inbox,
            round: 0,
            limits,
            lost,
            guard,
            is_over: false,
            done,
        })
    }

    /// The index of this worker.
    pub(crate) fn index(&self) -> usize {
        self.index
    }

    /// How many there are.
    pub(crate) fn workers(&self) -> usize {
        self.workers
    }

    /// Whether this worker has the folder.
    pub(crate) fn leads(&self) -> bool {
        self.index == 0
    }

    /// Notes how many positions this worker has done.
    pub(crate) fn set_done(&mut self, positions: u64) {
        self.done[self.index] = positions;
    }

    /// Positions that this worker has done.
    pub(crate) fn own_done(&self) -> u64 {
        self.done[self.index]
    }

    /// Notes that this worker has done more positions.
    pub(crate) fn add_done(&mut self, positions: u64) {
        self.done[self.index] += positions;
    }

    /// Positions that all have done, as far as is known here.
    pub(crate) fn all_done(&self) -> u64 {
        self.done.iter().fold(0, |all, done| all.saturating_add(*done))
    }

    /// Sends bytes to each worker; gives what each sent. `more` says that this one sends more in
    /// the rounds to come.
    ///
    /// # Errors
    /// A worker is lost, or told why it ends; a limit.
    pub(crate) fn exchange(&mut self, mut out: Vec<Vec<u8>>, more: bool) -> Result<Received> {
        let own = std::mem::take(&mut out[self.index]);
        let head = self.head(if more { MORE } else { LAST });
        self.send(&head, &out);
        self.wait(None)?;
        let mut received =
            Received { bytes: vec![Vec::new(); self.workers], more: vec![false; self.workers] };
        (received.bytes[self.index], received.more[self.index]) = (own, more);
        for (_, from, _, block) in self.arrived() {
            let (status, bytes) = self.opened(from as usize, block.into_vec())?;
            // `opened` has seen that there is such a worker.
            (received.bytes[from as usize], received.more[from as usize]) = (bytes, status == MORE);
        }
        Ok(received)
    }

    /// Sends the same bytes to each worker; gives what each sent.
    ///
    /// # Errors
    /// As those of [`Rounds::exchange`].
    pub(crate) fn share(&mut self, own: &[u8]) -> Result<Vec<Vec<u8>>> {
        self.exchange(vec![own.to_vec(); self.workers], false).map(|received| received.bytes)
    }

    /// What worker 0 says; the bytes of the others do not matter.
    ///
    /// # Errors
    /// As those of [`Rounds::exchange`].
    pub(crate) fn heard(&mut self, own: &[u8]) -> Result<Vec<u8>> {
        let own = if self.leads() { own } else { &[] };
        self.share(own).map(|mut bytes| std::mem::take(&mut bytes[0]))
    }

    /// The number of each worker.
    ///
    /// # Errors
    /// As those of [`Rounds::exchange`].
    pub(crate) fn numbers(&mut self, own: u64) -> Result<Vec<u64>> {
        let mut bytes = Vec::new();
        wire::write(&mut bytes, own);
        self.share(&bytes)?.iter().map(|bytes| wire::read(&mut bytes.as_slice())).collect()
    }

    /// Whether something is so at one of the workers.
    ///
    /// # Errors
    /// As those of [`Rounds::exchange`].
    pub(crate) fn any(&mut self, own: bool) -> Result<bool> {
        self.numbers(own.into()).map(|numbers| numbers.contains(&1))
    }

    /// Lets the others give up what all are doing for a reason that this worker has, in the round
    /// in which they wait for its bytes.
    ///
    /// # Errors
    /// As those of [`Rounds::exchange`].
    pub(crate) fn give_up(&mut self, why: &DatabaseError) -> Result<()> {
        self.send_failure(why);
        self.wait(None)?;
        self.arrived();
        Ok(())
    }

    /// Whether another worker told why it ends or gives up.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Goes on after something was given up.
    pub(crate) fn go_on(&mut self) {
        self.is_over = false;
    }

    /// Lets the others know why this worker ends. One that ends because of another that told tells
    /// it too: who sees it gone may not have heard of the other yet.
    pub(crate) fn fail(mut self, why: &DatabaseError) {
        self.send_failure(why);
        if !self.is_over && !matches!(why, DatabaseError::Lost { .. }) {
            // All there is to wait for is that they know.
            let _ = self.wait(Some(Instant::now() + FAREWELL));
        }
        self.close();
    }

    /// Ends the rounds when all is done.
    pub(crate) fn end(mut self) {
        let head = self.head(LAST);
        self.send(&head, &vec![Vec::new(); self.workers]);
        // Who is gone by now has done all.
        let _ = self.wait(Some(Instant::now() + FAREWELL));
        self.close();
    }

    /// Sends what is to be sent, and that nothing more comes. What reads from the connections ends
    /// with the process.
    fn close(self) {
        let Rounds { mut worker, input, guard, lost, workers, .. } = self;
        worker.step();
        drop(input);
        drop(worker);
        std::mem::forget(guard);
        let until = Instant::now() + FAREWELL;
        while lost.sent() + 1 < workers && Instant::now() < until {
            std::thread::sleep(PAUSE / 10);
        }
    }

    /// What stands before the bytes of a block.
    fn head(&self, status: u8) -> Vec<u8> {
        let mut head = vec![status];
        wire::write(&mut head, self.done[self.index]);
        head
    }

    fn send_failure(&mut self, why: &DatabaseError) {
        let head = self.head(FAILURE);
        let text = failure::encode(why);
        self.send(&head, &vec![text; self.workers]);
    }

    fn send(&mut self, head: &[u8], out: &[Vec<u8>]) {
        for (to, bytes) in out.iter().enumerate().filter(|(to, _)| *to != self.index) {
            let block = [head, bytes].concat();
            self.input.send((to as u64, self.index as u64, self.round, ByteBuf::from(block)));
        }
        self.round += 1;
        self.input.advance_to(self.round);
    }

    /// Waits until all blocks of the round that was sent are here.
    fn wait(&mut self, until: Option<Instant>) -> Result<()> {
        while self.probe.less_than(&self.round) {
            self.worker.step_or_park(Some(PAUSE));
            self.look_for_failure(false)?;
            if let Some(worker) = self.lost.first() {
                self.hear_out();
                self.look_for_failure(true)?;
                if self.probe.less_than(&self.round) {
                    return Err(DatabaseError::Lost { worker });
                }
            }
            match until {
                Some(until) if Instant::now() >= until => break,
                Some(_) => {}
                None => self.limits.look()?,
            }
        }
        Ok(())
    }

    /// Takes in what a worker sent before it was lost, which is here by now.
    fn hear_out(&mut self) {
        (0..16).for_each(|_| {
            self.worker.step();
        });
    }

    /// Whether a worker told why it ends: in this round, or in a later one where it could not wait
    /// for others to end this one.
    fn look_for_failure(&mut self, later: bool) -> Result<()> {
        let first = self.round - 1;
        let is_failure = |block: &&RoundBlock| {
            (block.2 == first || later && block.2 > first) && block.3.first() == Some(&FAILURE)
        };
        let found = self.inbox.borrow().iter().find(is_failure).cloned();
        let Some((_, from, _, block)) = found else { return Ok(()) };
        self.inbox.borrow_mut().retain(|block| block.2 > first);
        self.opened(from as usize, block.into_vec()).map(|_| ())
    }

    /// The blocks of the round; what an earlier one left is dropped.
    fn arrived(&mut self) -> Vec<RoundBlock> {
        let round = self.round - 1;
        let all = std::mem::take(&mut *self.inbox.borrow_mut());
        let (mut now, mut later) = (Vec::new(), Vec::new());
        for block in all {
            match block.2.cmp(&round) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal => now.push(block),
                std::cmp::Ordering::Greater => later.push(block),
            }
        }
        *self.inbox.borrow_mut() = later;
        now
    }

    /// The status and the bytes of a block.
    fn opened(&mut self, from: usize, block: Vec<u8>) -> Result<(u8, Vec<u8>)> {
        if from >= self.workers {
            return Err(DatabaseError::Unfit("a message came from a worker that does not exist"));
        }
        let mut rest = block.as_slice();
        let status = rest.split_off_first().copied().unwrap_or(FAILURE);
        self.done[from] = wire::read(&mut rest)?;
        if status == FAILURE {
            self.is_over = true;
            return Err(failure::decode(from, rest));
        }
        let head = block.len() - rest.len();
        let mut bytes = block;
        bytes.drain(..head);
        Ok((status, bytes))
    }
}
