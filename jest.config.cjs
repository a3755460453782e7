/**
 * Kinds of test: unit mirrors src, integration tests several files or rooms together, properties uses random inputs and
 * models, w3c runs published test cases, conformance runs over every engine, e2e starts the program, fuzz sends it
 * hostile requests.
 */
const path = require('node:path');

// Started programs share compiled code (Node 22).
process.env.NODE_COMPILE_CACHE ??= path.join(__dirname, 'node_modules', '.cache', 'compiled');

const common = {
  testEnvironment: '<rootDir>/tests/support/environment.cjs',
  runner: '<rootDir>/tests/support/runner.cjs',
  transform: {
    '^.+\\.ts$': '<rootDir>/tests/support/transform.cjs',
  },
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  // `import('./name.js')` is of the sources' name.ts.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};
const engines = '<rootDir>/tests/support/engines';
/** Settings of single kinds. */
const special = {
  conformance: {
    globalSetup: `${engines}/global-setup.ts`,
    globalTeardown: `${engines}/global-teardown.ts`,
  },
};
module.exports = {
  projects: ['unit', 'integration', 'properties', 'w3c', 'conformance', 'e2e', 'fuzz'].map((kind) => ({
    ...common,
    ...special[kind],
    displayName: kind,
    testMatch: [`<rootDir>/tests/${kind}/**/*.test.ts`],
  })),
  // Ten times what the longest takes on a machine that has time.
  testTimeout: 180_000,
  // With one worker jest would run everything one after another in its own process.
  maxWorkers: '100%',
};
