/**
 * A process that serves a directory until it is killed: `node -r register.cjs serve.ts <directory> [<program of its threads>]`.
 * Prints its address.
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
