/** Lets a child process of a test load the sources as they are: `node -r register.cjs file.ts`. */
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { compile } = require('../transform.cjs');

require.extensions['.ts'] = (module, filename) => {
  module._compile(compile(readFileSync(filename, 'utf8'), filename, false).code, filename);
};

// `import('../../unit/embedded/name.js.js')` in the sources stands for name.ts.
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  try {
    return resolve.call(this, request, ...rest);
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND' || !/^\.{1,2}\/.*\.js$/.test(request)) throw error;
    return resolve.call(this, request.replace(/\.js$/, '.ts'), ...rest);
  }
};
