/** Starts an embedded engine on a loopback port, for direct requests of tests. */
import { startEmbedded } from '../../../src/embedded';
import type { EmbeddedOptions } from '../../../src/embedded/server';

export interface EngineOnPort {
  readonly url: string;
  close(): Promise<void>;
}

/** @param port default: any free port */
export async function startOnPort(options: Omit<EmbeddedOptions, 'listen'>, port = 0): Promise<EngineOnPort> {
  const server = await startEmbedded({ ...options, listen: { host: '127.0.0.1', port } });
  const { endpoint } = server;
  if (endpoint.kind !== 'port') throw new Error('a port was asked for');
  return { url: endpoint.url, close: () => server.close() };
}
