/**
 * Loaded into the program before anything else (`node --require`): reports the heap after a collection, of the main
 * thread and of every other thread, when the parent process asks for it, and writes a snapshot of each on request. The
 * program itself has no such interface.
 */
const { BroadcastChannel, isMainThread, threadId } = require('node:worker_threads');
const path = require('node:path');
const v8 = require('node:v8');

const CHANNEL = 'heap';
/** A thread that is busy does not answer. */
const WAIT_MS = 2_000;

// The arguments of a thread are there once it runs.
const roleOf = () => (isMainThread ? 'main' : path.basename(String(process.argv[1])));

function measure() {
  // The second one frees what finalizers of the first let go.
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  const { code_and_metadata_size: machineCode, bytecode_and_metadata_size: bytecode } = v8.getHeapCodeStatistics();
  return { threadId, role: roleOf(), data: heapUsed + external - machineCode - bytecode, code: machineCode + bytecode };
}

/** Writes `<prefix>-<role>-<thread>.heapsnapshot`; the thread does nothing else meanwhile. */
const snapshot = (prefix) => v8.writeHeapSnapshot(`${prefix}-${roleOf()}-${threadId}.heapsnapshot`);

const channel = new BroadcastChannel(CHANNEL);
channel.unref();

if (isMainThread) {
  process.on('message', ({ ask, prefix }) => {
    if (ask === 'snapshot') {
      channel.postMessage({ ask, prefix });
      process.send({ snapshot: snapshot(prefix) });
    }
    if (ask !== 'heap') return;
    const threads = [];
    channel.onmessage = ({ data }) => data.threadId !== undefined && threads.push(data);
    channel.postMessage({ ask });
    setTimeout(() => {
      process.send({ heap: [measure(), ...threads], rss: process.memoryUsage.rss() });
    }, WAIT_MS);
  });
  process.channel.unref();
  // Whoever has started the program is gone.
  process.on('disconnect', () => process.exit(1));
} else {
  channel.onmessage = ({ data }) => {
    if (data.ask === 'heap') channel.postMessage(measure());
    if (data.ask === 'snapshot') snapshot(data.prefix);
  };
}
