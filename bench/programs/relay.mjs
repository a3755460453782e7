/**
 * `relay.mjs PORT TARGET`: hands bytes on, one process between client and engine that does nothing else. What it costs
 * is the price of standing in front of an engine at all.
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
