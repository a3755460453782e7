/**
 * CPU time of test files, for `OWLGATE_TEST_COSTS=FILE npm test`: a line per file with milliseconds (user and system),
 * kind and path. A file's CPU time is that of its worker, of ended programs that it started, and of the shared Dgraph.
 */
const { appendFileSync, readFileSync, readdirSync } = require('node:fs');

const TICK_MS = 10;

/** Returns the CPU milliseconds of a process and of its ended children; 0 without /proc. */
function cpuOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
  } catch {
    return 0;
  }
}

/** Returns the processes of the Dgraph that this worker's conformance tests share; its ports are shifted by an offset. */
function sharedDgraph() {
  const urls = (process.env.OWLGATE_TEST_DGRAPH ?? '').split(',');
  const url = urls[(Number(process.env.JEST_WORKER_ID ?? 1) - 1) % urls.length];
  if (!url) return [];
  const offset = `\0-o\0${Number(new URL(url).port) - 8080}\0`;
  const isPart = (pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return command.startsWith('dgraph\0') && command.includes(offset);
    } catch {
      return false;
    }
  };
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isPart(name));
}

/** Starts the measurement of a test file. Returns a function that ends it and writes the line. */
function measure(kind, testPath) {
  const file = process.env.OWLGATE_TEST_COSTS;
  if (!file) return () => undefined;
  const processes = ['self', ...(kind === 'conformance' ? sharedDgraph() : [])];
  const total = () => processes.map(cpuOf);
  const before = total();
  return () => {
    const costs = total().map((ms, i) => ms - before[i]);
    const sum = costs.reduce((a, b) => a + b, 0);
    appendFileSync(file, `${sum} ${kind} ${testPath} ${costs.join('+')}\n`);
  };
}

module.exports = { measure };
