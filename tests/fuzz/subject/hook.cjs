/**
 * Loaded into the program before anything else (`node --require`): reports the heap after a collection, of the main
 * thread and of every other thread, when the parent process asks for it, and writes a snapshot of each on request. The
 * program itself has no such interface.
 */
const { BroadcastChannel, isMainThread, threadId } = require('node:worker_threads');
const { readFileSync } = require('node:fs');
const path = require('node:path');
const v8 = require('node:v8');

const CHANNEL = 'heap';
/** A thread that is busy does not answer. */
const WAIT_MS = 2_000;
const STRETCH_WAIT_MS = 250;

// The arguments of a thread are there once it runs.
const roleOf = () => (isMainThread ? 'main' : path.basename(String(process.argv[1])));

/** V8 keeps what it compiled for a function until so many collections after its last execution, and finalizers run. */
const COLLECTIONS = 12;

function measure() {
  for (let i = 0; i < COLLECTIONS; i++) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  const { code_and_metadata_size: machineCode, bytecode_and_metadata_size: bytecode } = v8.getHeapCodeStatistics();
  return { threadId, role: roleOf(), data: heapUsed + external - machineCode - bytecode, code: machineCode + bytecode };
}

/** Writes `<prefix>-<role>-<thread>.heapsnapshot`; the thread does nothing else meanwhile. */
const snapshot = (prefix) => v8.writeHeapSnapshot(`${prefix}-${roleOf()}-${threadId}.heapsnapshot`);

/** Processor time of this thread in milliseconds; elsewhere than on Linux, of the whole process. */
function threadTime() {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

/** Longest stretch without a turn of the event loop, since the last question for it. The first one begins the watch. */
const stretch = { timer: undefined, longest: 0, last: 0 };
const HEARTBEAT_MS = 5;

function beat() {
  const now = threadTime();
  stretch.longest = Math.max(stretch.longest, now - stretch.last);
  stretch.last = now;
}

function takeStretch() {
  if (stretch.timer) beat();
  else {
    stretch.timer = setInterval(beat, HEARTBEAT_MS).unref();
    stretch.last = threadTime();
  }
  const ms = stretch.longest;
  stretch.longest = 0;
  return { threadId, role: roleOf(), ms };
}

/** Keeps the thread busy. */
function occupy(ms) {
  for (const until = threadTime() + ms; threadTime() < until;);
}

const channel = new BroadcastChannel(CHANNEL);
channel.unref();

if (isMainThread) {
  process.on('message', ({ ask, prefix, ms }) => {
    if (ask === 'occupy') {
      occupy(ms);
      setTimeout(() => process.send({}), 2 * HEARTBEAT_MS);
    }
    if (ask === 'stretches') {
      const threads = [takeStretch()];
      channel.onmessage = ({ data }) => data.threadId !== undefined && threads.push(data);
      channel.postMessage({ ask });
      setTimeout(() => process.send({ stretches: threads }), STRETCH_WAIT_MS);
    }
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
    if (data.ask === 'stretches') channel.postMessage(takeStretch());
    if (data.ask === 'snapshot') snapshot(data.prefix);
  };
}
