#!/usr/bin/env node
/**
 * Compares the reasoner with a plain fixpoint on random ontologies and histories of writes until the time is up: in
 * memory, over a store that is read in parts, and through the gateway on engines. A difference is reduced to a small
 * case and printed with the seed that repeats it.
 */
import { spawnSync } from 'node:child_process';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './harness/child.mjs';

const USAGE = `npm run oracle -- [--minutes M] [--seed N] [--engines] [--all]

  --minutes  how long each property is tried; 1 by default
  --seed     repeats a run
  --engines  through the gateway, on every engine that is there, instead of in memory
  --all      both`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string' },
    engines: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const isWrong = !(Number(values.minutes) > 0) || (values.seed !== undefined && !/^-?\d+$/.test(values.seed));
if (values.help || isWrong) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
const inMemory = [
  'properties',
  ['tests/properties/reasoner/histories.test.ts', 'tests/properties/reasoner/working-set.test.ts'],
];
const onEngines = ['conformance', ['tests/conformance/reasoner/histories.test.ts']];
const chosen = values.all ? [inMemory, onEngines] : [values.engines ? onEngines : inMemory];
const env = {
  ...process.env,
  OWLGATE_MINUTES: values.minutes,
  ...(values.seed !== undefined && { OWLGATE_SEED: values.seed }),
};
let status = 0;
for (const [project, files] of chosen) {
  const args = [path.join(root, 'node_modules', 'jest', 'bin', 'jest.js'), ...files, '--selectProjects', project];
  const result = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  status ||= result.status ?? 1;
}
process.exit(status);
