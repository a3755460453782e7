/**
 * Bare relay: `relay.mjs PORT TARGET` forwards bytes between client and engine, and does nothing else. Its cost is the
 * price of any program in front of an engine.
 */
import { connect, createServer } from 'node:net';

const [port, target] = process.argv.slice(2);
const { hostname, port: targetPort } = new URL(target);

createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
  const engine = connect({ host: hostname, port: Number(targetPort), allowHalfOpen: true, noDelay: true });
  client.pipe(engine).pipe(client);
  client.on('error', () => engine.destroy());
  engine.on('error', () => client.destroy());
}).listen(Number(port), '127.0.0.1');
