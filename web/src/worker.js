// Runs the module in a thread of its own. A request is answered in the order in which it comes; whoever wants to stop one ends the thread.

let compiled = null;
let instance = null;
let message = "";

function bytes(place, length) {
  return new Uint8Array(instance.exports.memory.buffer, place, length);
}

function start() {
  message = "";
  instance = new WebAssembly.Instance(compiled, {
    zug: {
      now: () => performance.now(),
      panicked: (place, length) => { message = new TextDecoder().decode(bytes(place >>> 0, length)); },
    },
  });
}

function call(request) {
  const { zug_alloc, zug_call, zug_free } = instance.exports;
  const text = new TextEncoder().encode(JSON.stringify(request));
  const place = zug_alloc(text.length) >>> 0;
  bytes(place, text.length).set(text);
  const packed = BigInt.asUintN(64, zug_call(place, text.length));
  const [at, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
  const answer = new TextDecoder().decode(bytes(at, length));
  zug_free(at, length);
  return JSON.parse(answer);
}

/** After a panic nothing of an instance can be used again. */
function guarded(request) {
  try {
    return call(request);
  } catch (error) {
    const why = message || (error instanceof RangeError ? "this nests or plays too deep for the page" : error.message);
    start();
    return { error: `Zug could not answer: ${why}` };
  }
}

self.onmessage = ({ data }) => {
  if (data.module) {
    compiled = data.module;
    start();
  } else {
    // What was found about a game is never given back, so another game begins in a new instance.
    if (data.fresh) start();
    self.postMessage({ id: data.id, answer: guarded(data.request) });
  }
};
