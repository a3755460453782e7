/**
 * jest's runner. The conformance files run one after another for each Dgraph that there is, since each empties it; all
 * others run beside them, and those that measure the heap first.
 */
const { readFileSync } = require('node:fs');
const { default: TestRunner } = require('jest-runner');

/** Each conformance file has an embedded engine of its own. */
const LANES_WITHOUT_DGRAPH = 2;

const isShared = ({ context }) => context.config.displayName?.name === 'conformance';
/** Collections, which they ask for by the hundred, take ten times as long in a process that has run many files. */
const measuresHeap = ({ path }) => readFileSync(path, 'utf8').includes('/support/heap');
const heapFirst = (tests) => [...tests.filter(measuresHeap), ...tests.filter((test) => !measuresHeap(test))];

module.exports = class Runner extends TestRunner {
  async runTests(tests, watcher, options) {
    if (options.serial) return super.runTests(tests, watcher, options);
    const shared = tests.filter(isShared);
    const others = heapFirst(tests.filter((test) => !isShared(test)));
    // Set by tests/support/engines/global-setup.ts.
    const dgraphs = process.env.OWLGATE_TEST_DGRAPH;
    const lanes = dgraphs ? dgraphs.split(',').length : LANES_WITHOUT_DGRAPH;
    const { maxWorkers } = this._globalConfig;
    const run = (some, workers) => {
      if (some.length === 0) return undefined;
      const config = this._globalConfig;
      // It is read before anything is waited for.
      this._globalConfig = { ...config, maxWorkers: workers };
      const running = super.runTests(some, watcher, { ...options, serial: workers === 1 && some === shared });
      this._globalConfig = config;
      return running;
    };
    // Those on a Dgraph wait for it most of the time.
    await Promise.all([run(shared, lanes), run(others, maxWorkers)]);
  }
};
