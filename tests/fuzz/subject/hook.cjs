/**
 * Loaded into the program before anything else (`node --require`): tells the heap after a collection, of the main thread and
 * of every other thread, when the parent process asks for it. The program itself has no such door.
 */
const { BroadcastChannel, isMainThread, threadId } = require('node:worker_threads');
const path = require('node:path');

const CHANNEL = 'heap';
/** A thread that is busy does not answer. */
const WAIT_MS = 2_000;

function measure() {
  // The second one frees what finalizers of the first let go.
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  // The arguments of a thread are there once it runs.
  const role = isMainThread ? 'main' : path.basename(String(process.argv[1]));
  return { threadId, role, heapUsed, external };
}

const channel = new BroadcastChannel(CHANNEL);
channel.unref();

if (isMainThread) {
  process.on('message', ({ ask }) => {
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
  };
}
