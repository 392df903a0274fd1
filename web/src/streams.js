// The parts of a module of WebAssembly, each kind in a stream of its own: instructions, numbers of locals, offsets in memory and so on.
// What follows one another in a stream is alike, so that the module packs a tenth smaller.

/** The streams: what is not code; data; and of code the locals that functions declare, instructions, branches, calls, locals that are read
 * and written, offsets of loads and stores, short and long integers of 32 bits, other constants. */
const [REST, DATA, DECLARED, CODE, BRANCH, CALL, READ, WRITTEN, LOAD, STORE, SHORT, LONG, CONSTANT] = Array(13).keys();
const STREAMS = 13;

const I32 = 0x41;
/** Stands for `I32` before an integer of three bytes or more. No instruction has this number. */
const LONG_I32 = 0x06;

/** Walks through a module. `moved` takes the next byte, which is of this stream, from where it comes to where it goes, and gives it; so does
 * `instruction` with that of an instruction. */
function walk({ moved, instruction, more, body, ended }) {
  function number(stream) {
    for (let value = 0, scale = 1; ; scale *= 128) {
      const byte = moved(stream);
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }
  const several = (stream, count) => { while (count-- > 0) moved(stream); };
  const numbers = (stream, count) => { while (count-- > 0) number(stream); };

  /** One instruction with what stands behind it; how much deeper it leads. */
  function step() {
    const code = instruction();
    if (code >= 0x28 && code <= 0x3e) {
      number(CODE);
      number(code < 0x36 ? LOAD : STORE);
    } else if (code === 0x20) number(READ);
    else if (code === 0x21 || code === 0x22) number(WRITTEN);
    else if (code === I32) number(SHORT);
    else if (code === LONG_I32) number(LONG);
    else if (code === 0x42) number(CONSTANT);
    else if (code === 0x43) several(CONSTANT, 4);
    else if (code === 0x44) several(CONSTANT, 8);
    else if (code === 0x10) number(CALL);
    else if (code === 0x11) numbers(CODE, 2);
    else if (code === 0x0c || code === 0x0d) number(BRANCH);
    else if (code === 0x0e) numbers(BRANCH, number(BRANCH) + 1);
    else if (code >= 0x02 && code <= 0x04) return number(CODE), 1;
    else if (code === 0x0b) return -1;
    else if (code === 0x1c) several(CODE, number(CODE));
    else if (code === 0xfc) {
      const more = number(CODE);
      numbers(CODE, more < 8 ? 0 : more < 15 && more % 2 === 0 ? 2 : 1);
    } else if (code === 0x23 || code === 0x24 || code === 0x3f || code === 0x40 || code === 0xd0 || code === 0xd2) number(CODE);
    else if (code > 0x11 && code < 0x1a || code > 0xc4 || code > 0x05 && code < 0x0b) throw new Error(`instruction ${code}`);
    return 0;
  }

  several(REST, 8);
  while (more()) {
    const section = moved(REST), size = number(REST);
    if (section !== 10) several(section === 11 ? DATA : REST, size);
    else for (let count = number(REST); count > 0; count--) {
      body();
      for (let groups = number(DECLARED); groups > 0; groups--) {
        number(DECLARED);
        moved(DECLARED);
      }
      for (let depth = 1; depth > 0; ) depth += step();
      ended();
    }
  }
}

/** A module in streams, behind the size of the module and the sizes of the streams. Sizes of functions are left out: they end where their
 * instructions do. */
export function parted(module) {
  const streams = Array.from({ length: STREAMS }, () => []);
  let at = 0;
  const moved = (stream) => (streams[stream].push(module[at]), module[at++]);
  const skipped = () => { while (module[at++] > 127); };
  walk({
    moved,
    instruction: () => {
      const long = module[at] === I32 && module[at + 1] > 127 && module[at + 2] > 127;
      streams[CODE].push(long ? LONG_I32 : module[at]);
      return long ? (at++, LONG_I32) : module[at++];
    },
    more: () => at < module.length,
    body: skipped,
    ended: () => {},
  });
  const sizes = Uint32Array.of(module.length, ...streams.map((stream) => stream.length));
  return Uint8Array.from([...new Uint8Array(sizes.buffer), ...streams.flat()]);
}

/** The module that was `parted`. */
export function joined(all) {
  const sizes = new Uint32Array(all.slice(0, 4 * (STREAMS + 1)).buffer);
  const module = new Uint8Array(sizes[0]);
  let at = 0, start = 0, first = sizes.byteLength;
  const places = Array.from({ length: STREAMS }, (_, stream) => (first += sizes[stream + 1]) - sizes[stream + 1]);
  const end = places[DATA];
  walk({
    moved: (stream) => (module[at++] = all[places[stream]++]),
    instruction: () => {
      const code = all[places[CODE]++];
      module[at++] = code === LONG_I32 ? I32 : code;
      return code;
    },
    more: () => places[REST] < end,
    body: () => { start = at; },
    ended: () => {
      let size = at - start;
      const written = [];
      for (; size > 127; size >>= 7) written.push((size & 127) | 128);
      written.push(size);
      module.copyWithin(start + written.length, start, at);
      module.set(written, start);
      at += written.length;
    },
  });
  return module;
}
