/**
 * Limit of memory for a process, set by the kernel (a cgroup) as for a container. Pages of mapped files count, and are
 * reclaimed first.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';

const ROOTS = [
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes' },
  { root: '/sys/fs/cgroup', limit: 'memory.max', peak: 'memory.peak' },
];

/**
 * @param {number} bytes
 * @returns undefined if this process may not set a limit; otherwise
 *   `wrap`, which makes a command line run within the limit; `peak`, the highest counted memory so far, in MB (10^6
 *   bytes); `remove`, to be called after the process has ended
 */
export function memoryLimit(bytes) {
  for (const { root, limit, peak } of ROOTS) {
    const group = `${root}/owlgate-bench-${process.pid}`;
    try {
      mkdirSync(group);
    } catch {
      continue;
    }
    if (!existsSync(`${group}/${limit}`)) {
      rmdirSync(group);
      continue;
    }
    writeFileSync(`${group}/${limit}`, String(bytes));
    // Pages that are already cached would not count.
    writeFileSync('/proc/sys/vm/drop_caches', '1');
    return {
      wrap: (command, args) => ['sh', ['-c', `echo $$ > ${group}/cgroup.procs && exec "$0" "$@"`, command, ...args]],
      peak: () => Number(readFileSync(`${group}/${peak}`, 'utf8')) / 1e6,
      remove: () => rmdirSync(group),
    };
  }
  return undefined;
}
