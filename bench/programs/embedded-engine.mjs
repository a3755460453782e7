/** The embedded engine without a gateway: `embedded-engine.mjs DIRECTORY PORT`. */
import { createRequire } from 'node:module';

const { startEmbedded } = createRequire(import.meta.url)('../../dist/embedded');
const [directory, port] = process.argv.slice(2);
const engine = await startEmbedded({
  directory,
  listen: { host: '127.0.0.1', port: Number(port) },
  maxBodyBytes: 2 ** 28,
});
process.on('SIGTERM', () => void engine.close().then(() => process.exit(0)));
