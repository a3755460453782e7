/** A process that serves a directory until it is killed: `node -r register.cjs serve.ts <directory>`. Prints its address. */
import { startEmbedded } from '../../../src/embedded';

startEmbedded({ directory: process.argv[2]! }).then(
  ({ url }) => console.log(url),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
