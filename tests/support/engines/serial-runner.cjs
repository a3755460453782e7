/** A jest runner that runs one file after another: the conformance files share one Dgraph, and each empties it. */
const { default: TestRunner } = require('jest-runner');

module.exports = class SerialRunner extends TestRunner {
  /** jest looks at this to decide whether it is worth starting workers. */
  isSerial = true;

  runTests(tests, watcher, options) {
    return super.runTests(tests, watcher, { ...options, serial: true });
  }
};
