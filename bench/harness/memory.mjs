/** The memory of a process with its threads, as Linux tells it (/proc/PID/status). */
import { readFileSync } from 'node:fs';
import { clearInterval, setInterval } from 'node:timers';

/**
 * @typedef {{rss: number, anonymous: number}} Memory in MB (10^6 bytes). `rss` has the pages of mapped files too: of
 * the data
 *   file those that are in the system's cache anyway, and that it takes back when it needs them.
 * @returns {Memory}
 */
export function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name) => (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024) / 1e6;
  return { rss: field('VmRSS'), anonymous: field('RssAnon') };
}

export const knowsMemory = process.platform === 'linux';

/** Looks again and again; `end` gives all that was seen. */
export function watchMemory(pid, everyMs = 50) {
  /** @type {Memory[]} */
  const seen = [];
  const look = () => {
    try {
      const memory = memoryOf(pid);
      // One that has ended, and is still listed, has none.
      if (Number.isFinite(memory.rss)) seen.push(memory);
    } catch {
      // It has ended.
    }
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
