/**
 * One program, five kinds of test: unit mirrors src, w3c runs published test cases, conformance runs over every engine, e2e
 * starts the program, fuzz sends it what nobody would.
 */
const common = {
  testEnvironment: 'node',
  runner: '<rootDir>/tests/support/runner.cjs',
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
    ],
  },
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  // `import('./name.js')` is of the sources' name.ts.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};
const engines = '<rootDir>/tests/support/engines';
/** What one kind has beyond that. */
const special = {
  conformance: {
    globalSetup: `${engines}/global-setup.ts`,
    globalTeardown: `${engines}/global-teardown.ts`,
  },
};
module.exports = {
  projects: ['unit', 'w3c', 'conformance', 'e2e', 'fuzz'].map((kind) => ({
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
