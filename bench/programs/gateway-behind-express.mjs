/**
 * The gateway over an embedded engine in a thread, with or without Express before its dispatcher:
 * `gateway-behind-express.mjs PORT DIRECTORY direct|express`. Answers the message `usage` with the processor time that
 * this process has taken, in microseconds.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const http = require('node:http');
const express = require('express');
const { ROUTES } = require('../../dist/http/routes');

const [port, directory, way] = process.argv.slice(2);

/** Every route of the table is one of Express's, as it would be if Express dispatched them. */
function behindExpress(listener) {
  const application = express();
  application.disable('x-powered-by');
  application.enable('case sensitive routing');
  application.enable('strict routing');
  application.set('query parser', false);
  for (const { path, subtree } of ROUTES) {
    application.all(path, listener);
    if (subtree) application.all(`${path === '/' ? '' : path}/*below`, listener);
  }
  return application;
}

if (way === 'express') {
  const { createServer } = http;
  http.createServer = (options, listener) => createServer(options, behindExpress(listener));
}
const { readConfig } = require('../../dist/config');
const { startGateway } = require('../../dist/app');

const { config } = readConfig([], { PORT: port, OWLGATE_DATA: directory });
const gateway = await startGateway(config, undefined);
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send(user + system);
});
process.on('SIGTERM', () => void gateway.close().then(() => process.exit(0)));
