/** /graphql and what changes its schema: a cluster answers for itself; the embedded engine has no GraphQL. */
import { OwlgateError } from '../../errors';
import type { Exchange } from '../exchange';
import type { Services } from '../services';
import { handleAdmin } from './admin';
import { forward } from './forward';

/** @throws OwlgateError NotOnThisEngine */
export async function handleGraphql(exchange: Exchange, services: Services): Promise<void> {
  requireCluster(services);
  return forward(exchange, services);
}

/** @throws OwlgateError NotOnThisEngine */
export async function handleGraphqlSchema(exchange: Exchange, services: Services): Promise<void> {
  requireCluster(services);
  return handleAdmin(exchange, services);
}

function requireCluster({ engine }: Services): void {
  if (engine.kind === 'embedded') throw new OwlgateError('NotOnThisEngine', { what: 'GraphQL' });
}
