/** /graphql: GraphQL over the schema that is in force. */
import type { Handler } from './handler';

export const handleGraphql: Handler = async (exchange, { graphql }) => {
  if (exchange.method === 'OPTIONS') return exchange.json('');
  const request = {
    method: exchange.method,
    contentType: exchange.header('content-type'),
    parameters: exchange.parameters,
    body: exchange.method === 'POST' ? await exchange.body() : '',
  };
  await exchange.json(await graphql.respond(request, exchange.abandoned));
};
