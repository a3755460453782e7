/** Processes as Linux describes them in /proc: children, processor time, memory. */
import { readFileSync } from 'node:fs';

/** Ticks per second of the kernel's clock, as Linux shows it to programs. */
const TICKS = 100;

/** @returns {number} seconds of processor time, including children that have ended */
export function processorSeconds(pid) {
  // The command's name, in brackets, may have blanks.
  const fields = (id) =>
    readProcess(id, 'stat')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
  const [parent, ...children] = [pid, ...childrenOf(pid)].map(fields);
  const used = children.reduce((sum, child) => sum + (child[11] ?? 0) + (child[12] ?? 0), 0);
  return (parent.slice(11, 15).reduce((sum, ticks) => sum + ticks) + used) / TICKS;
}

/** @returns {number} memory in kB, 0 if unknown */
export const memoryOf = (pid, field) =>
  Number(new RegExp(`^${field}:\\s*(\\d+) kB$`, 'm').exec(readProcess(pid, 'status'))?.[1] ?? 0);

/** @returns {string[]} ids of the children of a process, and of theirs */
export const childrenOf = (pid) =>
  readProcess(pid, `task/${pid}/children`)
    .split(' ')
    .filter((id) => id !== '')
    .flatMap((id) => [id, ...childrenOf(id)]);

function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
