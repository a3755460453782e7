#!/usr/bin/env node
// Program `owlgate`: runs the build. A checkout without a build is built first.
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const path = require('node:path');

const at = (...parts) => path.join(__dirname, '..', ...parts);

if (!existsSync(at('dist', 'main.js'))) {
  const bootstrap = at('scripts', 'bootstrap.mjs');
  if (!existsSync(bootstrap)) {
    process.stderr.write('owlgate: this package has no build; make it by npm run package in a checkout\n');
    process.exit(1);
  }
  const { status } = spawnSync(process.execPath, [bootstrap], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}
require(at('dist', 'main.js'));
