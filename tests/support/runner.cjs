/**
 * jest's runner. The conformance files run one after another, since they share one Dgraph and each empties it; all others
 * run beside them.
 */
const { default: TestRunner } = require('jest-runner');

const isShared = ({ context }) => context.config.displayName?.name === 'conformance';

module.exports = class Runner extends TestRunner {
  async runTests(tests, watcher, options) {
    const shared = tests.filter(isShared);
    const others = tests.filter((test) => !isShared(test));
    const run = (some, serial) => (some.length > 0 ? super.runTests(some, watcher, { ...options, serial }) : undefined);
    if (options.serial) await run(tests, true);
    else await Promise.all([run(shared, true), run(others, false)]);
  }
};
