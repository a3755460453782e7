/** Memory of a process with its threads, as reported by Linux (/proc/PID/status). */
import { readFileSync } from 'node:fs';
import { clearInterval, setInterval } from 'node:timers';

/**
 * @typedef {{rss: number, anonymous: number}} Memory in MB (10^6 bytes). `rss` includes the pages of mapped
 *   files; those of the data file are page cache, which the kernel can reclaim.
 * @returns {Memory}
 */
export function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name) => (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024) / 1e6;
  return { rss: field('VmRSS'), anonymous: field('RssAnon') };
}

export const knowsMemory = process.platform === 'linux';

/** Reads the memory at intervals; `end` returns all readings. */
export function watchMemory(pid, everyMs = 50) {
  /** @type {Memory[]} */
  const seen = [];
  const look = () => {
    try {
      const memory = memoryOf(pid);
      // An ended process that is still listed has no figures.
      if (Number.isFinite(memory.rss)) seen.push(memory);
    } catch {
      // The process has ended.
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
