/** Gateway in this process, before an engine under test. */
import { startGateway, type Gateway } from '../../../src/app';
import { readConfig } from '../../../src/config';
import { silent, type Logger } from '../../../src/util/log';

/**
 * Starts a gateway on a free port of loopback over the engine at a URL.
 *
 * @param environment further settings, as environment variables
 */
export async function startGatewayOver(
  engine: { readonly url: string },
  environment: Readonly<Record<string, string>> = {},
  logger: Logger = silent,
): Promise<Gateway> {
  // GraphQL has suites of its own; with its schema each load takes seconds on a real Dgraph.
  const defaults = { PORT: '0', DGRAPH_URL: engine.url, OWLGATE_GRAPHQL: 'off', GRPC_PORT: 'off' };
  const invocation = readConfig([], { ...defaults, ...environment });
  if (invocation.kind !== 'run') throw new Error('no configuration');
  return startGateway(invocation.config, logger);
}
