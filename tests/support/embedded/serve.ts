/**
 * Process that serves a directory until it is killed: `node -r register.cjs serve.ts <directory> [<thread program>]`.
 * Prints its URL; then, every few milliseconds, the CPU time that it has taken, in milliseconds.
 */
import { startOnPort } from '../../support/embedded/on-port';

const [, , directory, threadEntry] = process.argv;
const REPORT_MS = 5;

startOnPort({ directory: directory!, ...(threadEntry !== undefined && { threadEntry }) }).then(
  ({ url }) => {
    console.log(url);
    setInterval(() => {
      const { user, system } = process.cpuUsage();
      console.log((user + system) / 1000);
    }, REPORT_MS);
  },
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
