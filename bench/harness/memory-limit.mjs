/**
 * A limit of the kernel's to the memory of a process (a cgroup), as a container's is: pages of mapped files count too,
 * and are taken back first.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';

const ROOTS = [
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes' },
  { root: '/sys/fs/cgroup', limit: 'memory.max', peak: 'memory.peak' },
];

/**
 * @param {number} bytes
 * @returns where this process may not make one: undefined; otherwise
 *  `wrap`, a command line that runs another within the limit; `peak`, the most that counted so far, in MB (10^6 bytes);
 *   `remove`, once the process has ended
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
    // Pages that are cached already would not count.
    writeFileSync('/proc/sys/vm/drop_caches', '1');
    return {
      wrap: (command, args) => ['sh', ['-c', `echo $$ > ${group}/cgroup.procs && exec "$0" "$@"`, command, ...args]],
      peak: () => Number(readFileSync(`${group}/${peak}`, 'utf8')) / 1e6,
      remove: () => rmdirSync(group),
    };
  }
  return undefined;
}
