/** CPU time of work, independent of the load of the machine. */

/** Milliseconds of this process's threads, user and system. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
