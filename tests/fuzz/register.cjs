/** Loads the sources as they are, for a process without jest: `node -r tests/fuzz/register.cjs tests/fuzz/main.ts`. */
require('../unit/embedded/register.cjs');
const Module = require('node:module');

// `import('./name.js')` in the sources stands for name.ts.
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  try {
    return resolve.call(this, request, ...rest);
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND' || !/^\.{1,2}\/.*\.js$/.test(request)) throw error;
    return resolve.call(this, request.replace(/\.js$/, '.ts'), ...rest);
  }
};
