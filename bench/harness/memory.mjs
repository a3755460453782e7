/** Memory of a process with its threads, as reported by Linux (/proc/PID/status). */
import { clearInterval, setInterval } from 'node:timers';
import { childrenOf, memoryOf as kilobytesOf } from './processes.mjs';

/**
 * @typedef {{rss: number, anonymous: number}} Memory in MB (10^6 bytes), 0 after the end of the process. `rss`
 *   includes the pages of mapped files; those of the data file are page cache, which the kernel can reclaim.
 * @returns {Memory}
 */
export function memoryOf(pid) {
  const field = (name) => (kilobytesOf(pid, name) * 1024) / 1e6;
  return { rss: field('VmRSS'), anonymous: field('RssAnon') };
}

/** @returns {Memory} of a process and its children: they map the same files, whose pages count once */
export function memoryOfTree(pid) {
  const each = [pid, ...childrenOf(pid)].map(memoryOf);
  const anonymous = each.reduce((total, memory) => total + memory.anonymous, 0);
  return { rss: anonymous + Math.max(...each.map((memory) => memory.rss - memory.anonymous)), anonymous };
}

export const knowsMemory = process.platform === 'linux';

/** Reads the memory at intervals; `end` returns all readings. */
export function watchMemory(pid, everyMs = 50, read = memoryOf) {
  /** @type {Memory[]} */
  const seen = [];
  const look = () => {
    const memory = read(pid);
    if (memory.rss > 0) seen.push(memory);
  };
  look();
  const timer = setInterval(look, everyMs);
  return {
    end() {
      clearInterval(timer);
      look();
      return seen;
    },
  };
}

export const highest = (seen, of) => Math.max(...seen.map((each) => each[of]));
