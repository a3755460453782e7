/** /graphql: GraphQL over the schema in force. */
import { parametersOf } from '../../graphql/http';
import type { Handler } from './handler';

export const handleGraphql: Handler = async (exchange, { graphql }) => {
  if (exchange.method === 'OPTIONS') {
    // Same list as Dgraph's: pages may send the headers that the schema reads.
    exchange.allowHeaders(await graphql.headerNames());
    return exchange.json('');
  }
  const request = {
    method: exchange.method,
    contentType: exchange.header('content-type'),
    parameters: parametersOf(exchange.target),
    body: exchange.method === 'POST' ? await exchange.body() : '',
    headers: exchange.headers,
  };
  const { json, status, contentType } = await graphql.respond(request, exchange.header('accept'), exchange.abandoned);
  await exchange.json(json, status, contentType);
};
