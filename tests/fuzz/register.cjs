/** Loads the sources as they are, for a process without jest: `node -r tests/fuzz/register.cjs tests/fuzz/main.ts`. */
require('../support/embedded/register.cjs');
