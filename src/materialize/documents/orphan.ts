/** Thread of a document process that ends it after its gateway has ended: a task may block the main thread. */
const LOOK_MS = 1_000;
const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, LOOK_MS);
