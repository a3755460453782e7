/** Gateway with its embedded engine on a given endpoint: `gateway-with-endpoint.mjs PORT DIRECTORY socket|secret`. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { readConfig } = require('../../dist/config');
const { startGateway } = require('../../dist/app');

const [port, directory, listen] = process.argv.slice(2);
const { config } = readConfig([], { PORT: port, OWLGATE_DATA: directory });
const gateway = await startGateway(config, undefined, { listen });
process.on('SIGTERM', () => void gateway.close().then(() => process.exit(0)));
