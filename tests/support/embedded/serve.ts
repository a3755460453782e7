/**
 * Process that serves a directory until it is killed: `node -r register.cjs serve.ts <directory> [<thread program>]`.
 * Prints its URL.
 */
import { startOnPort } from '../../support/embedded/on-port';

const [, , directory, threadEntry] = process.argv;

startOnPort({ directory: directory!, ...(threadEntry !== undefined && { threadEntry }) }).then(
  ({ url }) => console.log(url),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
