// Who answers requests: the module in a worker, or the program that serves the page.

import { joined } from "./streams.js";

/* global unpacked: start.js gives it, where the page holds everything. */

/** The module is packed into the page; it is unpacked and compiled once, for all workers. */
let module = null;
const compiled = () => (module ??= unpacked("module").arrayBuffer().then((parts) => WebAssembly.compile(joined(new Uint8Array(parts)))));

let script = null;
function workerAddress() {
  const text = JSON.parse(document.getElementById("worker").textContent);
  return (script ??= URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
}

export class Stopped extends Error {}

/** A worker of its own. Requests wait for each other; `stop` ends the one that runs and all that wait. */
class Module {
  constructor() {
    this.waiting = new Map();
    this.last = 0;
    this.worker = null;
  }

  async ready() {
    if (this.worker) return this.worker;
    const wasm = await compiled();
    if (!this.worker) {
      this.worker = new Worker(workerAddress());
      this.worker.postMessage({ module: wasm });
      this.worker.onmessage = ({ data }) => this.done(data.id, data.answer);
      this.worker.onerror = (event) => this.fail(new Error(event.message || "the worker has ended"));
    }
    return this.worker;
  }

  async call(request, fresh = false) {
    const worker = await this.ready();
    if (worker !== this.worker) throw new Stopped("stopped");
    return new Promise((resolve, reject) => {
      const id = ++this.last;
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, request, fresh });
    });
  }

  done(id, answer) {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (!waiting) return;
    if (answer.error !== undefined) waiting.reject(new Error(answer.error));
    else waiting.resolve(answer.ok);
  }

  fail(why) {
    this.worker?.terminate();
    this.worker = null;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const each of all) each.reject(why);
  }

  /** Somebody waits for an answer. */
  get busy() {
    return this.waiting.size > 0;
  }

  stop() {
    this.fail(new Stopped("stopped"));
  }
}

/** The program behind `zug serve`: it ends a search when nobody waits for its answer any more. */
class Program {
  constructor() {
    this.running = new AbortController();
    this.waiting = 0;
  }

  async call(request) {
    const { signal } = this.running;
    this.waiting++;
    try {
      const response = await fetch("call", { method: "POST", body: JSON.stringify(request), signal });
      const answer = await response.json();
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.ok;
    } catch (error) {
      if (signal.aborted) throw new Stopped("stopped");
      throw error;
    } finally {
      this.waiting--;
    }
  }

  get busy() {
    return this.waiting > 0;
  }

  stop() {
    this.running.abort();
    this.running = new AbortController();
  }
}

export const served = document.documentElement.hasAttribute("data-served");

export const engine = () => (served ? new Program() : new Module());
