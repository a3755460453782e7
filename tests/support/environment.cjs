/**
 * jest's Node environment with modules that V8 compiles once per process. jest compiles each module anew for each test
 * file, by `compileFunction`, whose results V8 does not cache; it caches scripts that import nothing dynamically.
 *
 * Conformance tests come first on the processor: they often wait for an engine, and the others, with workers of their
 * own, use what they leave.
 */
const os = require('node:os');
const vm = require('node:vm');
const { relative } = require('node:path');
const { TestEnvironment } = require('jest-environment-node');
const { measure } = require('./costs.cjs');

const LATER = 5;

const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options) => {
  if (code.includes('import(')) return compileFunction(code, parameters, options);
  const head = `(function (${parameters.join(', ')}) {`;
  const script = new vm.Script(`${head}${code}\n})`, { filename: options.filename, columnOffset: -head.length });
  return script.runInContext(options.parsingContext);
};

module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { displayName, rootDir } = config.projectConfig;
    if (displayName?.name !== 'conformance' && os.getPriority() < LATER) os.setPriority(LATER);
    this.finish = measure(displayName?.name, relative(rootDir, context.testPath));
  }

  async teardown() {
    await super.teardown();
    this.finish();
  }
};
