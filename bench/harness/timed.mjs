/** Wall time of work. */

/** @returns {Promise<number>} seconds until the work has ended */
export async function timed(work) {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
