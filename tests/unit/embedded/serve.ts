/**
 * Process that serves a directory until it is killed: `node -r register.cjs serve.ts <directory> [<thread program>]`.
 * Prints its URL.
 */
import { startOnPort } from '../../support/embedded/on-port';

const [, , directory, asideEntry] = process.argv;

startOnPort({ directory: directory!, ...(asideEntry !== undefined && { asideEntry }) }).then(
  ({ url }) => console.log(url),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
