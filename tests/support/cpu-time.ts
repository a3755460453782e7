/** CPU time of work, independent of the load of the machine. */

/** Returns the CPU milliseconds that work takes in this process's threads, user and system. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
