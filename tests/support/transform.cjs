/**
 * Compiles TypeScript for tests, with SWC: jest's transformer. A module is evaluated when an import of it is first used,
 * not with the importing file. A test file uses a small part of what it imports indirectly, and jest evaluates all
 * modules anew for each test file.
 */
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { transformSync, version } = require('@swc/core');

/** Names of modules in import and export statements. SWC exports a lazy `* as name` wrongly: those are not lazy. */
const FROM = /^(?:import|export \{|\})[^;'"]*\bfrom '([^']+)';/gm;
const KEY = version + readFileSync(__filename, 'utf8');

/** Returns the code and its source map. */
function compile(source, filename, sourceMaps = true) {
  return transformSync(source, {
    filename,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022', transform: { hidden: { jest: true } } },
    module: { type: 'commonjs', lazy: Array.from(source.matchAll(FROM), ([, name]) => name) },
    sourceMaps,
  });
}

module.exports = {
  compile,
  process: (source, filename) => compile(source, filename),
  getCacheKey: (source, filename) => createHash('sha1').update([KEY, filename, source].join('\0')).digest('hex'),
};
