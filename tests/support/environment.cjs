/**
 * jest's Node environment with modules that V8 compiles once per process. jest compiles each module anew for each test
 * file, by `compileFunction`, whose results V8 does not cache; it caches scripts that import nothing dynamically.
 */
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options) => {
  if (code.includes('import(')) return compileFunction(code, parameters, options);
  const head = `(function (${parameters.join(', ')}) {`;
  const script = new vm.Script(`${head}${code}\n})`, { filename: options.filename, columnOffset: -head.length });
  return script.runInContext(options.parsingContext);
};

module.exports = TestEnvironment;
